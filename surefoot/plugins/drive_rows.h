#pragma once

/// Drives that plugins, tags and the wheels themselves make. Private to this folder.

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/plugins/foreign.h"
#include "surefoot/plugins/plugin_name.h"

namespace surefoot::plugins {

/// How a parameter comes over.
enum class Copy {
  /// Zero and less mean "not given".
  kPositive,
  kNumber,
  /// A diameter that becomes a radius.
  kHalf,
  kFlag,
  kFrame,
  kTopic,
  /// All joints that it names; without any the drive cannot be.
  kJoints,
  kOptionalJoints,
};

struct DriveParameter {
  /// Spellings, separated by blanks.
  const char* theirs;
  /// Path in <surefoot:drive>.
  const char* ours;
  Copy copy = Copy::kPositive;
  /// Topics: the name in the plugin's code.
  const char* usual = "";
};

/// One drive plugin: how it is called, what it becomes, how its parameters come over.
struct DriveRow {
  /// As NamesOf gives them, separated by blanks.
  const char* plugins;
  /// Type of the drive.
  const char* type;
  std::vector<DriveParameter> parameters;
  /// What is special about it; false, after a warning, when no drive comes of it.
  bool (*finish)(const ForeignReader& reader, world::Element* drive) = nullptr;
};

/// nullptr when it is no drive.
const DriveRow* FindDriveRow(const std::vector<std::string>& names);

/// The rows of one family each.
const std::vector<DriveRow>& ClassicDriveRows();
const std::vector<DriveRow>& SystemDriveRows();

/// <surefoot:drive name="..." type="..." from="...">.
world::Element MakeDrive(const std::string& name, const std::string& type, const std::string& from,
                         const Source& source);

/// The drive that a row makes of the parameters; nothing after a warning. `more` are attributes
/// that `finish` may look at.
std::optional<world::Element> TranslateDrive(
    const DriveRow& row, const ForeignReader& reader, const std::string& name, const Source& source,
    const std::vector<std::pair<std::string, std::string>>& more = {});

/// The same for a plugin, which obeys a command until the next one comes.
std::optional<world::Element> TranslatePlugin(const DriveRow& row, const ForeignReader& reader,
                                              const world::Plugin& plugin);

/// Controllers of ros2_control whose parameters are known (<surefoot:ros_parameters>, which the
/// URDF reader makes of the plugin's YAML file): one drive per controller that moves joints, in the
/// order of the file. Two of them may name the same joints: the file does not say which of them is
/// running.
std::vector<world::Element> ControllerDrives(const world::Model& model, Problems* problems);

/// Drives for the joints that <ros2_control> and <transmission> tags give command interfaces and
/// that are not in `taken`: wheels get a drive for cmd_vel, other joints one group per kind of
/// interface.
std::vector<world::Element> RosControlDrives(const world::Model& model, const std::set<int>& taken,
                                             Problems* problems);

/// A drive for a robot whose files name none: wheels by their shapes (world/wheels/find_wheels.h)
/// that stand in pairs: diff_drive, skid_steer, or ackermann when other wheels are steered. Nothing
/// when it is not that clear, or when the file commands one of them itself. Has the attribute
/// proposed="true".
std::optional<world::Element> ProposedDrive(const world::Model& model, Problems* problems);

}  // namespace surefoot::plugins
