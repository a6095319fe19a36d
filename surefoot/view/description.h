#pragma once

#include <string>

#include "surefoot/sensors/sensor.h"
#include "surefoot/view/assets.h"
#include "surefoot/world/world.h"

namespace surefoot::view {

/// The name of the file that describes a model; models that share their data share the file
/// (docs/reference/view.md). `collisions`: draw the model by its collision shapes.
std::string DescriptionOf(const world::World& world, int model, bool collisions,
                          const sensors::SensorRegistry& kinds, Assets* assets);

/// Whether render/ draws the model by its collision shapes because it has no visuals.
bool IsDrawnByCollisions(const world::World& world, int model);

}  // namespace surefoot::view
