/// Whether a model would be inside another one somewhere else.

#include <algorithm>
#include <array>

#include "surefoot/sim/simulation.h"

namespace surefoot::sim {
namespace {

/// What touches, or lies on the ground, is not inside.
constexpr double kTouch = 0.002;

struct Placed {
  const world::Geometry* geometry = nullptr;
  RigidTransform X_WG;
};

/// The lowest coordinate of a shape along a direction.
double Least(const Placed& shape, const Vector3d& direction_W) {
  const RigidTransform turn(Quaterniond::FromTwoVectors(direction_W, Vector3d::UnitZ()),
                            Vector3d::Zero());
  return world::LowestZ(*shape.geometry, turn * shape.X_WG);
}

/// Whether they overlap along this direction by more than a touch.
bool OverlapAlong(const Placed& a, const Placed& b, const Vector3d& direction_W) {
  const double least_a = Least(a, direction_W);
  const double least_b = Least(b, direction_W);
  const double most_a = -Least(a, -direction_W);
  const double most_b = -Least(b, -direction_W);
  return std::min(most_a, most_b) - std::max(least_a, least_b) > kTouch;
}

/// By separating directions: exact for two boxes, on the safe side for what is round.
bool Overlap(const Placed& a, const Placed& b) {
  if (std::holds_alternative<world::Plane>(*b.geometry)) {
    const Vector3d n_W = b.X_WG.q * Vector3d::UnitZ();
    return Least(a, n_W) < n_W.dot(b.X_WG.p) - kTouch;
  }
  for (int i = 0; i < 3; ++i) {
    if (!OverlapAlong(a, b, Vector3d::Unit(i))) return false;
  }
  const Matrix3d R_WA = a.X_WG.R();
  const Matrix3d R_WB = b.X_WG.R();
  for (int i = 0; i < 3; ++i) {
    if (!OverlapAlong(a, b, R_WA.col(i)) || !OverlapAlong(a, b, R_WB.col(i))) return false;
  }
  for (int i = 0; i < 9; ++i) {
    const Vector3d direction_W = R_WA.col(i / 3).cross(R_WB.col(i % 3));
    const bool parallel = direction_W.norm() < 1e-6;
    if (!parallel && !OverlapAlong(a, b, direction_W.normalized())) return false;
  }
  const Vector3d between_W = b.X_WG.p - a.X_WG.p;
  return between_W.norm() < 1e-9 || OverlapAlong(a, b, between_W.normalized());
}

/// Shapes of a model, moved by X_move.
std::vector<Placed> ShapesOf(const world::World& world, const physics::State& state, int model,
                             const RigidTransform& X_move) {
  std::vector<Placed> shapes;
  const world::Range& links = world.layout(model).links;
  for (int link = links.first; link < links.end(); ++link) {
    const RigidTransform X_WL = X_move * state.X_WL[static_cast<std::size_t>(link)];
    for (const world::Collision& collision : world.link(link).collisions) {
      // What is below a height map is not looked for.
      if (std::holds_alternative<world::HeightMap>(collision.geometry)) continue;
      shapes.push_back(Placed{&collision.geometry, X_WL * collision.X_LG});
    }
  }
  return shapes;
}

}  // namespace

Status Simulation::CheckFree(int model, const RigidTransform& X_WM) const {
  const RigidTransform X_move = X_WM * ModelPose(model).Inverse();
  const std::vector<Placed> mine = ShapesOf(*world_, run_.physics, model, X_move);
  for (int other = 0; other < world_->model_count(); ++other) {
    if (other == model) continue;
    for (const Placed& theirs : ShapesOf(*world_, run_.physics, other, RigidTransform())) {
      const bool hits = std::any_of(mine.begin(), mine.end(), [&](const Placed& shape) {
        return !std::holds_alternative<world::Plane>(*shape.geometry) && Overlap(shape, theirs);
      });
      if (!hits) continue;
      return Error{"'" + world_->instance(model).name + "' would be inside '" +
                   world_->instance(other).name + "' there"};
    }
  }
  return Status();
}

}  // namespace surefoot::sim
