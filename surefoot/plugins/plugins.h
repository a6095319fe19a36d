#pragma once

/// The sensors and drives of a model in Surefoot's terms: its sensors and <surefoot:drive>
/// elements as written, and those that result from Gazebo plugins and <ros2_control> tags
/// (docs/reference/plugins.md). Plugins are never loaded; tables translate the known ones.

#include <string>
#include <vector>

#include "surefoot/base/problem.h"
#include "surefoot/plugins/sensor_spellings.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::plugins {

/// A sensor and the link or joint that carries it.
struct PlacedSensor {
  /// Index into Model::links.
  int link = 0;
  /// Index into Model::joints for a joint's sensor, else -1.
  int joint = -1;
  /// `element` has the children that sensors/ reads; X_LS is the pose in `link`.
  world::Sensor sensor;
  /// The plugin or tag that created or changed the sensor; empty for a <sensor> without one.
  std::string from;
};

/// All sensors of a model in a fixed order: those of links, of joints, then those that only
/// plugins define. Errors in a plugin are warnings. Callers with a registry of sensors use
/// sensors::PlacedIn().
std::vector<PlacedSensor> SensorsOf(const world::Model& model, const AllSpellings& spellings,
                                    Problems* problems);

/// All drives as <surefoot:drive name="..." type="..."> elements (docs/reference/drives.md) in a
/// fixed order: as written, from plugins, from ros2_control. The latter two have the attribute
/// `from`, and errors in them are warnings. A wheeled robot without any drive gets a proposed one.
std::vector<world::Element> DrivesOf(const world::Model& model, Problems* problems);

/// The element with the content of a parameter file of ros2_control. With the attribute
/// override="true" its controllers take precedence over the model's drives.
constexpr const char* kRosParameters = "surefoot:ros_parameters";

/// The origin of what results from <ros2_control> tags.
constexpr const char* kRosControl = "ros2_control";

/// True for a drive that no file defines: it does not act on its joints before a command arrives.
bool IsProposed(const world::Element& drive);

/// The attribute `from` of a drive; "" for one that is written as <surefoot:drive>.
std::string OriginOf(const world::Element& drive);

/// True for a controller of ros2_control whose joints an earlier one in the file has.
bool StartsInactive(const world::Element& drive);

/// The type of controller in ros2_control that the drive results from; "" for none.
std::string ControllerTypeOf(const world::Element& drive);

/// Whether joints without an active controller are held at rest: <hold_joints> of the plugin that
/// runs ros2_control; true by default.
bool HoldsJoints(const world::Model& model);

/// Forwards the problems of something that a plugin defines; errors become warnings that it does
/// not run.
void PassOnAsWarnings(const Problems& found, const std::string& from, Problems* problems);

/// Warns of every plugin of the world and its models that is not supported, by its name.
void ReportPlugins(const world::WorldSpec& spec, const AllSpellings& spellings, Problems* problems);

}  // namespace surefoot::plugins
