#pragma once

/// Static triangle surfaces: height fields and meshes.

#include <memory>
#include <vector>

#include "surefoot/geometry/terrain/height_field.h"
#include "surefoot/physics/collide/box_tree.h"
#include "surefoot/physics/collide/convex.h"
#include "surefoot/physics/collide/point_set.h"

namespace surefoot::collide {

struct Triangle {
  Vector3d corners[3];
  /// Unit normal to the free side.
  Vector3d normal;
};

/// Vertices adjacent to an edge or corner; beyond `kMaxPoints` they are ignored.
struct Neighbours {
  static constexpr int kMaxPoints = 16;
  int count = 0;
  Vector3d points[kMaxPoints];

  void Add(const Vector3d& point) {
    if (count < kMaxPoints) points[count++] = point;
  }
};

/// A static triangle surface in its own frame G. Triangles have indices; their neighbourhood
/// distinguishes real ridges from edges inside a flat region.
class Surface {
 public:
  virtual ~Surface() = default;

  virtual Eigen::AlignedBox3d Bounds() const = 0;
  /// Appends the triangles that may touch something inside the box.
  virtual void Find(const Eigen::AlignedBox3d& box, std::vector<int>* triangles) const = 0;
  virtual Triangle At(int triangle) const = 0;
  /// Appends the corners on both sides of the edge from corner `edge` to the next: first this
  /// triangle's own opposite corner, then the neighbour's unless the edge is a boundary.
  virtual void AcrossEdge(int triangle, int edge, Neighbours* neighbours) const = 0;
  /// Appends the vertices that share an edge with corner `corner` of the triangle.
  virtual void AroundCorner(int triangle, int corner, Neighbours* neighbours) const = 0;
  /// True: solid below, to any depth along -z of G. False: a thin sheet without an inside.
  virtual bool is_ground() const = 0;
};

/// A solid height field, and a mesh as a sheet. The height field is shared, the mesh copied.
std::unique_ptr<Surface> MakeGround(std::shared_ptr<const HeightField> field);
std::unique_ptr<Surface> MakeSkin(const TriMesh& mesh);

/// Adds the contact points of a surface (a) and a convex shape (b), all in the surface's frame G.
/// `triangles` is a scratch buffer, so that calls do not allocate.
void CollideSurface(const Surface& surface, const Placed& b, std::vector<int>* triangles,
                    std::vector<PairPoint>* points);

}  // namespace surefoot::collide
