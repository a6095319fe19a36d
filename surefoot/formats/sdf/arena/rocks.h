#pragma once

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// <surefoot:rocks>: puts rocks of random shape, size and place onto the ground of the world, each
/// a model of its own. After all other models. docs/extensions.md has its parts.
void ScatterRocks(const world::Element& element, world::WorldSpec* spec, Problems* problems);

}  // namespace surefoot::formats
