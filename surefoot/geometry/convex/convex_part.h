#pragma once

/// One part of a solid under convex decomposition; included by convex_*.cc only.

#include <cstdint>
#include <optional>
#include <vector>

#include "surefoot/geometry/convex/convex_grid.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot::convex {

/// Pieces of the mesh's triangles, cut along planes: convex polygons.
struct Polygons {
  std::vector<Vector3d> points;
  /// Where each polygon's points end.
  std::vector<std::uint32_t> ends;
  /// Outward unit normal of each.
  std::vector<Vector3d> normals;

  std::size_t size() const { return ends.size(); }
  std::uint32_t begin_of(std::size_t i) const { return i == 0 ? 0 : ends[i - 1]; }
  void Add(const std::vector<Vector3d>& polygon, const Vector3d& normal);
  double AreaOf(std::size_t i) const;
  Vector3d MiddleOf(std::size_t i) const;
};

/// The triangles that have an area.
Polygons PolygonsOf(const TriMesh& mesh);

/// Cuts at x[axis] = position. Polygons within `tolerance` of the plane go to the side where the
/// solid is.
void Cut(const Polygons& polygons, int axis, double position, double tolerance, Polygons* below,
         Polygons* above);

/// What lies within the box.
Polygons Clipped(const Polygons& polygons, const Eigen::AlignedBox3d& box, double tolerance);

struct Part {
  std::vector<Cell> cells;
  Polygons polygons;
  /// What the cuts have left: the part is the solid within this box.
  Eigen::AlignedBox3d box;
  /// Index of the mesh's component that the part belongs to.
  std::size_t component = 0;

  TriMesh hull;
  Excess excess;
  /// No cut helps.
  bool final = false;
};

/// How many times the surface winds round the point: 1 inside of a closed mesh, 0 outside.
double WindingNumber(const TriMesh& mesh, const Vector3d& point);

/// The hull of the polygons and of those corners of the box that are within the solid (`mesh`). An
/// open sheet gets a back at a distance of `thickness`. None when the part has no extent.
std::optional<TriMesh> HullOf(const Part& part, const TriMesh& mesh, const Grid& grid,
                              double thickness);

/// A plane x[axis] = position; the cubes from `index` on are above it.
struct CutPlane {
  int axis = 0;
  int index = 0;
  double position = 0.0;
};

/// The cut after which the hulls of both sides are least larger than what they hold. None when
/// the part is but one cube wide.
std::optional<CutPlane> FindBestCut(const Part& part, const Grid& grid, PieceFinder* finder);

/// Joins parts whose common hull reaches no more than `concavity` beyond the solid, and those that
/// are least harmed when there are more than `max_parts`. Only `hull` is kept up.
void JoinParts(const Grid& grid, const std::vector<float>& distances, double concavity,
               std::size_t max_parts, std::vector<Part>* parts);

// What the decomposition does to a mesh first:

/// Positions and triangles only, with equal vertices joined and unused ones left out.
TriMesh Welded(const TriMesh& mesh);

/// A rotation to axes across which the mesh has large flat faces; the identity when its faces
/// already are that way, or when it has no such faces.
Matrix3d FaceAxes(const TriMesh& mesh);

/// The closed surfaces that a welded mesh is made of, one by one, and the rest as one mesh; the
/// whole as one mesh when there are more than `limit`.
std::vector<TriMesh> Components(const TriMesh& mesh, std::size_t limit);

}  // namespace surefoot::convex
