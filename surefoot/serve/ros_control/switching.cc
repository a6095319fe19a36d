#include "surefoot/serve/ros_control/switching.h"

#include <algorithm>

#include "surefoot/base/try.h"

// Messages are worded as those of ros2_control, because people search for them.

namespace surefoot::serve {
namespace {

using Switch = msgs::controller_manager_msgs::SwitchController;
using sim::ControllerState;
using Names = std::vector<std::string>;

bool Holds(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

PlannedChange OneChange(const RobotControllers& robot, const std::string& name,
                        ControllerState state) {
  return {{robot.robot, {{name, state}}}, ""};
}

Error NotLoaded(const std::string& action, const std::string& name) {
  return Error{"Could not " + action + " controller with name '" + name +
               "' because no controller with this name exists"};
}

Error InState(const std::string& action, const sim::Controller& controller) {
  return Error{"Could not " + action + " controller with name '" + controller.info.name +
               "' because it is in the state '" + sim::ControllerStateName(controller.state) + "'"};
}

/// The requested controllers that exist, each once. An error if a missing one ends the request: any
/// with strictness STRICT, otherwise if there is no other.
Result<Names> FindAll(const RobotControllers& robot, const Names& requested,
                      const std::string& action, bool strict) {
  Names found;
  for (const std::string& name : requested) {
    if (robot.FindLoaded(name) != nullptr) {
      if (!Holds(found, name)) found.push_back(name);
    } else if (strict) {
      return NotLoaded(action, name);
    }
  }
  if (found.empty() && !requested.empty()) return NotLoaded(action, requested.front());
  return found;
}

/// Why a controller cannot be activated, apart from the joints of others.
Status CheckActivate(const sim::Controller& controller, bool restarts) {
  if (controller.state == ControllerState::kUnconfigured) {
    return Error{"Controller with name '" + controller.info.name +
                 "' is in 'unconfigured' state. The controller needs to be configured to be in "
                 "'inactive' state before it can be checked and activated."};
  }
  if (controller.state == ControllerState::kActive && !restarts) {
    return Error{"Controller with name '" + controller.info.name + "' is already active."};
  }
  return Status();
}

/// Removes the controllers that fail `check`; with strictness STRICT their error is returned.
template <typename Check>
Status Filter(Names* names, bool strict, Check check) {
  Names kept;
  for (const std::string& name : *names) {
    const Status status = check(name);
    if (status.ok()) kept.push_back(name);
    if (!status.ok() && strict) return status;
  }
  *names = std::move(kept);
  return Status();
}

/// Whether two controllers command the same joint.
bool ShareJoint(const sim::Controller& a, const sim::Controller& b) {
  return std::any_of(a.info.axes.begin(), a.info.axes.end(), [&](int v) {
    return std::find(b.info.axes.begin(), b.info.axes.end(), v) != b.info.axes.end();
  });
}

/// Fails if a controller to be activated would share a joint with another active one. This ends the
/// request with any strictness.
Status CheckInterfaces(const RobotControllers& robot, const Names& activate,
                       const Names& deactivate) {
  for (const std::string& name : activate) {
    const sim::Controller& controller = *robot.FindLoaded(name);
    for (const sim::Controller& other : robot.controllers) {
      const bool stays =
          other.state == ControllerState::kActive && !Holds(deactivate, other.info.name);
      if (other.info.name == name || !(stays || Holds(activate, other.info.name))) continue;
      if (!ShareJoint(controller, other)) continue;
      std::string interfaces;
      for (const std::string& one : controller.info.command_interfaces) interfaces += " " + one;
      return Error{"Resource conflict: controller '" + name +
                   "' cannot be activated, because controller '" + other.info.name +
                   "' has claimed one of its joints; it needs:" + interfaces + ". Deactivate '" +
                   other.info.name + "' in the same request"};
    }
  }
  return Status();
}

}  // namespace

const sim::Controller* RobotControllers::Find(const std::string& name) const {
  for (const sim::Controller& controller : controllers) {
    if (controller.info.name == name) return &controller;
  }
  return nullptr;
}

const sim::Controller* RobotControllers::FindLoaded(const std::string& name) const {
  const sim::Controller* found = Find(name);
  return found != nullptr && found->state != ControllerState::kUnloaded ? found : nullptr;
}

Result<PlannedChange> PlanLoad(const RobotControllers& robot, const std::string& name) {
  const sim::Controller* controller = robot.Find(name);
  if (controller == nullptr) {
    return Error{"The 'type' param was not defined for '" + name +
                 "': the robot's files and parameters have no such controller"};
  }
  if (controller->state == ControllerState::kUnloaded) {
    return OneChange(robot, name, ControllerState::kUnconfigured);
  }
  if (robot.started.count(name) > 0) return PlannedChange();
  return Error{"A controller named '" + name + "' was already loaded"};
}

Result<PlannedChange> PlanConfigure(const RobotControllers& robot, const std::string& name) {
  const sim::Controller* controller = robot.FindLoaded(name);
  if (controller == nullptr) return NotLoaded("configure", name);
  if (controller->state != ControllerState::kActive) {
    return OneChange(robot, name, ControllerState::kInactive);
  }
  if (robot.started.count(name) > 0) return PlannedChange();
  return InState("configure", *controller);
}

Result<PlannedChange> PlanCleanup(const RobotControllers& robot, const std::string& name) {
  const sim::Controller* controller = robot.FindLoaded(name);
  if (controller == nullptr) return NotLoaded("cleanup", name);
  if (controller->state == ControllerState::kActive) return InState("cleanup", *controller);
  return OneChange(robot, name, ControllerState::kUnconfigured);
}

Result<PlannedChange> PlanUnload(const RobotControllers& robot, const std::string& name) {
  const sim::Controller* controller = robot.FindLoaded(name);
  if (controller == nullptr) return NotLoaded("unload", name);
  if (controller->state == ControllerState::kActive) return InState("unload", *controller);
  return OneChange(robot, name, ControllerState::kUnloaded);
}

Result<PlannedChange> PlanSwitch(const RobotControllers& robot, const Switch::Request& request) {
  const bool strict = request.strictness == Switch::Request::STRICT;
  Names deactivate =
      SUREFOOT_TRY(FindAll(robot, request.deactivate_controllers, "deactivate", strict));
  Names activate = SUREFOOT_TRY(FindAll(robot, request.activate_controllers, "activate", strict));
  // Controllers that the simulator started are active already, and this is what the client wants.
  std::erase_if(activate, [&](const std::string& name) {
    return robot.started.count(name) > 0 && !Holds(deactivate, name) &&
           robot.FindLoaded(name)->state == ControllerState::kActive;
  });
  SUREFOOT_TRY(Filter(&activate, strict, [&](const std::string& name) {
    return CheckActivate(*robot.FindLoaded(name), Holds(deactivate, name));
  }));
  SUREFOOT_TRY(Filter(&deactivate, strict, [&](const std::string& name) {
    if (robot.FindLoaded(name)->state == ControllerState::kActive) return Status();
    return Status(Error{"Controller with name '" + name +
                        "' can not be deactivated since it is not active."});
  }));
  SUREFOOT_TRY(CheckInterfaces(robot, activate, deactivate));
  PlannedChange plan;
  plan.change.model = robot.robot;
  for (const std::string& name : deactivate) {
    plan.change.controllers.push_back({name, ControllerState::kInactive});
  }
  for (const std::string& name : activate) {
    plan.change.controllers.push_back({name, ControllerState::kActive});
  }
  plan.message = plan.change.controllers.empty()
                     ? "After checking the controllers, no controllers need to be activated or "
                       "deactivated."
                     : "Successfully switched controllers!";
  return plan;
}

}  // namespace surefoot::serve
