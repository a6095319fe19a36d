#pragma once

/// What <ros2_control> and <transmission> tags say of joints. Private to this folder.

#include <string>
#include <vector>

#include "surefoot/plugins/foreign.h"

namespace surefoot::plugins {

/// A joint of a tag.
struct ControlledJoint {
  int joint = 0;
  bool position = false;
  bool velocity = false;
  bool effort = false;
  /// Whether its state is told.
  bool has_state = false;
  Source source;
};

/// Joints with interfaces in all tags, each once, in the order of the file. Joints that the model
/// does not have are warned of; mimic joints and those that do not move along one axis are left
/// out.
std::vector<ControlledJoint> ControlledJoints(const world::Model& model, Problems* problems);

}  // namespace surefoot::plugins
