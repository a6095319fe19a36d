#pragma once

/// What can be known of a world beforehand: the heights of its ground, and its rocks.

#include <string>
#include <vector>

#include "surefoot/autonomy/plan/hazard_map.h"
#include "surefoot/base/try.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::navigate {

/// Links of models that are called so, or that are called so themselves ("rock_3",
/// "rocks::rock_3").
std::vector<int> RockLinks(const world::World& world, const std::string& rock_name);

/// Their outlines seen from above, as discs.
Result<std::vector<plan::Rock>> SurveyRocks(const world::World& world, const physics::State& state,
                                            const std::string& rock_name);

/// Height of the ground at the centre of every cell, without rocks and without what can move; 0
/// where there is none.
Result<std::vector<double>> SurveyHeights(const world::World& world, const physics::State& state,
                                          const std::string& rock_name, const plan::Grid& grid);

}  // namespace surefoot::navigate
