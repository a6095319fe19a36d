#include "surefoot/sensors/place/atmosphere.h"

#include <algorithm>
#include <cmath>

#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {
namespace {

/// ISO 2533: g / R of dry air (K/m), the Earth's radius for geopotential altitudes (m), the top of
/// the troposphere (m).
constexpr double kGravityByGasConstant = 9.80665 / 287.05287;
constexpr double kRadius = 6356766.0;
constexpr double kTropopause = 11000.0;
/// Limits (K, m, Pa) that keep the formulas finite for any values in a file.
constexpr double kColdest = 1.0;
constexpr double kDeepest = -1e5;
constexpr double kMaxPressure = 1e12;

}  // namespace

double Atmosphere::PressureAt(double height) const {
  const double above = std::max(height, kDeepest);
  // ISO 2533: geopotential altitude, then the barometric formula of a layer with a constant
  // temperature gradient (or without one), then the isothermal layer above 11 km.
  const double geopotential = kRadius * above / (kRadius + above);
  const double h = std::min(geopotential, kTropopause);
  const double local = std::max(temperature + temperature_gradient * h, kColdest);
  const double base =
      std::abs(temperature_gradient) < 1e-9
          ? pressure * std::exp(-kGravityByGasConstant * h / temperature)
          : pressure * std::pow(local / temperature, -kGravityByGasConstant / temperature_gradient);
  const double above_top = std::exp(-kGravityByGasConstant * (geopotential - h) / local);
  return std::min(base * above_top, kMaxPressure);
}

Atmosphere AtmosphereOf(const world::World& world, Problems* problems) {
  Atmosphere air;
  for (const world::Element& element : world.spec().kept) {
    if (element.name != "atmosphere") continue;
    const world::ElementReader reader(element, problems);
    air.temperature = reader.Number("temperature", air.temperature, 1.0, 10000.0);
    air.temperature_gradient =
        reader.Number("temperature_gradient", air.temperature_gradient, -0.1, 0.1);
    air.pressure = reader.Number("pressure", air.pressure, 0.0, 1e9);
  }
  return air;
}

}  // namespace surefoot::sensors
