#include "tests/scene/shaken_robot.h"

#include <algorithm>
#include <cmath>

#include "surefoot/physics/state.h"

namespace surefoot::conformance {
namespace {

constexpr double kFastest = 100.0;
constexpr double kHighest = 10.0;
constexpr double kLowest = -0.1;
constexpr double kFarthestBeyond = 0.05;
/// A value that means "no effort given".
constexpr double kUnlimited = 10.0;

}  // namespace

ShakenRobot::ShakenRobot(Session* session, std::uint64_t seed, Efforts efforts)
    : session_(*session), random_(seed, "efforts"), efforts_(efforts) {
  FindAxes();
}

void ShakenRobot::FindAxes() {
  const world::World& world = session_.world();
  for (int model = 0; model < world.model_count() && axes_.empty(); ++model) {
    if (world.model(model).is_static) continue;
    model_ = model;
    const world::Range joints = world.layout(model).joints;
    for (int id = joints.first; id < joints.end(); ++id) {
      const world::Joint& spec = world.joint_spec(id);
      if (spec.mimic) continue;
      for (int axis = 0; axis < world::LimitedAxisCount(spec.type); ++axis) {
        const world::JointAxis& limits = spec.axes[axis];
        const double effort = std::isinf(limits.effort) ? kUnlimited : limits.effort;
        axes_.push_back({world.JointName(id), axis, world.joint(id).q + axis, effort, limits.lower,
                         limits.upper});
      }
    }
  }
}

Status ShakenRobot::Command() {
  for (const Axis& axis : axes_) {
    double effort = random_.Uniform(-axis.effort, axis.effort);
    if (efforts_ == Efforts::kFull) effort = std::copysign(axis.effort, effort);
    const Status status = session_.SetEffort(axis.joint, effort, axis.index);
    if (!status.ok()) return status;
  }
  return {};
}

std::string ShakenRobot::Look() {
  const physics::State& state = session_.simulation().state();
  if (!physics::IsFinite(session_.world(), model_, state)) return "a number is not finite";
  const world::Range links = session_.world().layout(model_).links;
  for (int link = links.first; link < links.end(); ++link) {
    const auto k = static_cast<std::size_t>(link);
    fastest_ = std::max(fastest_, state.V_WL_W[k].v.norm());
    highest_ = std::max(highest_, state.X_WL[k].p.z());
    lowest_ = std::min(lowest_, state.X_WL[k].p.z());
  }
  for (const Axis& axis : axes_) {
    const double q = state.q[static_cast<std::size_t>(axis.q)];
    beyond_ = std::max({beyond_, q - axis.upper, axis.lower - q});
  }
  if (fastest_ > kFastest) return "a link goes at " + std::to_string(fastest_) + " m/s";
  if (highest_ > kHighest) return "a link is " + std::to_string(highest_) + " m high";
  if (beyond_ > kFarthestBeyond) {
    return "a joint is " + std::to_string(beyond_) + " rad beyond its limit";
  }
  if (lowest_ < kLowest) return "a link is " + std::to_string(-lowest_) + " m below the floor";
  return {};
}

std::string ShakenRobot::Shake(double seconds) {
  const auto steps = std::llround(seconds / session_.simulation().step_size());
  const auto period = std::max(1LL, std::llround(0.05 / session_.simulation().step_size()));
  for (long long i = 0; i < steps; ++i) {
    Status status;
    if (i % period == 0) status = Command();
    if (status.ok()) status = session_.Step();
    if (!status.ok()) return status.error().message;
    std::string problem = Look();
    if (!problem.empty()) return problem + " after " + std::to_string(session_.time()) + " s";
  }
  return {};
}

}  // namespace surefoot::conformance
