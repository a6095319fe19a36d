#pragma once

#include <cstdint>

#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// A description with random values in every field, as readers would create it. The same seed
/// always gives the same description. It makes no physical sense, but a file may contain each of
/// its values.
world::WorldSpec RandomWorld(std::uint64_t seed);

}  // namespace surefoot::formats
