#pragma once

/// What a model wants to have sensed and driven, in our own words: its sensors and
/// <surefoot:drive> elements as written, and what the plugins of Gazebo and the <ros2_control> tags
/// in it ask for, translated (docs/reference/plugins.md).

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/plugins/sensor_spellings.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::plugins {

/// A sensor and what it is on.
struct PlacedSensor {
  /// Index into Model::links.
  int link = 0;
  /// Index into Model::joints for a joint's sensor, else -1.
  int joint = -1;
  /// `element` has the children that sensors/ reads; X_LS is in `link`.
  world::Sensor sensor;
  /// The plugin or tag that it comes from, or that changed it; empty for a <sensor> without one.
  std::string from;
};

/// All sensors of a model, in a fixed order: links, joints, then those that only plugins name.
/// What is wrong in a plugin is a warning. Who has a registry of sensors asks sensors::PlacedIn.
std::vector<PlacedSensor> SensorsOf(const world::Model& model, const AllSpellings& spellings,
                                    Problems* problems);

/// All drives as <surefoot:drive name="..." type="..."> elements (docs/reference/drives.md), in a
/// fixed order: as written, then plugins, then ros2_control. Those that are not written so have the
/// attribute `from`; what is wrong in them is a warning. A robot on wheels that has none of them
/// gets one that is proposed.
std::vector<world::Element> DrivesOf(const world::Model& model, Problems* problems);

/// True for a drive that no file asks for: it leaves its joints alone until a command comes.
bool IsProposed(const world::Element& drive);

/// The attribute `from` of a drive; empty for one that is written as such.
std::string OriginOf(const world::Element& drive);

/// Passes on what was found wrong in a thing that a plugin asked for: errors as warnings that the
/// plugin does not run.
void PassOnAsWarnings(const Problems& found, const std::string& from, Problems* problems);

/// Warns of every plugin of the world and its models that does not run here, by its name.
void ReportPlugins(const world::WorldSpec& spec, const AllSpellings& spellings, Problems* problems);

}  // namespace surefoot::plugins
