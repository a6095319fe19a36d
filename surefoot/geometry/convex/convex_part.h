#pragma once

/// One part of a solid during the convex decomposition; included by convex_*.cc only.

#include <cstdint>
#include <optional>
#include <vector>

#include "surefoot/geometry/convex/convex_grid.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot::convex {

/// Convex polygons: pieces of the mesh's triangles, cut by planes. Stored in compressed rows.
struct Polygons {
  std::vector<Vector3d> points;
  /// End of each polygon in `points`.
  std::vector<std::uint32_t> ends;
  /// Outward unit normal of each polygon.
  std::vector<Vector3d> normals;

  std::size_t size() const { return ends.size(); }
  std::uint32_t begin_of(std::size_t i) const { return i == 0 ? 0 : ends[i - 1]; }
  void Add(const std::vector<Vector3d>& polygon, const Vector3d& normal);
  double AreaOf(std::size_t i) const;
  Vector3d MiddleOf(std::size_t i) const;
};

/// The triangles with a non-zero area.
Polygons PolygonsOf(const TriMesh& mesh);

/// Cuts at x[axis] = position. Polygons within `tolerance` of the plane go to the side of the
/// solid.
void Cut(const Polygons& polygons, int axis, double position, double tolerance, Polygons* below,
         Polygons* above);

/// The part inside the box.
Polygons Clipped(const Polygons& polygons, const Eigen::AlignedBox3d& box, double tolerance);

/// The state of one part.
struct Part {
  std::vector<Cell> cells;
  Polygons polygons;
  /// Bounds set by the cuts: the part is the solid within this box.
  Eigen::AlignedBox3d box;
  /// Index of the mesh's component.
  std::size_t component = 0;

  TriMesh hull;
  Excess excess;
  /// Set if no cut improves the part.
  bool final = false;
};

/// Generalised winding number (Jacobson et al. 2013): 1 inside a closed mesh, 0 outside, and a
/// fraction near holes. Linear in the number of triangles.
double WindingNumber(const TriMesh& mesh, const Vector3d& point);

/// The hull of the polygons and of those corners of the box that are inside the solid (`mesh`). An
/// open sheet gets a back at the distance `thickness`. None if the part has no extent.
std::optional<TriMesh> HullOf(const Part& part, const TriMesh& mesh, const Grid& grid,
                              double thickness);

/// The plane x[axis] = position; cubes from `index` on are above it.
struct CutPlane {
  int axis = 0;
  int index = 0;
  double position = 0.0;
};

/// The cut after which the hulls of both sides exceed their content least. None if the part is only
/// one cube wide.
std::optional<CutPlane> FindBestCut(const Part& part, const Grid& grid, PieceFinder* finder);

/// Joins parts whose common hull extends at most `concavity` beyond the solid; if there are still
/// more than `max_parts`, also those that suffer least. Updates only `hull` and `excess`.
void JoinParts(const Grid& grid, const std::vector<float>& distances, double concavity,
               std::size_t max_parts, std::vector<Part>* parts);

// Preparation of a mesh for the decomposition:

/// Positions and triangles only, with equal vertices merged and unused ones removed.
TriMesh Welded(const TriMesh& mesh);

/// A rotation to axes that are perpendicular to large planar faces of the mesh; the identity if its
/// faces are already aligned or if it has none.
Matrix3d FaceAxes(const TriMesh& mesh);

/// The closed surfaces of a welded mesh, one by one, and the rest as one mesh; the whole as one
/// mesh if there are more than `limit`.
std::vector<TriMesh> Components(const TriMesh& mesh, std::size_t limit);

}  // namespace surefoot::convex
