#pragma once

/// Controllers of ros2_control whose parameters are known (<surefoot:ros_parameters>, which the
/// URDF reader makes of the plugin's YAML file). Private to this folder.

#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/model.h"

namespace surefoot::plugins {

/// One drive per controller that moves joints, in the order of the file. Two of them may name the
/// same joints: the file does not say which of them is running.
std::vector<world::Element> ControllerDrives(const world::Model& model, Problems* problems);

}  // namespace surefoot::plugins
