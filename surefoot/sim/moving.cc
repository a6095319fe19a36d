/// Inputs that move joints and models over several steps, and power of motors.

#include <algorithm>
#include <cmath>

#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/sim/editor.h"
#include "surefoot/sim/world_edit.h"
#include "surefoot/world/overlap.h"

namespace surefoot::sim {
namespace {

/// Longer motions are mistakes; the limit (s) also keeps the end time within 64 bits of
/// nanoseconds.
constexpr double kLongest = 1e8;
/// Distance by which a motion is checked in advance (m); more than the overlap kTouch that is
/// allowed. Below the speed kSlowest (m/s), the check is ahead by a constant time instead.
constexpr double kLookAhead = 0.004;
constexpr double kSlowest = 0.1;

Status CheckSeconds(const std::string& what, double seconds) {
  if (seconds >= 0.0 && seconds <= kLongest) return Status();
  return Error{"the time for '" + what + "' must lie between 0 and 1e8 s, not " +
               std::to_string(seconds)};
}

/// The constant velocity that moves a body from X to Y within dt.
Twist TwistBetween(const RigidTransform& X, const RigidTransform& Y, double dt) {
  Twist twist;
  twist.v = (Y.p - X.p) / dt;
  // The shorter way around.
  const Eigen::AngleAxisd turn(Y.q * X.q.conjugate());
  const double angle = turn.angle() > M_PI ? turn.angle() - 2.0 * M_PI : turn.angle();
  twist.w = turn.axis() * (angle / dt);
  return twist;
}

/// Overlap up to this depth (m) counts as touching: things that stand on each other overlap a
/// little.
constexpr double kTouch = 0.002;

using world::PlacedShape;

/// Collision shapes of a model, moved by X_move.
std::vector<PlacedShape> ShapesOf(const world::World& world, const physics::State& state, int model,
                                  const RigidTransform& X_move) {
  std::vector<PlacedShape> shapes;
  const world::Range& links = world.layout(model).links;
  for (int link = links.first; link < links.end(); ++link) {
    const RigidTransform X_WL = X_move * state.X_WL[At(link)];
    for (const world::Collision& collision : world.link(link).collisions) {
      shapes.push_back(PlacedShape{&collision.geometry, X_WL * collision.X_LG});
    }
  }
  return shapes;
}

}  // namespace

Status Editor::Take(const JointMotion& input) {
  SUREFOOT_TRY(CheckSeconds(input.joint, input.seconds));
  // The position command below checks everything else.
  const int joint = rig_.world->FindJoint(input.joint);
  const bool has_axis = joint >= 0 && input.axis >= 0 &&
                        input.axis < rig_.world->joint(joint).v_count &&
                        rig_.world->joint(joint).q_count == rig_.world->joint(joint).v_count;
  const double now =
      has_axis ? rig_.run.physics.q[At(rig_.world->joint(joint).q + input.axis)] : 0.0;
  const bool at_once = input.seconds == 0.0;
  if (!std::isfinite(input.position)) {
    return Error{"the position of '" + input.joint + "' is not finite"};
  }
  const Status status = Take(JointCommand{input.joint, input.axis, physics::ControlMode::kPosition,
                                          at_once ? input.position : now});
  if (!status.ok() || at_once) return status;
  JointTransition way;
  way.joint = rig_.world->JointName(joint);
  way.axis = input.axis;
  way.from = now;
  way.to = input.position;
  way.way = Way{rig_.run.time_ns, rig_.run.time_ns + ToNanoseconds(input.seconds)};
  rig_.run.motions.joints.push_back(std::move(way));
  return Status();
}

Status Editor::Take(const Move& input) {
  SUREFOOT_TRY(CheckSeconds(input.model, input.seconds));
  const int model = rig_.world->FindModel(input.model);
  if (model < 0) return NoModel(rig_.world->spec(), input.model);
  if (!input.X_WM.IsFinite()) return Error{"the pose for '" + input.model + "' is not finite"};
  if (input.seconds == 0.0) {
    SUREFOOT_TRY(input.check ? CheckFree(model, input.X_WM) : Status());
    return Take(Teleport{input.model, input.X_WM});
  }
  if (!IsFreeModel(*rig_.world, model)) {
    return Error{
        "'" + input.model +
        "' is static or attached to the world and can only be moved at once (in 0 s); move it "
        "gradually by one of its joints (joint NAME to POSITION in SECONDS)"};
  }
  rig_.run.motions.ForgetModel(input.model);
  ModelTransition way;
  way.model = input.model;
  way.X_from = rig_.ModelPose(model);
  way.X_to = input.X_WM;
  way.check = input.check;
  way.way = Way{rig_.run.time_ns, rig_.run.time_ns + ToNanoseconds(input.seconds)};
  rig_.run.motions.models.push_back(std::move(way));
  return Status();
}

Status Editor::Take(const PowerChange& input) {
  const int model = rig_.world->FindModel(input.model);
  if (model < 0) return NoModel(rig_.world->spec(), input.model);
  auto& unpowered = rig_.run.motions.unpowered;
  const auto found = std::find(unpowered.begin(), unpowered.end(), input.model);
  if (!input.on && found == unpowered.end()) unpowered.push_back(input.model);
  if (!input.on || found == unpowered.end()) return Status();
  unpowered.erase(found);
  const world::Range& range = rig_.world->layout(model).v;
  for (int v = range.first; v < range.end(); ++v) {
    rig_.run.inputs.motors[At(v)].limit = world::kInfinity;
  }
  return Status();
}

/// Call before the drives.
void Editor::FollowMotions() {
  Motions& motions = rig_.run.motions;
  if (motions.joints.empty() && motions.models.empty()) return;
  for (const JointTransition& way : motions.joints) FollowJoint(way);
  const auto arrived = [this](const auto& way) { return way.way.end_ns <= rig_.run.time_ns; };
  std::erase_if(motions.joints, arrived);
  // A teleport removes the model's motion, so iterate over a copy.
  const std::vector<ModelTransition> models = motions.models;
  motions.models.clear();
  for (const ModelTransition& way : models) {
    const bool goes_on = FollowModel(way).ok() && !arrived(way);
    if (goes_on) motions.models.push_back(way);
  }
}

void Editor::FollowJoint(const JointTransition& way) {
  const int joint = rig_.world->FindJoint(way.joint);
  if (joint < 0) return;
  const double share = way.way.ShareAt(rig_.run.time_ns + rig_.step_ns);
  rig_.CommandMotor(rig_.world->joint(joint).v + way.axis,
                    {physics::ControlMode::kPosition, way.from + share * (way.to - way.from)});
}

/// Puts the model at its present target pose, with the velocity that takes it to the next one
/// within the step, so that contacts push what is in its way.
Status Editor::FollowModel(const ModelTransition& way) {
  const int model = rig_.world->FindModel(way.model);
  if (model < 0) return NoModel(rig_.world->spec(), way.model);
  const RigidTransform X_WM = way.PoseAt(rig_.run.time_ns);
  const RigidTransform X_next = way.PoseAt(rig_.run.time_ns + rig_.step_ns);
  const Twist V_WM_W = TwistBetween(X_WM, X_next, rig_.step_size);
  if (way.check) {
    // Ahead by the allowed overlap and a little more: at its speed, the model would push away what
    // it only touches.
    const double speed = std::max(V_WM_W.v.norm(), kSlowest);
    const SimTimeNs ahead_ns = ToNanoseconds(kLookAhead / speed);
    const Status free = CheckFree(model, way.PoseAt(rig_.run.time_ns + rig_.step_ns + ahead_ns));
    if (!free.ok()) {
      const Status rests = Take(Teleport{way.model, X_WM});
      return rests.ok() ? free : rests;
    }
  }
  return Take(Teleport{way.model, X_WM, V_WM_W});
}

/// Call after the drives.
void Editor::CutPower() {
  for (const std::string& name : rig_.run.motions.unpowered) {
    const int model = rig_.world->FindModel(name);
    if (model < 0) continue;
    const world::Range& range = rig_.world->layout(model).v;
    for (int v = range.first; v < range.end(); ++v) {
      rig_.run.inputs.motors[At(v)].limit = 0.0;
    }
  }
}

Status Editor::CheckFree(int model, const RigidTransform& X_WM) const {
  const RigidTransform X_move = X_WM * rig_.ModelPose(model).Inverse();
  const std::vector<PlacedShape> mine = ShapesOf(*rig_.world, rig_.run.physics, model, X_move);
  for (int other = 0; other < rig_.world->model_count(); ++other) {
    if (other == model) continue;
    for (const PlacedShape& theirs :
         ShapesOf(*rig_.world, rig_.run.physics, other, RigidTransform())) {
      const bool hits = std::any_of(mine.begin(), mine.end(), [&](const PlacedShape& shape) {
        return !std::holds_alternative<world::Plane>(*shape.geometry) &&
               world::Overlap(shape, theirs, kTouch);
      });
      if (!hits) continue;
      return Error{"'" + rig_.world->instance(model).name + "' would be inside '" +
                   rig_.world->instance(other).name + "' there"};
    }
  }
  return Status();
}

}  // namespace surefoot::sim
