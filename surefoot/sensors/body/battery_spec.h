#pragma once

#include <cstdint>
#include <string>

#include "surefoot/noise/curve.h"
#include "surefoot/noise/scalar_noise.h"
#include "surefoot/plugins/sensor_spellings.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

struct BatterySpec {
  /// Of sensor_msgs/BatteryState.
  std::uint8_t technology = 0;
  /// Ah.
  double capacity = 20.0;
  /// From 0 to 1.
  double initial_charge = 1.0;
  /// Open-circuit voltage of the whole battery over its charge (0 to 1).
  noise::Curve voltage;
  /// Ohm.
  double resistance = 0.05;
  /// W, whatever the motors do.
  double idle_power = 0.0;
  /// Mechanical power over electrical power of the motors.
  double efficiency = 0.7;
  /// Part of the braking power that comes back.
  double regeneration = 0.0;
  /// W from outside.
  double recharge_power = 0.0;
  noise::ScalarNoiseSpec voltage_noise;
  noise::ScalarNoiseSpec current_noise;
};

BatterySpec ReadBatterySpec(const world::ElementReader& element);

plugins::SensorSpellings BatterySpellings();

}  // namespace surefoot::sensors
