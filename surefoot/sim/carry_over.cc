/// What goes over from one world or engine into the next.

#include "surefoot/events/event_set.h"
#include "surefoot/sim/machine.h"

namespace surefoot::sim {

void Machine::CarryMotors(const world::Range& from, const world::Range& to,
                          const RunState& old_run) {
  for (int i = 0; i < to.count; ++i) {
    const auto source = static_cast<std::size_t>(from.first + i);
    const auto target = static_cast<std::size_t>(to.first + i);
    rig_.run.inputs.motors[target] = old_run.inputs.motors[source];
    rig_.run.stops.Carry(old_run.stops, from.first + i, to.first + i);
    rig_.run.physics.effort[target] = old_run.physics.effort[source];
  }
}

void Machine::CarryModel(int old_model, int model, const RunState& old_run, const Built& old,
                         const Carried& carried) {
  if (!carried.engine_state) {
    // Another engine for the same world, so ids are the same.
    if (!rig_.world->model(model).is_static) rig_.backend->WriteModel(model, old_run.physics);
    return;
  }
  Bytes saved;
  old.backend->SaveModel(old_model, &saved);
  const Status status = rig_.backend->RestoreModel(model, saved);
  const bool is_edited = rig_.world->instance(model).name == carried.changed.model;
  if (!status.ok() && is_edited && !rig_.world->model(model).is_static) {
    // What the engine keeps beside the state depends on what was edited. Ids are the same.
    rig_.backend->WriteModel(model, old_run.physics);
    return;
  }
  SUREFOOT_CHECK(status.ok(), status.error().message);
}

/// Every model that is in both worlds keeps its state, bit for bit.
void Machine::CarryOver(const world::World& old_world, const RunState& old_run, const Built& old,
                        const Carried& carried) {
  std::vector<std::string> same_models;
  for (int model = 0; model < rig_.world->model_count(); ++model) {
    const std::string& name = rig_.world->instance(model).name;
    const int old_model = old_world.FindModel(name);
    if (old_model < 0) continue;
    const bool is_same = old_world.instance(old_model).model == rig_.world->instance(model).model;
    if (!is_same && name != carried.changed.model) continue;
    same_models.push_back(name);
    CarryModel(old_model, model, old_run, old, carried);
    CarryMotors(old_world.layout(old_model).v, rig_.world->layout(model).v, old_run);
  }
  for (const HeldWrench& held : old_run.held_wrenches) {
    HeldWrench here = held;
    here.wrench.link = rig_.world->FindLink(old_world.LinkName(held.wrench.link));
    if (here.wrench.link >= 0) rig_.run.held_wrenches.push_back(here);
  }
  rig_.backend->ReadState(&rig_.run.physics);
  rig_.ground->CarryOver(*old.ground, same_models);
  if (carried.drives) rig_.drives->CarryOver(*old.drives, same_models);
  if (carried.sensors) rig_.sensors->CarryOver(*old.sensors, same_models, carried.changed.sensors);
  if (carried.events) rig_.events->CarryOver(*old.events);
}

}  // namespace surefoot::sim
