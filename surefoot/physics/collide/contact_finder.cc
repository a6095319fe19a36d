#include "surefoot/physics/collide/contact_finder.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "surefoot/physics/collide/convex_pair.h"
#include "surefoot/physics/collide/shapes.h"
#include "surefoot/physics/collision_rules.h"

namespace surefoot::collide {
namespace {

using Box = Eigen::AlignedBox3d;

Box MovedBounds(const Matrix3d& R_WG, const Vector3d& p_WG, const Box& box_G) {
  const Vector3d middle = p_WG + R_WG * box_G.center();
  const Vector3d half = R_WG.cwiseAbs() * (0.5 * box_G.sizes());
  return Box(middle - half, middle + half);
}

class Finder final : public ContactFinder {
 public:
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
        if (Meets(box, other)) AddPair(a, b);
      }
      found_.clear();
      tree_.Find(box, &found_);
      for (const int slot : found_) AddPair(a, statics_[static_cast<std::size_t>(slot)]);
      for (const int plane : planes_) AddPlanePair(a, plane);
    }
    std::sort(pairs_.begin(), pairs_.end());
  }

  void AddPlanePair(int a, int plane) {
    const Placed& ground = placed_[static_cast<std::size_t>(plane)];
    const Box& box = bounds_[static_cast<std::size_t>(a)];
    const Vector3d n_W = ground.R_WG.col(2);
    const double reach = n_W.cwiseAbs().dot(0.5 * box.sizes());
    if (n_W.dot(box.center() - ground.p_WG) <= reach) AddPair(a, plane);
  }

  /// By insertion: little moves from step to step. The order is total, so it does not depend on
  /// where it started.
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
    ReducePoints(1e-9 + 1e-4 * size, &points_);
    for (const PairPoint& point : points_) {
      touches_.push_back(TouchPoint{a, b, point.p_W, sign * point.n_W, point.depth});
    }
  }

  /// A plane or a surface, and a convex shape.
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
  /// The moving ones by the lower end of their bounds along x.
  std::vector<int> order_;
  BoxTree tree_;
  std::vector<int> found_;
  /// Smaller index in the upper half.
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
