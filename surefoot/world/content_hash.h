#pragma once

#include <cstdint>

#include "surefoot/world/world_spec.h"

namespace surefoot::world {

/// Hash of everything that affects a run: names, kinematics, masses, shapes, surfaces, materials,
/// sensors, plugins, settings. It excludes sources (files and lines), URIs and folders, the drawn
/// size of planes, the engine hint, the requested real-time factor and <gui>. Recordings and saved
/// states contain it, so a change of what is hashed makes old ones unusable.
std::uint64_t ContentHash(const WorldSpec& spec);

}  // namespace surefoot::world
