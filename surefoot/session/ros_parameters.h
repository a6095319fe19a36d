#pragma once

#include <string>

#include "surefoot/base/problem.h"
#include "surefoot/base/result.h"
#include "surefoot/world/world_spec.h"

namespace surefoot {

/// Gives the robots of a world the controllers in a parameter file of ros2_control (YAML), as if
/// their own files named it; they take precedence over the drives in these. A robot gets the file
/// if it has a joint that the file names; a warning is added if no robot has one. Fails if the file
/// cannot be read.
Status AddRosParameters(const std::string& file, world::WorldSpec* spec, Problems* problems);

}  // namespace surefoot
