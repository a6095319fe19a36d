#pragma once

#include <cstdint>

#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// A description with random values in every field, in the form that readers give it. The same seed
/// gives the same one. What it describes makes no sense, but each value is one that a file may
/// hold.
world::WorldSpec RandomWorld(std::uint64_t seed);

}  // namespace surefoot::formats
