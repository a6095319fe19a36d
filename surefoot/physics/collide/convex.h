#pragma once

/// Convex shapes as the pair tests see them: their furthest point along a direction, and the face,
/// line or point that they show in it.

#include <memory>
#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::collide {

/// A convex polyhedron with its flat faces.
struct Hull {
  struct Face {
    Vector3d normal = Vector3d::UnitZ();
    /// Range of `loops`: counter-clockwise seen from outside.
    int first = 0;
    int count = 0;
  };
  std::vector<Vector3d> vertices;
  std::vector<Face> faces;
  std::vector<int> loops;
  /// Faces at vertex i: vertex_faces[vertex_first[i]] up to vertex_first[i + 1].
  std::vector<int> vertex_first;
  std::vector<int> vertex_faces;
};

/// From a closed convex triangle mesh.
Hull MakeHull(const TriMesh& mesh);

enum class ConvexKind { kSphere, kCapsule, kBox, kCylinder, kEllipsoid, kHull, kTriangle };

/// A convex shape in its own frame G. Axes of cylinder and capsule along z.
struct Convex {
  ConvexKind kind = ConvexKind::kSphere;
  /// Half sides of a box, radii of an ellipsoid.
  Vector3d half = Vector3d::Zero();
  double radius = 0.0;
  double half_length = 0.0;
  std::shared_ptr<const Hull> hull;
  /// Boxes and cylinders may be rounded: these are then the sizes of the core.
  double rounding = 0.0;
  /// Corners of a triangle.
  Vector3d corners[3] = {Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero()};
  /// Of a sphere about `middle` around it, and the least half width.
  Vector3d middle = Vector3d::Zero();
  double outer_radius = 0.0;
  double inner_radius = 0.0;
};

/// What a convex shape shows along a direction: a convex polygon, a line or a point.
struct Feature {
  static constexpr int kMost = 64;
  int count = 0;
  Vector3d points[kMost];
  /// Of the polygon's plane, outwards; the direction itself for lines and points.
  Vector3d normal = Vector3d::UnitZ();
  /// How far a round outline lies outside of the polygon.
  double bulge = 0.0;

  void Add(const Vector3d& point) {
    if (count < kMost) points[count++] = point;
  }
};

/// A convex shape somewhere.
struct Placed {
  const Convex* shape = nullptr;
  Matrix3d R_WG = Matrix3d::Identity();
  Vector3d p_WG = Vector3d::Zero();

  /// Furthest point along the direction (any length but zero). That of the core leaves out the
  /// radius of spheres and capsules, and the rounding.
  Vector3d Support(const Vector3d& direction_W) const;
  Vector3d CoreSupport(const Vector3d& direction_W) const;
  /// Radius around the core.
  double core_radius() const;
  Vector3d middle_W() const { return p_WG + R_WG * shape->middle; }
  void FindFeature(const Vector3d& direction_W, Feature* feature) const;
  Eigen::AlignedBox3d Bounds() const;
};

}  // namespace surefoot::collide
