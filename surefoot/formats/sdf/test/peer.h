#pragma once

/// Uses libsdformat as an independent reference.

#include <string>

#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Expects that libsdformat and Surefoot read the same from a file. Models that it includes
/// are searched in `models` by the last part of their URI.
void CompareWithPeer(const std::string& models, const std::string& path,
                     const world::WorldSpec& spec);

}  // namespace surefoot::formats
