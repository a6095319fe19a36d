#pragma once

/// Collision shapes: what Bullet's GJK needs of them, and their faces for contact polygons.

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

/// Deletes Bullet's types, which headers do not know.
struct BulletDeleter {
  void operator()(btBvhTriangleMeshShape* shape) const;
  void operator()(btTriangleIndexVertexArray* array) const;
};

/// A convex polyhedron with its faces as polygons, counter-clockwise seen from outside.
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

/// How far a contact's normal may lean over the edges of a triangle, from corner k to k + 1: the
/// cosine between it and the triangle's own. Above 1 where nothing can hit the edge, because the
/// surface goes on flat or bent inwards.
using EdgeLeans = std::array<float, 3>;

/// Triangles of a static mesh.
struct TriangleMesh {
  std::shared_ptr<const TriMesh> mesh;
  std::vector<EdgeLeans> leans;
  std::unique_ptr<btTriangleIndexVertexArray, BulletDeleter> array;
  std::unique_ptr<btBvhTriangleMeshShape, BulletDeleter> tree;
};

/// A shape, or a convex part of one.
struct Shape {
  ShapeKind kind = ShapeKind::kBox;
  /// World link id, index of the collision within its link, number of the convex part.
  int link = 0;
  int collision = 0;
  int part = 0;
  int surface = 0;
  std::uint32_t mask = 0;
  /// X_CF is that of the shape's frame G.
  Place place;

  /// Half sides, radii, or radius and half length in x and z.
  Vector3d size = Vector3d::Zero();
  std::shared_ptr<const Hull> hull;
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const HeightField> field;

  /// The convex shape less a rim of width `margin`, for GJK.
  std::shared_ptr<const btConvexShape> core;
  double margin = 0.0;

  /// Middle of the box around it and half its sides, in G.
  Vector3d middle = Vector3d::Zero();
  Vector3d half = Vector3d::Zero();

  // For the present positions.
  RigidTransform X_WG;
  Matrix3d R_WG = Matrix3d::Identity();
  /// A box around it.
  Vector3d low = Vector3d::Zero();
  Vector3d high = Vector3d::Zero();
  /// How far apart it is still looked at: the way of a step.
  double reach = 0.0;
};

bool IsConvex(ShapeKind kind);

/// The shapes of the instance's models, in the order of models, links and collisions. Errors name
/// the file and the mesh.
Result<std::vector<Shape>> MakeShapes(const physics::BackendArgs& args, const Built& built,
                                      physics::ContactLaws* laws);

/// Sets X_WG and the box around the shape.
void MoveShape(const RigidTransform& X_WG, double reach, Shape* shape);

/// The point farthest in a direction (unit, in G).
Vector3d Support(const Shape& shape, const Vector3d& direction_G);

/// Corners of what the shape turns towards a direction: a face, an edge or a point.
constexpr int kMostCorners = 32;
struct Polygon {
  std::array<Vector3d, kMostCorners> points;
  int count = 0;

  void Add(const Vector3d& point) {
    if (count < kMostCorners) points[static_cast<std::size_t>(count++)] = point;
  }
};
void SupportingFace(const Shape& shape, const Vector3d& direction_G, Polygon* face);

}  // namespace surefoot::engines::bullet
