#pragma once

/// <ros2_control> and <transmission> tags. Private to this folder.

#include <set>
#include <vector>

#include "surefoot/plugins/plugins.h"
#include "surefoot/plugins/sensor_spellings.h"

namespace surefoot::plugins {

/// Drives for the joints that the tags give command interfaces and that are not in `taken`: wheels
/// get a drive for cmd_vel, other joints one group per kind of interface.
std::vector<world::Element> RosControlDrives(const world::Model& model, const std::set<int>& taken,
                                             Problems* problems);

/// The states that the tags want to have told, and sensors of theirs that no other part has.
std::vector<PlacedSensor> RosControlSensors(const world::Model& model,
                                            const AllSpellings& spellings,
                                            const std::vector<PlacedSensor>& others,
                                            Problems* problems);

}  // namespace surefoot::plugins
