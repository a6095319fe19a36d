#include "surefoot/sim/stops.h"

// A joint that is commanded to stop is held at its position, because a servo for speed alone creeps
// under load.

namespace surefoot::sim {

using physics::ControlMode;

Stops::Stops(const world::World& world) {
  axes_.resize(static_cast<std::size_t>(world.v_count()));
  for (int joint = 0; joint < world.joint_count(); ++joint) {
    const world::JointLayout& layout = world.joint(joint);
    // Ball and floating joints have no speed commands.
    if (layout.q_count != layout.v_count) continue;
    for (int axis = 0; axis < layout.v_count; ++axis) {
      axes_[At(layout.v + axis)].q = layout.q + axis;
    }
  }
}

void Stops::OnCommand(int v, const physics::MotorCommand& command) {
  Axis& axis = axes_[At(v)];
  const bool stands = command.mode == ControlMode::kVelocity && command.target == 0.0;
  if (!stands) axis.hold.Release();
  axis.stands = stands;
}

void Stops::Carry(const Stops& from, int from_v, int v) {
  const Axis& source = from.axes_[At(from_v)];
  Axis& axis = axes_[At(v)];
  axis.stands = source.stands;
  axis.hold = source.hold;
}

void Stops::Update(const physics::State& state, std::vector<physics::MotorCommand>* motors) {
  for (std::size_t v = 0; v < axes_.size(); ++v) {
    Axis& axis = axes_[v];
    if (!axis.stands) continue;
    physics::MotorCommand& motor = (*motors)[v];
    if (axis.hold.Update(state.q[At(axis.q)], state.v[v])) {
      motor = {ControlMode::kPosition, axis.hold.target()};
    } else {
      motor = {ControlMode::kVelocity, 0.0};
    }
  }
}

void Stops::Archive(StateArchive* archive) {
  archive->SameCount(axes_);
  for (Axis& axis : axes_) archive->Items(&axis.stands, &axis.hold);
}

}  // namespace surefoot::sim
