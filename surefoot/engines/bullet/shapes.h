#pragma once

/// Collision shapes: their data for Bullet's GJK, and their faces for contact polygons.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "surefoot/engines/bullet/build.h"
#include "surefoot/physics/contact_laws.h"

class btConvexShape;
class btBvhTriangleMeshShape;
class btTriangleIndexVertexArray;

namespace surefoot::engines::bullet {

enum class ShapeKind {
  kPlane,
  kBox,
  kSphere,
  kCylinder,
  kCapsule,
  kEllipsoid,
  kHull,
  kMesh,
  kHeightField,
};

/// Deletes Bullet's types, which are only declared here.
struct BulletDeleter {
  void operator()(btBvhTriangleMeshShape* shape) const;
  void operator()(btTriangleIndexVertexArray* array) const;
};

/// A convex polyhedron with polygonal faces, counter-clockwise seen from outside.
struct Hull {
  struct Face {
    Vector3d normal = Vector3d::UnitZ();
    int first = 0;
    int count = 0;
  };
  std::vector<Vector3d> vertices;
  std::vector<Face> faces;
  std::vector<int> corners;
};

/// Limits of a contact normal at the edges of a triangle, from corner k to k + 1: the smallest
/// cosine between the normal and the triangle's own. Above 1 where the edge cannot be hit, because
/// the surface continues flat or concave. This removes contacts with internal edges.
using EdgeLeans = std::array<float, 3>;

/// A static triangle mesh with Bullet's bounding volume tree.
struct TriangleMesh {
  std::shared_ptr<const TriMesh> mesh;
  std::vector<EdgeLeans> leans;
  std::unique_ptr<btTriangleIndexVertexArray, BulletDeleter> array;
  std::unique_ptr<btBvhTriangleMeshShape, BulletDeleter> tree;
};

/// A collision shape, or a convex part of one.
struct Shape {
  ShapeKind kind = ShapeKind::kBox;
  /// World link id, index of the collision within its link, index of the convex part.
  int link = 0;
  int collision = 0;
  int part = 0;
  int surface = 0;
  std::uint32_t mask = 0;
  /// Location of the shape's frame G; X_CF is X_CG.
  Place place;

  /// Half sides; radii; or radius (x) and half length (z).
  Vector3d size = Vector3d::Zero();
  std::shared_ptr<const Hull> hull;
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const HeightField> field;

  /// The convex shape without a rim of width `margin` (m), for GJK.
  std::shared_ptr<const btConvexShape> core;
  double margin = 0.0;

  /// Centre and half sides of its bounding box, in G.
  Vector3d middle = Vector3d::Zero();
  Vector3d half = Vector3d::Zero();

  // At the present pose.
  RigidTransform X_WG;
  Matrix3d R_WG = Matrix3d::Identity();
  /// Bounding box in W, enlarged by reach.
  Vector3d low = Vector3d::Zero();
  Vector3d high = Vector3d::Zero();
  /// Distance (m) up to which contacts are found: the motion of a step.
  double reach = 0.0;
};

bool IsConvex(ShapeKind kind);

/// The shapes of the instance's models, in the order of models, links and collisions. An error
/// names the file and the mesh.
Result<std::vector<Shape>> MakeShapes(const physics::BackendArgs& args, const Built& built,
                                      physics::ContactLaws* laws);

/// Sets X_WG and the bounding box.
void MoveShape(const RigidTransform& X_WG, double reach, Shape* shape);

/// Support point in a unit direction, in G.
Vector3d Support(const Shape& shape, const Vector3d& direction_G);

/// Corners of the feature that the shape turns towards a direction: a face, an edge or a point.
constexpr int kMaxCorners = 32;
struct Polygon {
  std::array<Vector3d, kMaxCorners> points;
  int count = 0;

  void Add(const Vector3d& point) {
    if (count < kMaxCorners) points[static_cast<std::size_t>(count++)] = point;
  }
};
void SupportingFace(const Shape& shape, const Vector3d& direction_G, Polygon* face);

}  // namespace surefoot::engines::bullet
