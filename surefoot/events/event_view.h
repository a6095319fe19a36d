#pragma once

#include <cstdint>

#include "surefoot/base/time.h"
#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::events {

/// What events look at: the state at the start of a step.
struct EventView {
  const world::World& world;
  const physics::State& state;
  SimTimeNs time_ns = 0;
  std::int64_t step = 0;
};

}  // namespace surefoot::events
