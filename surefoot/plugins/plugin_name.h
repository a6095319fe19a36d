#pragma once

#include <string>
#include <vector>

#include "surefoot/world/model.h"

namespace surefoot::plugins {

/// The names by which our tables may know a plugin, the most telling first, all in small letters:
/// "gazebo_ros_diff_drive" for libgazebo_ros_diff_drive.so; "gz:diffdrive" for the system
/// gz::sim::systems::DiffDrive (also ignition::gazebo::systems::), by its class or its file.
std::vector<std::string> NamesOf(const world::Plugin& plugin);

/// How users know it: the file, and the class of a system of Gazebo Sim.
std::string ShownName(const world::Plugin& plugin);

/// True when one of the names stands in `list`, names separated by blanks.
bool IsListed(const std::vector<std::string>& names, const std::string& list);

/// The plugin that stands in a <plugin> element.
world::Plugin PluginOf(const world::Element& element);

/// Why a plugin that is neither drive nor sensor has no effect here.
struct KnownPlugin {
  enum class Kind {
    /// What it does happens here anyway, or is of no use without Gazebo.
    kNotNeeded,
    /// It does something that is missing here.
    kMissing,
  };
  /// Names as NamesOf gives them, separated by blanks; a last "*" stands for any ending.
  const char* names;
  Kind kind;
  /// What it would do: "propellers".
  const char* what;
};

/// nullptr when the tables of this folder do not know it.
const KnownPlugin* FindKnown(const std::vector<std::string>& names);

}  // namespace surefoot::plugins
