#include "surefoot/physics/collide/contact_finder.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/geometry/convex/collision_mesh.h"
#include "surefoot/geometry/convex/solid_hull.h"
#include "surefoot/physics/collide/convex.h"
#include "surefoot/physics/collide/convex_pair.h"
#include "surefoot/physics/collide/surface.h"
#include "surefoot/physics/collision_rules.h"

// Sweep and prune finds pairs of bounding boxes, then each pair of convex shapes gives up to a few
// contact points. Nothing is kept between steps, so results depend on the state only.

namespace surefoot::collide {
namespace {

enum class BodyKind { kConvex, kPlane, kSurface };

/// A shape with its pose X_LG in its link's frame.
struct ShapeBody {
  BodyKind kind = BodyKind::kConvex;
  Shape shape;
  RigidTransform X_LG;
  bool is_static = false;
  std::shared_ptr<const Convex> convex;
  std::shared_ptr<const Surface> surface;
};

/// Smallest size (m) of a primitive. It keeps support functions and normals defined for degenerate
/// shapes of a file.
constexpr double kMinSize = 1e-9;

/// Fills the radii that bound the shape. inner_radius scales tolerances of depth: it is half the
/// smallest thickness (for hulls half the smallest extent of their box).
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

/// The shape of a primitive geometry, or nullptr for planes, meshes and height fields.
std::shared_ptr<const Convex> PrimitiveOf(const world::Geometry& geometry) {
  Convex shape;
  const auto size = [](double value) { return std::max(value, kMinSize); };
  if (const auto* box = std::get_if<world::Box>(&geometry)) {
    shape.kind = ConvexKind::kBox;
    shape.half = (0.5 * box->size).cwiseMax(kMinSize);
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
    shape.half = ellipsoid->radii.cwiseMax(kMinSize);
  } else {
    return nullptr;
  }
  return FinishConvex(std::move(shape));
}

/// Makes the shapes of the models' collisions, with data shared through the PartCache.
class Maker {
 public:
  explicit Maker(const physics::BackendArgs& args)
      : world_(*args.world),
        cache_(args.parts != nullptr ? args.parts : std::make_shared<physics::PartCache>()) {}

  /// The shapes of all links.
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
  /// Convex shapes directly; planes, height maps and meshes by their kind.
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
      // A mesh that moves needs a volume to have an inside, so it becomes convex parts. A static
      // one keeps its triangles.
      return entry.is_static ? AddSkin(*mesh, std::move(entry)) : AddParts(*mesh, collision, entry);
    }
    return Status();
  }

  /// A static mesh is a surface of triangles, which may be concave.
  Status AddSkin(const world::Mesh& mesh, ShapeBody entry) {
    entry.kind = BodyKind::kSurface;
    entry.surface = cache_->Get<Surface>("collide skin", mesh.mesh, [&] {
      return std::shared_ptr<const Surface>(MakeSkin(*mesh.mesh));
    });
    shapes_.push_back(std::move(entry));
    return Status();
  }

  /// A movable mesh is divided into convex parts.
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

  /// The division is expensive, so it is cached on disk.
  static Result<Parts> MakeParts(const TriMesh& mesh) {
    CollisionParts cut;
    // Decomposition needs a volume; a thin mesh is one hull, which SolidHull() thickens.
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
  /// Holds the meshes and hulls shared with other instances.
  std::shared_ptr<physics::PartCache> cache_;
  std::vector<ShapeBody> shapes_;
};

/// The shapes of all links of the models, in the order of World ids, which fixes the order of
/// contacts. Equal meshes and height fields share their data.
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

using Box = Eigen::AlignedBox3d;

/// Bounds of a rotated box: |R| times its half sizes.
Box MovedBounds(const Matrix3d& R_WG, const Vector3d& p_WG, const Box& box_G) {
  const Vector3d middle = p_WG + R_WG * box_G.center();
  const Vector3d half = R_WG.cwiseAbs() * (0.5 * box_G.sizes());
  return Box(middle - half, middle + half);
}

/// Broad phase: sweep and prune along x for moving shapes, a box tree for static ones, all moving
/// shapes against all planes. Narrow phase: Touch() for each pair.
class Finder final : public ContactFinder {
 public:
  /// Static shapes are placed once and found by a tree; moving ones are sorted in every step.
  Finder(std::shared_ptr<const world::World> world, std::vector<ShapeBody> bodies)
      : world_(std::move(world)), rules_(*world_), bodies_(std::move(bodies)) {
    const physics::State initial = physics::MakeInitialState(*world_);
    placed_.resize(bodies_.size());
    bounds_.resize(bodies_.size());
    std::vector<Box> static_boxes;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const ShapeBody& body = bodies_[i];
      shapes_.push_back(body.shape);
      Place(i, initial);
      const auto index = static_cast<int>(i);
      if (body.kind == BodyKind::kPlane) {
        planes_.push_back(index);
      } else if (body.is_static) {
        statics_.push_back(index);
        static_boxes.push_back(bounds_[i]);
      } else {
        moving_.push_back(index);
      }
    }
    tree_.Build(static_boxes);
    order_ = moving_;
    found_.reserve(64);
    points_.reserve(64);
    pairs_.reserve(64);
    touches_.reserve(64);
  }

  const std::vector<Shape>& shapes() const override { return shapes_; }

  /// Pairs are sorted by index, so the order of the contacts does not depend on positions.
  const std::vector<TouchPoint>& Find(const physics::State& state) override {
    for (const int i : moving_) Place(static_cast<std::size_t>(i), state);
    FindPairs();
    touches_.clear();
    for (const std::uint64_t pair : pairs_) {
      Touch(static_cast<int>(pair >> 32), static_cast<int>(pair & 0xffffffffu));
    }
    return touches_;
  }

 private:
  /// Moves a shape and its bounds to the pose of its link.
  void Place(std::size_t i, const physics::State& state) {
    const ShapeBody& body = bodies_[i];
    const RigidTransform X_WG = state.X_WL[static_cast<std::size_t>(body.shape.link)] * body.X_LG;
    Placed& placed = placed_[i];
    placed.R_WG = X_WG.R();
    placed.p_WG = X_WG.p;
    placed.shape = body.convex.get();
    if (body.kind == BodyKind::kConvex) bounds_[i] = placed.Bounds();
    if (body.kind == BodyKind::kSurface) {
      bounds_[i] = MovedBounds(placed.R_WG, placed.p_WG, body.surface->Bounds());
    }
  }

  /// A pair in 64 bits, so that sorting compares numbers.
  void AddPair(int a, int b) {
    const Shape& shape_a = shapes_[static_cast<std::size_t>(a)];
    const Shape& shape_b = shapes_[static_cast<std::size_t>(b)];
    if (!rules_.MayTouch(shape_a.link, shape_a.collision, shape_b.link, shape_b.collision)) return;
    pairs_.push_back(static_cast<std::uint64_t>(std::min(a, b)) << 32 |
                     static_cast<std::uint64_t>(std::max(a, b)));
  }

  void FindPairs() {
    pairs_.clear();
    SortAlongX();
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const int a = order_[i];
      const Box& box = bounds_[static_cast<std::size_t>(a)];
      for (std::size_t k = i + 1; k < order_.size(); ++k) {
        const int b = order_[k];
        const Box& other = bounds_[static_cast<std::size_t>(b)];
        if (other.min().x() > box.max().x()) break;
        if (Intersects(box, other)) AddPair(a, b);
      }
      found_.clear();
      tree_.Find(box, &found_);
      for (const int slot : found_) AddPair(a, statics_[static_cast<std::size_t>(slot)]);
      for (const int plane : planes_) AddPlanePair(a, plane);
    }
    // Pairs in the order of shape indices, whatever the order of the sweep.
    std::sort(pairs_.begin(), pairs_.end());
  }

  /// Tests the box of `a` against the half space below the plane, by the box's half extent along
  /// the normal.
  void AddPlanePair(int a, int plane) {
    const Placed& ground = placed_[static_cast<std::size_t>(plane)];
    const Box& box = bounds_[static_cast<std::size_t>(a)];
    const Vector3d n_W = ground.R_WG.col(2);
    const double reach = n_W.cwiseAbs().dot(0.5 * box.sizes());
    if (n_W.dot(box.center() - ground.p_WG) <= reach) AddPair(a, plane);
  }

  /// Insertion sort: the order hardly changes from step to step, so it takes linear time. Ties are
  /// broken by index; the result does not depend on the previous order.
  void SortAlongX() {
    const auto less = [&](int a, int b) {
      const double xa = bounds_[static_cast<std::size_t>(a)].min().x();
      const double xb = bounds_[static_cast<std::size_t>(b)].min().x();
      return xa != xb ? xa < xb : a < b;
    };
    for (std::size_t i = 1; i < order_.size(); ++i) {
      const int moved = order_[i];
      std::size_t k = i;
      for (; k > 0 && less(moved, order_[k - 1]); --k) order_[k] = order_[k - 1];
      order_[k] = moved;
    }
  }

  /// Contact points of a pair, by the kinds of both shapes.
  void Touch(int a, int b) {
    points_.clear();
    const ShapeBody& body_a = bodies_[static_cast<std::size_t>(a)];
    const ShapeBody& body_b = bodies_[static_cast<std::size_t>(b)];
    const Placed& placed_a = placed_[static_cast<std::size_t>(a)];
    const Placed& placed_b = placed_[static_cast<std::size_t>(b)];
    double sign = 1.0;
    if (body_a.kind == BodyKind::kConvex && body_b.kind == BodyKind::kConvex) {
      CollideConvex(placed_a, placed_b, &points_);
    } else if (body_b.kind == BodyKind::kConvex) {
      TouchFixed(body_a, placed_a, placed_b);
    } else if (body_a.kind == BodyKind::kConvex) {
      TouchFixed(body_b, placed_b, placed_a);
      sign = -1.0;
    }
    if (points_.empty()) return;
    const double size = body_a.convex && body_b.convex
                            ? std::min(body_a.convex->outer_radius, body_b.convex->outer_radius)
                            : (body_a.convex ? body_a.convex : body_b.convex)->outer_radius;
    // Points closer than 1e-4 of the smaller shape cannot be distinguished by a solver.
    ReducePoints(1e-9 + 1e-4 * size, &points_);
    for (const PairPoint& point : points_) {
      touches_.push_back(TouchPoint{a, b, point.p_W, sign * point.n_W, point.depth});
    }
  }

  /// A plane or a surface against a convex shape. Surfaces work in their own frame G.
  void TouchFixed(const ShapeBody& fixed, const Placed& ground, const Placed& shape) {
    if (fixed.kind == BodyKind::kPlane) {
      CollidePlane(ground.R_WG.col(2), ground.p_WG, shape, &points_);
      return;
    }
    Placed shape_G = shape;
    shape_G.R_WG = ground.R_WG.transpose() * shape.R_WG;
    shape_G.p_WG = ground.R_WG.transpose() * (shape.p_WG - ground.p_WG);
    CollideSurface(*fixed.surface, shape_G, &found_, &points_);
    for (PairPoint& point : points_) {
      point.p_W = ground.p_WG + ground.R_WG * point.p_W;
      point.n_W = ground.R_WG * point.n_W;
    }
  }

  std::shared_ptr<const world::World> world_;
  physics::CollisionRules rules_;
  std::vector<ShapeBody> bodies_;
  std::vector<Shape> shapes_;
  std::vector<Placed> placed_;
  std::vector<Box> bounds_;
  std::vector<int> planes_;
  std::vector<int> statics_;
  std::vector<int> moving_;
  /// Moving shapes sorted by the lower end of their bounds along x.
  std::vector<int> order_;
  BoxTree tree_;
  std::vector<int> found_;
  /// Pairs of shape indices, the smaller one in the upper half.
  std::vector<std::uint64_t> pairs_;
  std::vector<PairPoint> points_;
  std::vector<TouchPoint> touches_;
};

}  // namespace

Result<std::unique_ptr<ContactFinder>> MakeContactFinder(const physics::BackendArgs& args) {
  return std::unique_ptr<ContactFinder>(
      std::make_unique<Finder>(args.world, SUREFOOT_TRY(MakeShapes(args))));
}

}  // namespace surefoot::collide
