#pragma once

#include <string>
#include <vector>

#include "surefoot/world/model.h"

namespace surefoot::plugins {

/// The names of a plugin in the tables of this folder, the most specific first, in lower case:
/// "gazebo_ros_diff_drive" for libgazebo_ros_diff_drive.so; "gz:diffdrive" for the system
/// gz::sim::systems::DiffDrive (also ignition::gazebo::systems::), by its class or its file.
std::vector<std::string> NamesOf(const world::Plugin& plugin);

/// The name for users: the file, and for a system of Gazebo Sim also the class.
std::string ShownName(const world::Plugin& plugin);

/// True when one of the names is in `list`, names separated by blanks.
bool IsListed(const std::vector<std::string>& names, const std::string& list);

/// The plugin of a <plugin> element.
world::Plugin PluginOf(const world::Element& element);

/// A plugin that is neither a drive nor a sensor, and why it has no effect.
struct KnownPlugin {
  enum class Kind {
    /// Surefoot does the same without it, or it only makes sense in Gazebo.
    kNotNeeded,
    /// Surefoot does not support what it does.
    kMissing,
  };
  /// Names as NamesOf() returns them, separated by blanks; a "*" at the end matches any rest.
  const char* names;
  Kind kind;
  /// What it does, for the warning: "propellers".
  const char* what;
};

/// nullptr for a plugin that is not in the table.
const KnownPlugin* FindKnown(const std::vector<std::string>& names);

}  // namespace surefoot::plugins
