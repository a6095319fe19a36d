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

}  // namespace surefoot::plugins
