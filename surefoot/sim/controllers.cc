#include "surefoot/sim/controllers.h"

#include <algorithm>
#include <tuple>

#include "surefoot/base/hash.h"
#include "surefoot/plugins/plugins.h"
#include "surefoot/sim/rig.h"

// States are kept by name in the run's state, so that they survive edits of the world and resets of
// its models. Drives and sensors only know whether they are active.

namespace surefoot::sim {
namespace {

using physics::ControlMode;

constexpr const char* kBroadcaster = "joint_state_broadcaster/JointStateBroadcaster";

ControllerState StateOf(const RunState& run, const drives::ControllerInfo& info) {
  for (const ChangedController& changed : run.controllers) {
    if (changed.model == info.model && changed.name == info.name) return changed.state;
  }
  return info.starts_active ? ControllerState::kActive : ControllerState::kInactive;
}

/// Notes the state of a controller; the one it starts in is not noted, so that a run that returns
/// to it has the state of one that never left it.
void Note(const drives::ControllerInfo& info, ControllerState state, RunState* run) {
  std::erase_if(run->controllers, [&](const ChangedController& changed) {
    return changed.model == info.model && changed.name == info.name;
  });
  if (StateOf(*run, info) != state) run->controllers.push_back({info.model, info.name, state});
  // In an order that does not depend on that of the changes.
  std::sort(run->controllers.begin(), run->controllers.end(),
            [](const ChangedController& a, const ChangedController& b) {
              return std::tie(a.model, a.name) < std::tie(b.model, b.name);
            });
}

void SetActive(const Controller& controller, bool active, Rig* rig, std::vector<int>* released) {
  const drives::ControllerInfo& info = controller.info;
  if (controller.is_broadcaster) {
    rig->sensors->SetPublishing(info.model, info.name, active);
    return;
  }
  const drives::DriveView view{*rig->world, rig->run.physics, rig->run.time_ns, rig->step_size};
  for (const int v : rig->drives->SetActive(info.model, info.name, active, view)) {
    released->push_back(v);
  }
}

int ModelOfAxis(const world::World& world, int v) {
  int model = 0;
  while (world.layout(model).v.end() <= v) ++model;
  return model;
}

/// As gz_ros2_control leaves joints without a controller: they are held at rest, unless its plugin
/// says otherwise.
void Stop(int v, Rig* rig) {
  const world::Model& model = rig->world->model(ModelOfAxis(*rig->world, v));
  rig->CommandMotor(v, plugins::HoldsJoints(model)
                           ? physics::MotorCommand{ControlMode::kVelocity, 0.0}
                           : physics::MotorCommand{});
}

/// Whether an active controller has the axis.
bool IsDriven(const std::vector<Controller>& controllers, int v) {
  return std::any_of(controllers.begin(), controllers.end(), [&](const Controller& controller) {
    const std::vector<int>& axes = controller.info.axes;
    return controller.state == ControllerState::kActive &&
           std::find(axes.begin(), axes.end(), v) != axes.end();
  });
}

std::string NamesIn(const std::vector<Controller>& controllers, const std::string& model) {
  std::string names;
  for (const Controller& controller : controllers) {
    if (controller.info.model != model) continue;
    names += (names.empty() ? "" : ", ") + controller.info.name;
  }
  return names.empty() ? "none" : names;
}

/// The active controller that has a joint of this one; nullptr: none.
const Controller* FindRival(const std::vector<Controller>& all, const Controller& controller) {
  for (const Controller& other : all) {
    if (&other == &controller || other.state != ControllerState::kActive) continue;
    for (const int v : controller.info.axes) {
      const std::vector<int>& axes = other.info.axes;
      if (std::find(axes.begin(), axes.end(), v) != axes.end()) return &other;
    }
  }
  return nullptr;
}

Controller* FindIn(std::vector<Controller>* all, const std::string& model,
                   const std::string& name) {
  for (Controller& controller : *all) {
    if (controller.info.model == model && controller.info.name == name) return &controller;
  }
  return nullptr;
}

}  // namespace

void ChangedController::Archive(StateArchive* archive) {
  archive->Items(&model, &name);
  archive->Choice(&state, ControllerState::kActive);
}

std::uint64_t HashControllers(const std::vector<ChangedController>& controllers,
                              std::uint64_t hash) {
  for (const ChangedController& changed : controllers) {
    hash = HashString(changed.name, HashString(changed.model, hash));
    hash = HashBytes(&changed.state, sizeof changed.state, hash);
  }
  return hash;
}

std::vector<Controller> ListControllers(const Rig& rig) {
  std::vector<Controller> all;
  for (drives::ControllerInfo& info : rig.drives->Controllers()) {
    all.push_back({std::move(info), ControllerState::kActive, false});
  }
  for (const sensors::SensorStatus& sensor : rig.sensors->Statuses()) {
    if (sensor.controller.empty()) continue;
    drives::ControllerInfo info;
    info.model = sensor.model;
    info.name = sensor.controller;
    info.type = kBroadcaster;
    all.push_back({std::move(info), ControllerState::kActive, true});
  }
  for (Controller& controller : all) controller.state = StateOf(rig.run, controller.info);
  std::stable_sort(all.begin(), all.end(), [&](const Controller& a, const Controller& b) {
    return rig.world->FindModel(a.info.model) < rig.world->FindModel(b.info.model);
  });
  return all;
}

Status CheckControllers(const Rig& rig, const ControllerChange& change) {
  std::vector<Controller> all = ListControllers(rig);
  for (const ControllerChange::Entry& entry : change.controllers) {
    Controller* controller = FindIn(&all, change.model, entry.name);
    if (controller == nullptr) {
      return Error{"'" + change.model + "' has no controller '" + entry.name +
                   "'; it has: " + NamesIn(all, change.model)};
    }
    if (entry.state == ControllerState::kActive) {
      if (const Controller* rival = FindRival(all, *controller)) {
        return Error{"controller '" + entry.name + "' cannot be active: controller '" +
                     rival->info.name + "' is active and has one of its joints"};
      }
    }
    controller->state = entry.state;
  }
  return Status();
}

void ChangeControllers(const ControllerChange& change, Rig* rig) {
  std::vector<Controller> all = ListControllers(*rig);
  std::vector<int> released;
  for (const ControllerChange::Entry& entry : change.controllers) {
    Controller* controller = FindIn(&all, change.model, entry.name);
    if (controller == nullptr) continue;
    SetActive(*controller, entry.state == ControllerState::kActive, rig, &released);
    controller->state = entry.state;
    Note(controller->info, entry.state, &rig->run);
  }
  for (const int v : released) {
    if (!IsDriven(all, v)) Stop(v, rig);
  }
}

void ApplyControllers(Rig* rig) {
  std::erase_if(rig->run.controllers, [&](const ChangedController& changed) {
    return rig->world->FindModel(changed.model) < 0;
  });
  for (const Controller& controller : ListControllers(*rig)) {
    const bool active = controller.state == ControllerState::kActive;
    const drives::ControllerInfo& info = controller.info;
    if (controller.is_broadcaster) {
      rig->sensors->SetPublishing(info.model, info.name, active);
    } else {
      rig->drives->MarkActive(info.model, info.name, active);
    }
  }
}

void StopWithoutController(Rig* rig) {
  const std::vector<Controller> all = ListControllers(*rig);
  for (const ChangedController& changed : rig->run.controllers) {
    for (const Controller& controller : all) {
      if (controller.info.model != changed.model || controller.info.name != changed.name) continue;
      for (const int v : controller.info.axes) {
        if (!IsDriven(all, v)) Stop(v, rig);
      }
    }
  }
}

}  // namespace surefoot::sim
