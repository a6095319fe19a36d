#pragma once

#include <string>
#include <vector>

namespace surefoot::drives {

/// A drive as a controller of ros2_control.
struct ControllerInfo {
  /// Name of the model, and of the controller within it.
  std::string model;
  std::string name;
  /// "diff_drive_controller/DiffDriveController"; of drives that ros2_control does not have,
  /// "surefoot/legged_walk".
  std::string type;
  bool active = true;
  /// Whether it is active before anyone switches controllers.
  bool starts_active = true;
  /// Joints and what is commanded there: "left_wheel/velocity".
  std::vector<std::string> command_interfaces;
  /// Velocity coordinates of these joints.
  std::vector<int> axes;
};

}  // namespace surefoot::drives
