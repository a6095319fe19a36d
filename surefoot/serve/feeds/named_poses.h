#pragma once

#include <vector>

#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::serve {

struct NamedPlace {
  msgs::simulation_interfaces::NamedPose pose;
  /// Empty: nothing is said of the room around it.
  msgs::simulation_interfaces::Bounds bounds;
};

/// <surefoot:named_pose name="dock" tags="parking spawn" size="2 2 1"> elements of the world, each
/// with a <pose> and perhaps a <description>, and the start pose of every model that can move,
/// "husky_start" with the tag "start".
std::vector<NamedPlace> NamedPlaces(const world::WorldSpec& spec);

}  // namespace surefoot::serve
