#pragma once

/// libsdformat as an independent peer.

#include <string>

#include "surefoot/world/world_spec.h"

namespace surefoot::formats {

/// Expects what libsdformat makes of a file to be what we read from it. Models that it includes
/// are searched in `models` by the last part of their address.
void CompareWithPeer(const std::string& models, const std::string& path,
                     const world::WorldSpec& spec);

}  // namespace surefoot::formats
