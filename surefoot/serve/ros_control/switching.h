#pragma once

#include <set>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/msgs/controller_manager_msgs.h"
#include "surefoot/sim/controllers.h"

namespace surefoot::serve {

/// The controllers of one robot, as clients of its controller manager see them.
struct RobotControllers {
  std::string robot;
  std::vector<sim::Controller> controllers;
  /// Names of controllers that the simulator itself started and that no client has used yet. A
  /// request that leads to the state in which such a controller is succeeds without effect, so that
  /// spawners work although everything runs already.
  std::set<std::string> started;

  /// nullptr if there is no such controller, or none that is loaded.
  const sim::Controller* FindLoaded(const std::string& name) const;
  const sim::Controller* Find(const std::string& name) const;
};

/// What a request leads to: the states to set, which may be none, and a message for the caller.
struct PlannedChange {
  sim::ControllerChange change;
  std::string message;
};

/// The rules of ros2_control's controller manager (Jazzy) for its services. Errors say why a
/// request is refused.
Result<PlannedChange> PlanLoad(const RobotControllers& robot, const std::string& name);
Result<PlannedChange> PlanConfigure(const RobotControllers& robot, const std::string& name);
Result<PlannedChange> PlanCleanup(const RobotControllers& robot, const std::string& name);
Result<PlannedChange> PlanUnload(const RobotControllers& robot, const std::string& name);
/// With strictness STRICT all changes are made or none; otherwise those that are possible.
Result<PlannedChange> PlanSwitch(
    const RobotControllers& robot,
    const msgs::controller_manager_msgs::SwitchController::Request& request);

}  // namespace surefoot::serve
