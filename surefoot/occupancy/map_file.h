#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/occupancy/occupancy_map.h"

namespace surefoot::occupancy {

/// Writes BASE.pgm and BASE.yaml as the map servers of ROS 1 and Nav2 load them.
Status WriteMap(const std::string& base, const OccupancyMap& map);

}  // namespace surefoot::occupancy
