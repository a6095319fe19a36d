#pragma once

#include <cstdint>

#include "surefoot/world/world_spec.h"

namespace surefoot::world {

/// Hash of what matters for a run: names, kinematics, masses, shapes, surfaces, looks, sensors,
/// plugins, settings. Not: places in files, URIs and folders, the drawn size of planes, the engine
/// hint, the wanted real-time factor, <gui>.
std::uint64_t ContentHash(const WorldSpec& spec);

}  // namespace surefoot::world
