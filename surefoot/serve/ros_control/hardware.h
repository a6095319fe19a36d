#pragma once

#include <vector>

#include "surefoot/msgs/controller_manager_msgs.h"
#include "surefoot/serve/ros_control/switching.h"
#include "surefoot/world/model.h"

namespace surefoot::serve {

using HardwareInterface = msgs::controller_manager_msgs::HardwareInterface;

/// What a robot's joints take and give, as ros2_control names it: "left_wheel/velocity".
struct HardwareInterfaces {
  std::vector<HardwareInterface> commands;
  std::vector<HardwareInterface> states;
};

/// Commands of all controllers of the robot, and of the <ros2_control> tags of its model; an
/// interface is claimed while an active controller has it. States of all joints with one axis.
HardwareInterfaces InterfacesOf(const RobotControllers& robot, const world::Model& model);

/// The hardware components of a robot: one for each <ros2_control> tag, or one for the robot.
std::vector<msgs::controller_manager_msgs::HardwareComponentState> ComponentsOf(
    const RobotControllers& robot, const world::Model& model, bool has_power, double step_rate);

}  // namespace surefoot::serve
