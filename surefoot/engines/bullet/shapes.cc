#include "surefoot/engines/bullet/shapes.h"

#include <BulletCollision/CollisionShapes/btBoxShape.h>
#include <BulletCollision/CollisionShapes/btBvhTriangleMeshShape.h>
#include <BulletCollision/CollisionShapes/btCapsuleShape.h>
#include <BulletCollision/CollisionShapes/btConvexHullShape.h>
#include <BulletCollision/CollisionShapes/btCylinderShape.h>
#include <BulletCollision/CollisionShapes/btSphereShape.h>
#include <BulletCollision/CollisionShapes/btTriangleIndexVertexArray.h>

#include <algorithm>
#include <cmath>

#include "surefoot/engines/bullet/hulls.h"
#include "surefoot/geometry/convex/collision_mesh.h"

// Shapes of the world become Bullet's shapes, shared by equal parts. Their margins are rims inside
// of the shape, so that sizes are exact.

namespace surefoot::engines::bullet {
namespace {

/// Width of the rim that is left off for GJK, in m and as a share of the size: shallower contacts
/// need no EPA.
constexpr double kMargin = 1e-3;
constexpr double kMarginShare = 0.1;
/// Smallest size of a shape (m).
constexpr double kMinSize = 1e-6;

/// An ellipsoid, which Bullet lacks: a support function is all that GJK needs.
class EllipsoidShape final : public btConvexInternalShape {
 public:
  explicit EllipsoidShape(const Vector3d& radii) : radii_(radii.x(), radii.y(), radii.z()) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
    m_collisionMargin = 0.0;
  }
  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& d) const override {
    const btVector3 scaled = radii_ * d;
    const btScalar length = scaled.length();
    return length > 0.0 ? radii_ * scaled / length : btVector3(radii_.x(), 0.0, 0.0);
  }
  btVector3 localGetSupportingVertex(const btVector3& d) const override {
    return localGetSupportingVertexWithoutMargin(d);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* d, btVector3* out,
                                                         int count) const override {
    for (int i = 0; i < count; ++i) out[i] = localGetSupportingVertexWithoutMargin(d[i]);
  }
  void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setZero(); }
  const char* getName() const override { return "ellipsoid"; }

 private:
  btVector3 radii_;
};

btVector3 ToBullet(const Vector3d& v) { return btVector3(v.x(), v.y(), v.z()); }

/// Bullet's classes define their own operator delete (aligned allocation), hence the deleter.
std::shared_ptr<const btConvexShape> Share(btConvexShape* shape) {
  return std::shared_ptr<const btConvexShape>(shape, [](const btConvexShape* s) { delete s; });
}

void SetRim(double min_half_size, Shape* shape) {
  shape->margin = std::min(kMargin, kMarginShare * min_half_size);
}

/// The core of a hull has its faces moved inwards by the margin.
void MakeHullCore(Shape* shape) {
  const std::vector<Vector3d> inner = InsetVertices(*shape->hull, shape->margin);
  auto* core = new btConvexHullShape();
  for (const Vector3d& vertex : inner) core->addPoint(ToBullet(vertex), false);
  core->recalcLocalAabb();
  core->setMargin(shape->margin);
  shape->core = Share(core);
}

/// Makes the shapes of an instance, with data shared through the PartCache.
class ShapeMaker {
 public:
  ShapeMaker(const physics::BackendArgs& args, const Built& built, physics::ContactLaws* laws)
      : args_(args),
        world_(*args.world),
        built_(built),
        laws_(*laws),
        cache_(args.parts != nullptr ? args.parts : std::make_shared<physics::PartCache>()) {}

  Result<std::vector<Shape>> Make() {
    for (const int model : args_.models) {
      const world::Range& links = world_.layout(model).links;
      for (int link = links.first; link < links.end(); ++link) {
        const auto& collisions = world_.link(link).collisions;
        for (std::size_t i = 0; i < collisions.size(); ++i) {
          const Status status = Add(link, static_cast<int>(i), collisions[i]);
          if (!status.ok()) return status.error();
        }
      }
    }
    return std::move(shapes_);
  }

 private:
  Status Add(int link, int index, const world::Collision& collision) {
    Shape shape;
    shape.link = link;
    shape.collision = index;
    shape.surface = laws_.Add(collision.surface);
    shape.mask = collision.surface.collide_mask;
    shape.place = built_.places[static_cast<std::size_t>(link)];
    shape.place.X_CF = shape.place.X_CF * collision.X_LG;
    const world::Geometry& geometry = collision.geometry;
    if (std::holds_alternative<world::Plane>(geometry)) {
      shape.kind = ShapeKind::kPlane;
    } else if (const auto* box = std::get_if<world::Box>(&geometry)) {
      AddBox(*box, &shape);
    } else if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
      shape.kind = ShapeKind::kSphere;
      shape.size.setConstant(std::max(sphere->radius, kMinSize));
      shape.margin = shape.size.x();
      shape.core = Share(new btSphereShape(shape.margin));
      shape.half = shape.size;
    } else if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
      AddCylinder(*cylinder, &shape);
    } else if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
      AddCapsule(*capsule, &shape);
    } else if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
      shape.kind = ShapeKind::kEllipsoid;
      shape.size = shape.half = ellipsoid->radii.cwiseMax(kMinSize);
      SetRim(shape.size.minCoeff(), &shape);
      auto* core = new EllipsoidShape(shape.size.array() - shape.margin);
      core->setMargin(shape.margin);
      shape.core = Share(core);
    } else if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
      return AddMesh(*mesh, collision.source, &shape);
    } else if (const auto* map = std::get_if<world::HeightMap>(&geometry)) {
      AddHeightField(*map, &shape);
    }
    shapes_.push_back(shape);
    return Status();
  }

  /// Bullet's box and cylinder classes subtract the margin from the given size by
  /// themselves.
  static void AddBox(const world::Box& box, Shape* shape) {
    shape->kind = ShapeKind::kBox;
    shape->size = shape->half = (box.size / 2.0).cwiseMax(kMinSize);
    SetRim(shape->size.minCoeff(), shape);
    auto* core = new btBoxShape(ToBullet(shape->size));
    core->setMargin(shape->margin);
    shape->core = Share(core);
  }

  static void AddCylinder(const world::Cylinder& cylinder, Shape* shape) {
    shape->kind = ShapeKind::kCylinder;
    const double radius = std::max(cylinder.radius, kMinSize);
    shape->size = shape->half = Vector3d(radius, radius, std::max(cylinder.length / 2.0, kMinSize));
    SetRim(shape->size.minCoeff(), shape);
    auto* core = new btCylinderShapeZ(ToBullet(shape->size));
    core->setMargin(shape->margin);
    shape->core = Share(core);
  }

  /// The core of a capsule is its axis, that of a sphere its centre: they never need EPA until the
  /// axes meet.
  static void AddCapsule(const world::Capsule& capsule, Shape* shape) {
    shape->kind = ShapeKind::kCapsule;
    const double radius = std::max(capsule.radius, kMinSize);
    shape->size = Vector3d(radius, radius, capsule.length / 2.0);
    shape->half = Vector3d(radius, radius, radius + capsule.length / 2.0);
    shape->margin = radius;
    shape->core = Share(new btCapsuleShapeZ(radius, capsule.length));
  }

  /// Height fields have no Bullet shape: terrain.cc walks over their cells.
  void AddHeightField(const world::HeightMap& map, Shape* shape) {
    shape->kind = ShapeKind::kHeightField;
    shape->field = map.field;
    // Includes a slab below the surface, so that nothing falls through it.
    constexpr double kSlab = 1.0;
    const double low = map.field->MinHeight() - kSlab;
    const double high = map.field->MaxHeight();
    shape->middle.z() = (low + high) / 2.0;
    shape->half = Vector3d(map.field->size_x, map.field->size_y, high - low) / 2.0;
  }

  /// Parts are numbered, because saved contacts identify shapes by link, collision and part.
  Status AddMesh(const world::Mesh& mesh, const Source& source, Shape* shape) {
    const auto fail = [&](const std::string& reason) {
      return Error{source.file + ":" + std::to_string(source.line) + ": collision mesh '" +
                   mesh.uri + "' " + reason};
    };
    if (mesh.mesh->triangles.empty()) return fail("has no triangles");
    // Static meshes keep their triangles; moving ones become convex hulls.
    if (!shape->place.moves()) {
      AddStaticMesh(mesh, *shape);
      return Status();
    }
    using Hulls = std::vector<std::shared_ptr<const Hull>>;
    constexpr const char* kKind = "bullet hulls";
    std::shared_ptr<const Hulls> known = cache_->Find<Hulls>(kKind, mesh.mesh.get());
    if (known == nullptr) {
      Result<Hulls> made = MakeHulls(*mesh.mesh);
      if (!made.ok()) return fail(made.error().message);
      known = std::make_shared<const Hulls>(std::move(made).value());
      cache_->Put(kKind, mesh.mesh, known);
    }
    for (const auto& hull : *known) {
      Eigen::AlignedBox3d bounds;
      for (const Vector3d& vertex : hull->vertices) bounds.extend(vertex);
      shape->kind = ShapeKind::kHull;
      shape->hull = hull;
      shape->middle = bounds.center();
      shape->half = bounds.sizes() / 2.0;
      SetRim(MinHalfWidth(*hull), shape);
      MakeHullCore(shape);
      shapes_.push_back(*shape);
      ++shape->part;
    }
    return Status();
  }

  /// Bullet reads vertices and triangles in place; TriangleMesh keeps the mesh alive.
  void AddStaticMesh(const world::Mesh& mesh, Shape shape) {
    shape.kind = ShapeKind::kMesh;
    shape.mesh = cache_->Get<TriangleMesh>("bullet mesh", mesh.mesh, [&] {
      auto made = std::make_shared<TriangleMesh>();
      made->mesh = mesh.mesh;
      made->leans = FindLeans(*mesh.mesh);
      btIndexedMesh part;
      part.m_numTriangles = static_cast<int>(mesh.mesh->triangles.size());
      part.m_triangleIndexBase =
          reinterpret_cast<const unsigned char*>(mesh.mesh->triangles.data());
      part.m_triangleIndexStride = 3 * sizeof(std::uint32_t);
      part.m_numVertices = static_cast<int>(mesh.mesh->vertices.size());
      part.m_vertexBase = reinterpret_cast<const unsigned char*>(mesh.mesh->vertices.data());
      part.m_vertexStride = sizeof(Vector3d);
      part.m_vertexType = PHY_DOUBLE;
      made->array.reset(new btTriangleIndexVertexArray());
      made->array->addIndexedMesh(part, PHY_INTEGER);
      made->tree.reset(new btBvhTriangleMeshShape(made->array.get(), true));
      return made;
    });
    const Eigen::AlignedBox3d bounds = mesh.mesh->Bounds();
    shape.middle = bounds.center();
    shape.half = bounds.sizes() / 2.0;
    shapes_.push_back(shape);
  }

  const physics::BackendArgs& args_;
  const world::World& world_;
  const Built& built_;
  physics::ContactLaws& laws_;
  std::vector<Shape> shapes_;
  /// Hulls and triangle trees shared with other instances.
  std::shared_ptr<physics::PartCache> cache_;
};

}  // namespace

void BulletDeleter::operator()(btBvhTriangleMeshShape* shape) const { delete shape; }
void BulletDeleter::operator()(btTriangleIndexVertexArray* array) const { delete array; }

/// The other kinds are static surfaces.
bool IsConvex(ShapeKind kind) {
  return kind != ShapeKind::kPlane && kind != ShapeKind::kMesh && kind != ShapeKind::kHeightField;
}

Result<std::vector<Shape>> MakeShapes(const physics::BackendArgs& args, const Built& built,
                                      physics::ContactLaws* laws) {
  return ShapeMaker(args, built, laws).Make();
}

/// Bounds of the rotated box, |R| * half, enlarged by reach.
void MoveShape(const RigidTransform& X_WG, double reach, Shape* shape) {
  shape->X_WG = X_WG;
  shape->R_WG = X_WG.R();
  shape->reach = reach;
  const Vector3d middle = X_WG.p + shape->R_WG * shape->middle;
  Vector3d half = shape->half;
  if (shape->kind != ShapeKind::kSphere) half = shape->R_WG.cwiseAbs() * shape->half;
  half.array() += reach;
  shape->low = middle - half;
  shape->high = middle + half;
}

/// Support functions in closed form; for an ellipsoid with radii s, s*(s*d)/|s*d| component by
/// component.
Vector3d Support(const Shape& shape, const Vector3d& d) {
  switch (shape.kind) {
    case ShapeKind::kBox:
      return Vector3d(std::copysign(shape.size.x(), d.x()), std::copysign(shape.size.y(), d.y()),
                      std::copysign(shape.size.z(), d.z()));
    case ShapeKind::kSphere:
      return shape.size.x() * d;
    case ShapeKind::kCylinder: {
      const double length = std::sqrt(d.x() * d.x() + d.y() * d.y());
      const Vector3d along =
          length > 0.0 ? Vector3d(d.x() / length, d.y() / length, 0.0) : Vector3d::UnitX();
      return shape.size.x() * along + Vector3d(0.0, 0.0, std::copysign(shape.size.z(), d.z()));
    }
    case ShapeKind::kCapsule:
      return shape.size.x() * d + Vector3d(0.0, 0.0, std::copysign(shape.size.z(), d.z()));
    case ShapeKind::kEllipsoid: {
      const Vector3d scaled = shape.size.cwiseProduct(d);
      return shape.size.cwiseProduct(scaled) / std::max(scaled.norm(), 1e-300);
    }
    case ShapeKind::kHull: {
      const Vector3d* best = &shape.hull->vertices.front();
      double max = -world::kInfinity;
      for (const Vector3d& vertex : shape.hull->vertices) {
        const double along = vertex.dot(d);
        if (along > max) {
          max = along;
          best = &vertex;
        }
      }
      return *best;
    }
    default:
      return Vector3d::Zero();
  }
}

/// The face, edge or point that faces d best, counter-clockwise seen from outside, as Clip()
/// expects.
void SupportingFace(const Shape& shape, const Vector3d& d, Polygon* face) {
  face->count = 0;
  const Vector3d& size = shape.size;
  switch (shape.kind) {
    case ShapeKind::kBox: {
      int axis = 0;
      d.cwiseAbs().maxCoeff(&axis);
      const int u = (axis + 1) % 3;
      const int w = (axis + 2) % 3;
      const double side = std::copysign(1.0, d[axis]);
      for (const auto& [a, b] : {std::pair(-1.0, -1.0), {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}}) {
        Vector3d corner;
        corner[axis] = side * size[axis];
        corner[u] = side * a * size[u];
        corner[w] = b * size[w];
        face->Add(corner);
      }
      break;
    }
    case ShapeKind::kCylinder: {
      // Polygon of the round end; its inscribed corners are exact contact points.
      constexpr int kSides = 12;
      const double across = std::sqrt(d.x() * d.x() + d.y() * d.y());
      if (std::abs(d.z()) > across) {
        const double side = std::copysign(1.0, d.z());
        for (int i = 0; i < kSides; ++i) {
          const double angle = side * 6.283185307179586 * i / kSides;
          face->Add(
              Vector3d(size.x() * std::cos(angle), size.x() * std::sin(angle), side * size.z()));
        }
      } else {
        const Vector3d out(size.x() * d.x() / across, size.x() * d.y() / across, 0.0);
        face->Add(out - Vector3d(0.0, 0.0, size.z()));
        face->Add(out + Vector3d(0.0, 0.0, size.z()));
      }
      break;
    }
    case ShapeKind::kCapsule:
      if (std::abs(d.z()) < 0.7) {
        face->Add(size.x() * d - Vector3d(0.0, 0.0, size.z()));
        face->Add(size.x() * d + Vector3d(0.0, 0.0, size.z()));
      } else {
        face->Add(Support(shape, d));
      }
      break;
    case ShapeKind::kHull: {
      const Hull& hull = *shape.hull;
      const Hull::Face* best = &hull.faces.front();
      for (const Hull::Face& candidate : hull.faces) {
        if (candidate.normal.dot(d) > best->normal.dot(d)) best = &candidate;
      }
      for (int i = 0; i < best->count; ++i) {
        const int corner = hull.corners[static_cast<std::size_t>(best->first + i)];
        face->Add(hull.vertices[static_cast<std::size_t>(corner)]);
      }
      break;
    }
    default:
      face->Add(Support(shape, d));
      break;
  }
}

}  // namespace surefoot::engines::bullet
