#pragma once

#include "surefoot/world/world.h"

namespace surefoot::sensors {

/// Air at rest with a constant temperature gradient up to 11 km and a constant temperature above.
/// The defaults are the International Standard Atmosphere (ISO 2533).
struct Atmosphere {
  /// At sea level: K, K/m, Pa.
  double temperature = 288.15;
  double temperature_gradient = -0.0065;
  double pressure = 101325.0;

  /// Pressure (Pa) at an altitude (m) above sea level, which is not distinguished from the
  /// ellipsoid.
  double PressureAt(double height) const;
};

/// SDF's <atmosphere> of the world; the standard atmosphere where there is none.
Atmosphere AtmosphereOf(const world::World& world, Problems* problems);

}  // namespace surefoot::sensors
