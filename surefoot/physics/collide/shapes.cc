#include "surefoot/physics/collide/shapes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>

#include "surefoot/geometry/convex/collision_mesh.h"
#include "surefoot/geometry/convex/solid_hull.h"

namespace surefoot::collide {
namespace {

constexpr double kLeastSize = 1e-9;

std::shared_ptr<const Convex> FinishConvex(Convex shape) {
  switch (shape.kind) {
    case ConvexKind::kSphere:
      shape.inner_radius = shape.outer_radius = shape.radius;
      break;
    case ConvexKind::kCapsule:
      shape.inner_radius = shape.radius;
      shape.outer_radius = shape.half_length + shape.radius;
      break;
    case ConvexKind::kCylinder:
      shape.inner_radius = std::min(shape.radius, shape.half_length);
      shape.outer_radius = std::hypot(shape.radius, shape.half_length);
      break;
    case ConvexKind::kBox:
      shape.inner_radius = shape.half.minCoeff();
      shape.outer_radius = shape.half.norm();
      break;
    case ConvexKind::kEllipsoid:
      shape.inner_radius = shape.half.minCoeff();
      shape.outer_radius = shape.half.maxCoeff();
      break;
    case ConvexKind::kHull: {
      Eigen::AlignedBox3d bounds;
      for (const Vector3d& vertex : shape.hull->vertices) bounds.extend(vertex);
      shape.middle = bounds.center();
      for (const Vector3d& vertex : shape.hull->vertices) {
        shape.outer_radius = std::max(shape.outer_radius, (vertex - shape.middle).norm());
      }
      shape.inner_radius = 0.5 * bounds.sizes().minCoeff();
      break;
    }
    case ConvexKind::kTriangle:
      break;
  }
  return std::make_shared<const Convex>(std::move(shape));
}

std::shared_ptr<const Convex> PrimitiveOf(const world::Geometry& geometry) {
  Convex shape;
  const auto size = [](double value) { return std::max(value, kLeastSize); };
  if (const auto* box = std::get_if<world::Box>(&geometry)) {
    shape.kind = ConvexKind::kBox;
    shape.half = (0.5 * box->size).cwiseMax(kLeastSize);
  } else if (const auto* sphere = std::get_if<world::Sphere>(&geometry)) {
    shape.kind = ConvexKind::kSphere;
    shape.radius = size(sphere->radius);
  } else if (const auto* cylinder = std::get_if<world::Cylinder>(&geometry)) {
    shape.kind = ConvexKind::kCylinder;
    shape.radius = size(cylinder->radius);
    shape.half_length = size(0.5 * cylinder->length);
  } else if (const auto* capsule = std::get_if<world::Capsule>(&geometry)) {
    shape.kind = ConvexKind::kCapsule;
    shape.radius = size(capsule->radius);
    shape.half_length = size(0.5 * capsule->length);
  } else if (const auto* ellipsoid = std::get_if<world::Ellipsoid>(&geometry)) {
    shape.kind = ConvexKind::kEllipsoid;
    shape.half = ellipsoid->radii.cwiseMax(kLeastSize);
  } else {
    return nullptr;
  }
  return FinishConvex(std::move(shape));
}

class Maker {
 public:
  explicit Maker(const physics::BackendArgs& args)
      : world_(*args.world),
        cache_(args.parts != nullptr ? args.parts : std::make_shared<physics::PartCache>()) {}

  Status AddModel(int model) {
    const world::Tree& tree = world_.tree(model);
    const int first = world_.layout(model).links.first;
    for (int link = 0; link < world_.layout(model).links.count; ++link) {
      const auto body = static_cast<std::size_t>(tree.body_of_link[static_cast<std::size_t>(link)]);
      const bool is_static = tree.bodies[body].is_static;
      const world::Link& spec = world_.link(first + link);
      for (std::size_t i = 0; i < spec.collisions.size(); ++i) {
        ShapeBody entry;
        entry.shape = Shape{first + link, static_cast<int>(i)};
        entry.X_LG = spec.collisions[i].X_LG;
        entry.is_static = is_static;
        SUREFOOT_TRY(AddShape(spec.collisions[i], std::move(entry)));
      }
    }
    return Status();
  }

  std::vector<ShapeBody> Take() { return std::move(shapes_); }

 private:
  Status AddShape(const world::Collision& collision, ShapeBody entry) {
    const world::Geometry& geometry = collision.geometry;
    entry.convex = PrimitiveOf(geometry);
    if (entry.convex) {
      shapes_.push_back(std::move(entry));
    } else if (std::holds_alternative<world::Plane>(geometry)) {
      entry.kind = BodyKind::kPlane;
      shapes_.push_back(std::move(entry));
    } else if (const auto* height_map = std::get_if<world::HeightMap>(&geometry)) {
      entry.kind = BodyKind::kSurface;
      entry.surface = cache_->Get<Surface>("collide ground", height_map->field, [&] {
        return std::shared_ptr<const Surface>(MakeGround(height_map->field));
      });
      shapes_.push_back(std::move(entry));
    } else if (const auto* mesh = std::get_if<world::Mesh>(&geometry)) {
      return entry.is_static ? AddSkin(*mesh, std::move(entry)) : AddParts(*mesh, collision, entry);
    }
    return Status();
  }

  Status AddSkin(const world::Mesh& mesh, ShapeBody entry) {
    entry.kind = BodyKind::kSurface;
    entry.surface = cache_->Get<Surface>("collide skin", mesh.mesh, [&] {
      return std::shared_ptr<const Surface>(MakeSkin(*mesh.mesh));
    });
    shapes_.push_back(std::move(entry));
    return Status();
  }

  Status AddParts(const world::Mesh& mesh, const world::Collision& collision,
                  const ShapeBody& entry) {
    constexpr const char* kKind = "collide parts";
    std::shared_ptr<const Parts> known = cache_->Find<Parts>(kKind, mesh.mesh.get());
    if (known == nullptr) {
      Result<Parts> parts = MakeParts(*mesh.mesh);
      if (!parts.ok()) {
        return Error{collision.source.file + ":" + std::to_string(collision.source.line) +
                     ": collision mesh '" + mesh.uri + "' " + parts.error().message};
      }
      known = std::make_shared<const Parts>(std::move(parts).value());
      cache_->Put(kKind, mesh.mesh, known);
    }
    for (const auto& part : *known) {
      shapes_.push_back(entry);
      shapes_.back().convex = part;
    }
    return Status();
  }

  using Parts = std::vector<std::shared_ptr<const Convex>>;

  static Result<Parts> MakeParts(const TriMesh& mesh) {
    CollisionParts cut;
    if (IsThin(mesh.vertices)) {
      cut.hulls.push_back(mesh);
    } else {
      cut = SUREFOOT_TRY(MakeCollisionParts(mesh, {}, DiskCache::Default()));
    }
    Parts parts;
    for (const TriMesh& piece : cut.hulls) {
      const Result<TriMesh> hull = SolidHull(piece.vertices);
      if (!hull.ok()) {
        return Error{"cannot be used: " + hull.error().message +
                     "; use a box or another primitive shape"};
      }
      Convex shape;
      shape.kind = ConvexKind::kHull;
      shape.hull = std::make_shared<const Hull>(MakeHull(hull.value()));
      parts.push_back(FinishConvex(std::move(shape)));
    }
    return parts;
  }

  const world::World& world_;
  /// What other instances have as well.
  std::shared_ptr<physics::PartCache> cache_;
  std::vector<ShapeBody> shapes_;
};

}  // namespace

Result<std::vector<ShapeBody>> MakeShapes(const physics::BackendArgs& args) {
  Maker maker(args);
  std::vector<int> models = args.models;
  std::sort(models.begin(), models.end());
  for (const int model : models) {
    const Status status = maker.AddModel(model);
    if (!status.ok()) {
      return Error{"model '" + args.world->instance(model).name + "': " + status.error().message};
    }
  }
  return maker.Take();
}

}  // namespace surefoot::collide
