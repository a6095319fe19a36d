#pragma once

/// The controllers in parameter files of ros2_control (<surefoot:ros_parameters>, which the reader
/// of a model makes from YAML). Private to this folder.

#include <string>
#include <vector>

#include "surefoot/plugins/foreign.h"

namespace surefoot::plugins {

/// A controller of ros2_control, or another node of the file: its name, plugin type and parameters.
struct Controller {
  std::string name;
  /// "diff_drive_controller/DiffDriveController"; empty for other nodes.
  std::string type;
  /// With dotted names, <linear.x.max_velocity>; lists are repeated children.
  world::Element parameters;

  /// "DiffDriveController".
  std::string ClassName() const { return type.substr(type.rfind('/') + 1); }
};

/// All nodes in the parameter files of a model, in the order of the files.
std::vector<Controller> ControllersOf(const world::Model& model);

/// Warns of parameters that no controller of this class has, and notes those that have no effect
/// here.
void CheckParameters(const Controller& controller, const ForeignReader& reader);

/// Removes limits that the file has, but switches off (linear.x.has_velocity_limits: false).
void DropUnusedLimits(const ForeignReader& reader, world::Element* drive);

/// A `finish` of rows: the constraints and gains of a JointTrajectoryController.
bool SetTrajectoryParameters(const ForeignReader& reader, world::Element* drive);

}  // namespace surefoot::plugins
