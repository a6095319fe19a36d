#pragma once

/// What an arena is built of, as models.

#include <string>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/formats/sdf/arena/arena_plan.h"
#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

struct ArenaSpec {
  std::string name = "arena";
  ArenaClass arena_class = ArenaClass::kYellow;
  std::uint64_t seed = 1;
  int columns = 6;
  int rows = 4;
  /// Side of a cell; NIST's apparatus is of 1.2 m, and twice as wide for large robots.
  double cell = 1.2;
  double wall_height = 1.2;
  double mu = 0.8;
  RigidTransform X_WA;
  Source source;
};

/// All of them; the frame A is in the middle of the first cell, on the floor, x along the first
/// row.
std::vector<world::ModelInstance> ArenaModels(const ArenaSpec& spec, const ArenaPlan& plan);

}  // namespace surefoot::formats
