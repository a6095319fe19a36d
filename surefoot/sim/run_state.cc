#include "surefoot/sim/run_state.h"

#include <utility>

namespace surefoot::sim {
namespace {

void PutVector(const Vector3d& v, ByteWriter* writer) { writer->PutRaw(v.data(), 24); }

Vector3d GetVector(ByteReader* reader) {
  Vector3d v = Vector3d::Zero();
  reader->GetRaw(v.data(), 24);
  return v;
}

}  // namespace

void ReserveWrenches(const world::World& world, RunState* state) {
  // One that is held per link, and the ground's.
  const auto links = static_cast<std::size_t>(world.link_count());
  state->inputs.wrenches.reserve(links + 2 * world.wheels().size());
  state->held_wrenches.reserve(links);
}

void SaveRunState(const RunState& state, ByteWriter* writer) {
  writer->Put(state.step);
  writer->Put(state.time_ns);
  writer->Put(state.hash);
  PutVector(state.inputs.gravity_W, writer);
  writer->Put<std::uint64_t>(state.inputs.motors.size());
  for (const physics::MotorCommand& motor : state.inputs.motors) {
    writer->Put(static_cast<std::int32_t>(motor.mode));
    writer->Put(motor.target);
    writer->Put(motor.limit);
  }
  state.stops.Save(writer);
  writer->PutDoubles(state.physics.effort.data(), state.physics.effort.size());
  writer->Put<std::uint64_t>(state.held_wrenches.size());
  for (const HeldWrench& held : state.held_wrenches) {
    writer->Put<std::int32_t>(held.wrench.link);
    PutVector(held.wrench.F_L_W.torque, writer);
    PutVector(held.wrench.F_L_W.force, writer);
    writer->Put(held.steps_left);
  }
  writer->Put<std::uint64_t>(state.radio.size());
  for (const RadioInFlight& flight : state.radio) {
    writer->Put(flight.due_ns);
    writer->PutString(flight.from);
    writer->PutString(flight.to);
    writer->Put(flight.signal_dbm);
    writer->PutBytes(flight.data);
  }
  state.motions.Save(writer);
}

bool RestoreRunState(const world::World& world, ByteReader* reader, RunState* state) {
  state->step = reader->Get<std::int64_t>();
  state->time_ns = reader->Get<SimTimeNs>();
  state->hash = reader->Get<std::uint64_t>();
  state->inputs.gravity_W = GetVector(reader);
  if (reader->Get<std::uint64_t>() != state->inputs.motors.size()) return false;
  for (physics::MotorCommand& motor : state->inputs.motors) {
    const auto mode = reader->Get<std::int32_t>();
    if (mode < 0 || mode > static_cast<std::int32_t>(physics::ControlMode::kPosition)) return false;
    motor.mode = static_cast<physics::ControlMode>(mode);
    motor.target = reader->Get<double>();
    motor.limit = reader->Get<double>();
    if (!(motor.limit >= 0.0)) return false;
  }
  if (!state->stops.Restore(reader)) return false;
  reader->GetDoubles(state->physics.effort.data(), state->physics.effort.size());
  const auto count = reader->Get<std::uint64_t>();
  if (count > static_cast<std::uint64_t>(world.link_count())) return false;
  state->held_wrenches.resize(count);
  for (HeldWrench& held : state->held_wrenches) {
    held.wrench.link = reader->Get<std::int32_t>();
    held.wrench.F_L_W.torque = GetVector(reader);
    held.wrench.F_L_W.force = GetVector(reader);
    held.steps_left = reader->Get<std::int64_t>();
    if (held.wrench.link < 0 || held.wrench.link >= world.link_count()) return false;
  }
  state->radio.clear();
  for (auto left = reader->Get<std::uint64_t>(); left > 0 && reader->ok(); --left) {
    RadioInFlight flight;
    flight.due_ns = reader->Get<SimTimeNs>();
    flight.from = reader->GetString();
    flight.to = reader->GetString();
    flight.signal_dbm = reader->Get<double>();
    flight.data = reader->GetBytes();
    state->radio.push_back(std::move(flight));
  }
  return reader->ok() && state->motions.Restore(reader);
}

}  // namespace surefoot::sim
