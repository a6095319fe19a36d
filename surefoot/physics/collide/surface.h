#pragma once

/// Surfaces of triangles that do not move: height fields and meshes.

#include <memory>
#include <vector>

#include "surefoot/geometry/terrain/height_field.h"
#include "surefoot/physics/collide/box_tree.h"
#include "surefoot/physics/collide/convex.h"
#include "surefoot/physics/collide/point_set.h"

namespace surefoot::collide {

struct Triangle {
  Vector3d corners[3];
  /// Unit, to the free side.
  Vector3d normal;
};

/// The neighbours of a corner or an edge, at most `kMost` of them.
struct Neighbours {
  static constexpr int kMost = 16;
  int count = 0;
  Vector3d points[kMost];

  void Add(const Vector3d& point) {
    if (count < kMost) points[count++] = point;
  }
};

/// A surface in its own frame G.
class Surface {
 public:
  virtual ~Surface() = default;

  virtual Eigen::AlignedBox3d Bounds() const = 0;
  /// Appends the triangles that may touch something inside of the box.
  virtual void Find(const Eigen::AlignedBox3d& box, std::vector<int>* triangles) const = 0;
  virtual Triangle At(int triangle) const = 0;
  /// Corners across the edge from corner `edge` to the next one, this triangle's own included.
  virtual void AcrossEdge(int triangle, int edge, Neighbours* neighbours) const = 0;
  /// Corners that share an edge with corner `corner` of the triangle.
  virtual void AroundCorner(int triangle, int corner, Neighbours* neighbours) const = 0;
  /// All below it counts as inside, however deep (frame's z), or it is a mere skin.
  virtual bool is_ground() const = 0;
};

std::unique_ptr<Surface> MakeGround(std::shared_ptr<const HeightField> field);
std::unique_ptr<Surface> MakeSkin(const TriMesh& mesh);

/// Adds the touching points of a surface (a) and a convex shape (b), given and told in the
/// surface's frame; `triangles` is scratch.
void CollideSurface(const Surface& surface, const Placed& b, std::vector<int>* triangles,
                    std::vector<PairPoint>* points);

}  // namespace surefoot::collide
