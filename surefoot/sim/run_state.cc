#include "surefoot/sim/run_state.h"

namespace surefoot::sim {

void ReserveWrenches(const world::World& world, RunState* state) {
  // One that is held per link, and the ground's.
  const auto links = static_cast<std::size_t>(world.link_count());
  state->inputs.wrenches.reserve(links + 2 * world.wheels().size());
  state->held_wrenches.reserve(links);
}

void HeldWrench::Archive(StateArchive* archive) {
  archive->Items(&wrench.link, &wrench.F_L_W.torque, &wrench.F_L_W.force, &steps_left);
}

void RadioInFlight::Archive(StateArchive* archive) {
  archive->Items(&due_ns, &from, &to, &signal_dbm, &data);
}

void ArchiveRunState(const world::World& world, StateArchive* archive, RunState* state) {
  archive->Items(&state->step, &state->time_ns, &state->hash, &state->inputs.gravity_W);
  archive->SameCount(state->inputs.motors);
  for (physics::MotorCommand& motor : state->inputs.motors) {
    archive->Choice(&motor.mode, physics::ControlMode::kPosition);
    archive->Items(&motor.target, &motor.limit);
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
}

}  // namespace surefoot::sim
