#pragma once

/// Prior knowledge of a world: the heights of its ground, and its rocks.

#include <string>
#include <vector>

#include "surefoot/autonomy/plan/hazard_map.h"
#include "surefoot/base/try.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::navigate {

/// Links whose model's name or own name begins with `rock_name` ("rock_3", "rocks::rock_3").
std::vector<int> RockLinks(const world::World& world, const std::string& rock_name);

/// Outlines of these links from above, as discs.
Result<std::vector<plan::Rock>> SurveyRocks(const world::World& world, const physics::State& state,
                                            const std::string& rock_name);

/// Height of the ground at the centre of every cell (m), without rocks and movable models; 0 where
/// there is nothing.
Result<std::vector<double>> SurveyHeights(const world::World& world, const physics::State& state,
                                          const std::string& rock_name, const plan::Grid& grid);

}  // namespace surefoot::navigate
