/// Batteries in other people's files.

#include <algorithm>

#include "surefoot/sensors/body/battery_spec.h"

namespace surefoot::sensors {
namespace {

using plugins::SetChild;

/// Voltage e0 + e1 (1 - charge); charges in Ah.
void LinearBattery(const plugins::ForeignReader& reader, world::Sensor* sensor) {
  const Source& source = reader.element().source;
  const auto set = [&](const char* ours, double value) {
    SetChild(&sensor->element, ours, NumberText(value), source);
  };
  const auto full = reader.Number("open_circuit_voltage_constant_coef voltage", 1e-3, 1e5);
  if (full) {
    const double empty = *full + reader.Number("open_circuit_voltage_linear_coef").value_or(0.0);
    SetChild(&sensor->element, "open_circuit_voltage",
             empty > 0.0 && empty != *full ? "0 " + NumberText(empty) + " 1 " + NumberText(*full)
                                           : NumberText(*full),
             source);
  }
  const auto capacity = reader.Number("capacity", 1e-6, 1e9);
  const auto charge = reader.Number("initial_charge", 0.0, 1e9);
  if (capacity) set("capacity", *capacity);
  if (capacity && charge) set("initial_charge", std::min(1.0, *charge / *capacity));
  const auto resistance = reader.Number("resistance", 0.0, 1e6);
  if (resistance) set("resistance", *resistance);
  const auto load = reader.Number("power_load", 0.0, 1e9);
  if (load) set("idle_power", *load);
}

}  // namespace

plugins::SensorSpellings BatterySpellings() {
  plugins::SensorSpellings spellings;
  spellings.on_model = {{"gz:linearbatteryplugin linearbatteryplugin", "battery", "",
                         "battery_state", "", LinearBattery}};
  return spellings;
}

}  // namespace surefoot::sensors
