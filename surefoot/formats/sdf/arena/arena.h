#pragma once

#include "surefoot/base/problem.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Builds a <surefoot:arena>, a test arena for rescue robots: floor, walls, ramps, stairs and step
/// fields as one static model; doors, loose blocks and victims as separate models.
/// docs/reference/extensions.md lists its elements.
void BuildArena(const world::Element& element, world::WorldSpec* spec, Problems* problems);

}  // namespace surefoot::formats
