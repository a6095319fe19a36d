#pragma once

/// Convex shapes as the pair tests use them: their support points along a direction, and the
/// feature (face, line or point) they present in it.

#include <memory>
#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::collide {

/// A convex polyhedron with flat polygonal faces.
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

/// Makes a hull from a closed convex triangle mesh, merging triangles that lie in one plane.
Hull MakeHull(const TriMesh& mesh);

enum class ConvexKind { kSphere, kCapsule, kBox, kCylinder, kEllipsoid, kHull, kTriangle };

/// A convex shape in its own frame G. Cylinders and capsules extend along z. Lengths in m.
struct Convex {
  ConvexKind kind = ConvexKind::kSphere;
  /// Half sides of a box, radii of an ellipsoid.
  Vector3d half = Vector3d::Zero();
  double radius = 0.0;
  double half_length = 0.0;
  std::shared_ptr<const Hull> hull;
  /// Radius added around boxes and cylinders, whose sizes are then those of the core.
  double rounding = 0.0;
  /// Corners of a triangle.
  Vector3d corners[3] = {Vector3d::Zero(), Vector3d::Zero(), Vector3d::Zero()};
  /// Radius of a sphere around the shape about `middle`, and the smallest half width.
  Vector3d middle = Vector3d::Zero();
  double outer_radius = 0.0;
  double inner_radius = 0.0;
};

/// The feature of a convex shape along a direction: a convex polygon, a line or a point, in W.
struct Feature {
  static constexpr int kMaxPoints = 64;
  int count = 0;
  Vector3d points[kMaxPoints];
  /// Outward normal of the polygon's plane; the direction itself for lines and points.
  Vector3d normal = Vector3d::UnitZ();
  /// Sagitta (m) by which a round outline extends beyond the polygon's edges.
  double bulge = 0.0;

  void Add(const Vector3d& point) {
    if (count < kMaxPoints) points[count++] = point;
  }
};

/// A convex shape at a pose X_WG.
struct Placed {
  const Convex* shape = nullptr;
  Matrix3d R_WG = Matrix3d::Identity();
  Vector3d p_WG = Vector3d::Zero();

  /// Support point along a direction of any length other than zero. The core's leaves out the
  /// radius of spheres and capsules, and the rounding.
  Vector3d Support(const Vector3d& direction_W) const;
  Vector3d CoreSupport(const Vector3d& direction_W) const;
  /// Radius of the layer around the core: GJK works on cores, where shallow contacts are still
  /// apart.
  double core_radius() const;
  Vector3d middle_W() const { return p_WG + R_WG * shape->middle; }
  /// The feature presented along a unit direction, for clipping against another shape's.
  void FindFeature(const Vector3d& direction_W, Feature* feature) const;
  Eigen::AlignedBox3d Bounds() const;
};

}  // namespace surefoot::collide
