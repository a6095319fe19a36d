#pragma once

/// Drives that result from plugins, from tags and from the wheels themselves. Tables with one row
/// for each plugin map its parameters to those of <surefoot:drive>. Private to this folder.

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/plugins/foreign.h"
#include "surefoot/plugins/plugin_name.h"

namespace surefoot::plugins {

/// How a parameter is converted.
enum class Copy {
  /// Zero and negative values mean "not given".
  kPositive,
  kNumber,
  /// A diameter, converted to a radius.
  kHalf,
  kFlag,
  /// A list of numbers.
  kNumbers,
  kFrame,
  kTopic,
  /// All joints that the parameter names; without any of them the drive cannot exist.
  kJoints,
  kOptionalJoints,
};

/// One row of a parameter table.
struct DriveParameter {
  /// Spellings in the plugin, separated by blanks.
  const char* theirs;
  /// Path in <surefoot:drive>.
  const char* ours;
  Copy copy = Copy::kPositive;
  /// For topics: the default name in the plugin's code.
  const char* usual = "";
};

/// One drive plugin: its names, the drive it becomes, and the conversion of its parameters.
struct DriveRow {
  /// Names as NamesOf() returns them, separated by blanks.
  const char* plugins;
  /// The type of the drive.
  const char* type;
  std::vector<DriveParameter> parameters;
  /// Converts what the table cannot express; returns false, after a warning, when the drive cannot
  /// exist.
  bool (*finish)(const ForeignReader& reader, world::Element* drive) = nullptr;
};

/// nullptr when none of the names is a drive plugin.
const DriveRow* FindDriveRow(const std::vector<std::string>& names);

/// Plugins of Gazebo Classic and systems of Gazebo Sim.
const std::vector<DriveRow>& ClassicDriveRows();
const std::vector<DriveRow>& SystemDriveRows();

/// An empty <surefoot:drive name="..." type="..." from="...">.
world::Element MakeDrive(const std::string& name, const std::string& type, const std::string& from,
                         const Source& source);

/// The drive that a row makes of the parameters; std::nullopt after a warning. `more` are
/// attributes for `finish`.
std::optional<world::Element> TranslateDrive(
    const DriveRow& row, const ForeignReader& reader, const std::string& name, const Source& source,
    const std::vector<std::pair<std::string, std::string>>& more = {});

/// The same for a plugin. Gazebo's plugins execute a command until the next one arrives, so the
/// drive has no command timeout.
std::optional<world::Element> TranslatePlugin(const DriveRow& row, const ForeignReader& reader,
                                              const world::Plugin& plugin);

/// One drive for each controller of ros2_control that moves joints, in the order of the parameter
/// file (<surefoot:ros_parameters>, from the YAML file that the plugin names). Two controllers may
/// use the same joints: the file does not say which one is active.
std::vector<world::Element> ControllerDrives(const world::Model& model, Problems* problems);

/// Drives for joints with command interfaces in <ros2_control> or <transmission> that are not in
/// `taken`: wheels get a drive for cmd_vel, other joints one group for each kind of interface.
std::vector<world::Element> RosControlDrives(const world::Model& model, const std::set<int>& taken,
                                             Problems* problems);

/// A drive for a robot whose files define none. Its wheels, found by their shapes
/// (world/wheels/find_wheels.h), must form pairs: diff_drive, skid_steer, or ackermann when other
/// wheels are steered. std::nullopt when that is ambiguous, or when the file itself commands one
/// of the joints. The drive has the attribute proposed="true".
std::optional<world::Element> ProposedDrive(const world::Model& model, Problems* problems);

}  // namespace surefoot::plugins
