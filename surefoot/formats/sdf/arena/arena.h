#pragma once

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// <surefoot:arena>: builds an arena for rescue robots: floor, walls, ramps, stairs and step fields
/// as one static model, doors, loose blocks and victims as models of their own.
/// docs/reference/extensions.md has its parts.
void BuildArena(const world::Element& element, world::WorldSpec* spec, Problems* problems);

}  // namespace surefoot::formats
