#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/world/world_spec.h"

namespace surefoot {

/// Lets every model that has a keyframe of this name start in it: joints, commands, and the pose of
/// its first link where the keyframe tells it. An error lists the names that there are.
Status StartInKeyframe(const std::string& name, world::WorldSpec* spec);

}  // namespace surefoot
