#pragma once

#include "surefoot/math/geodesy.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/world.h"

namespace surefoot::sensors {

/// Where the world stands, by its <spherical_coordinates>. What a receiver has to know beyond them
/// is asked of its own element; without them it stands at latitude and longitude 0, with a warning.
LocalFrame PlaceOnPlanet(const world::World& world, const world::ElementReader& element);

}  // namespace surefoot::sensors
