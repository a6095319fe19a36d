#pragma once

/// What a model wants to have sensed and driven, in our own words: its sensors and
/// <surefoot:drive> elements as written, and what the plugins of Gazebo and the <ros2_control> tags
/// in it ask for, translated.

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/world/model.h"

namespace surefoot::plugins {

/// A sensor and what it is on.
struct PlacedSensor {
  /// Index into Model::links.
  int link = 0;
  /// Index into Model::joints for a joint's sensor, else -1.
  int joint = -1;
  /// `element` has the children that sensors/ reads; X_LS is in `link`.
  world::Sensor sensor;
};

/// All sensors of a model, in a fixed order: links, joints, then those that only plugins name.
/// What cannot be translated is told to `problems` by its name.
std::vector<PlacedSensor> SensorsOf(const world::Model& model, Problems* problems);

/// All drives as <surefoot:drive name="..." type="..."> elements (docs/drives.md), in a fixed
/// order: as written, then plugins, then ros2_control.
std::vector<world::Element> DrivesOf(const world::Model& model, Problems* problems);

}  // namespace surefoot::plugins
