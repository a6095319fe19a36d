#pragma once

#include "surefoot/engines/bullet/shapes.h"

namespace surefoot::engines::bullet {

/// Closest points of two convex shapes, or the deepest ones of an overlap.
struct Closest {
  /// Unit normal from a to b.
  Vector3d n_W = Vector3d::UnitZ();
  /// Distance between the surfaces (m); negative when they overlap.
  double distance = 0.0;
  Vector3d p_WA = Vector3d::Zero();
  Vector3d p_WB = Vector3d::Zero();
};

/// By Bullet's GJK and EPA. False when the shapes are farther apart than `reach` (m), or the
/// algorithm failed.
bool FindClosest(const Shape& a, const Shape& b, double reach, Closest* closest);

/// The same for a triangle (b) in W.
bool FindClosest(const Shape& a, const Vector3d triangle_W[3], double reach, Closest* closest);

/// Called for each triangle of a static mesh that meets a box in its frame G.
class TriangleVisitor {
 public:
  virtual ~TriangleVisitor() = default;
  virtual void Visit(int triangle) = 0;
};
void VisitTriangles(const TriangleMesh& mesh, const Vector3d& low_G, const Vector3d& high_G,
                    TriangleVisitor* visitor);

}  // namespace surefoot::engines::bullet
