#include "surefoot/sim/run_state.h"

namespace surefoot::sim {
namespace {

/// 30 years. Until then, sample counts at 1 MHz are exact as doubles.
constexpr SimTimeNs kMaxTimeNs = 1000000000000000000;

/// Snapshots may be hostile files. Unknown names are ignored later, but an axis is used as an
/// index.
void RequireMotions(const world::World& world, const Motions& motions, StateArchive* archive) {
  const auto good_way = [](const Way& way) {
    return way.start_ns >= 0 && way.start_ns <= kMaxTimeNs && way.end_ns >= 0 &&
           way.end_ns <= kMaxTimeNs;
  };
  for (const JointTransition& way : motions.joints) {
    const int joint = world.FindJoint(way.joint);
    const bool has_axis = joint < 0 || (way.axis >= 0 && way.axis < world.joint(joint).v_count);
    archive->Require(has_axis && good_way(way.way));
  }
  for (const ModelTransition& way : motions.models) {
    archive->Require(way.X_from.IsFinite() && way.X_to.IsFinite() && good_way(way.way));
  }
}

}  // namespace

void ReserveWrenches(const world::World& world, RunState* state) {
  // One held wrench for each link, and those of the ground models.
  const auto links = static_cast<std::size_t>(world.link_count());
  state->inputs.wrenches.reserve(links + 2 * world.wheels().size());
  state->held_wrenches.reserve(links);
}

void HeldWrench::Archive(StateArchive* archive) {
  archive->Items(&wrench.link, &wrench.F_L_W.torque, &wrench.F_L_W.force, &steps_left);
  archive->Require(steps_left >= -1);
}

void RadioInFlight::Archive(StateArchive* archive) {
  archive->Items(&due_ns, &from, &to, &signal_dbm, &data);
}

void ArchiveRunState(const world::World& world, StateArchive* archive, RunState* state) {
  archive->Items(&state->step, &state->time_ns, &state->hash, &state->inputs.gravity_W);
  archive->Require(state->step >= 0 && state->time_ns >= 0 && state->time_ns <= kMaxTimeNs);
  archive->set_now_ns(state->time_ns);
  archive->SameCount(state->inputs.motors);
  for (physics::MotorCommand& motor : state->inputs.motors) {
    archive->Choice(&motor.mode, physics::ControlMode::kPosition);
    archive->Items(&motor.target);
    // The limit may be infinite, which Items rejects.
    archive->Raw(&motor.limit, sizeof motor.limit);
    archive->Require(motor.limit >= 0.0);
  }
  archive->Items(&state->stops, &state->physics.effort);
  archive->List(&state->held_wrenches);
  const int links = world.link_count();
  archive->Require(state->held_wrenches.size() <= static_cast<std::size_t>(links));
  for (const HeldWrench& held : state->held_wrenches) {
    archive->Require(held.wrench.link >= 0 && held.wrench.link < links);
  }
  archive->List(&state->radio);
  archive->Items(&state->motions);
  archive->List(&state->controllers);
  RequireMotions(world, state->motions, archive);
}

}  // namespace surefoot::sim
