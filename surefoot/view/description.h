#pragma once

#include <string>

#include "surefoot/sensors/sensor.h"
#include "surefoot/view/assets.h"
#include "surefoot/world/world.h"

namespace surefoot::view {

/// The name of the file that describes a model, shared by all that are alike
/// (docs/reference/view.md). `collisions`: it is drawn by its collision shapes, having no visuals.
std::string DescriptionOf(const world::World& world, int model, bool collisions,
                          const sensors::SensorRegistry& kinds, Assets* assets);

/// Whether render/ draws the model by its collisions.
bool IsDrawnByCollisions(const world::World& world, int model);

}  // namespace surefoot::view
