#pragma once

#include "surefoot/world/world.h"

namespace surefoot::sensors {

/// Air at rest whose temperature falls with height up to 11 km and stays beyond, as in the
/// International Standard Atmosphere (ISO 2533), which the defaults are.
struct Atmosphere {
  /// At height 0: K, K/m, Pa.
  double temperature = 288.15;
  double temperature_gradient = -0.0065;
  double pressure = 101325.0;

  /// Pa at a height above the ellipsoid or sea level.
  double PressureAt(double height) const;
};

/// SDF's <atmosphere> of the world; the standard one when there is none.
Atmosphere AtmosphereOf(const world::World& world, Problems* problems);

}  // namespace surefoot::sensors
