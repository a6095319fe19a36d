#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/noise/scalar_noise.h"
#include "surefoot/plugins/sensor_spellings.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

/// Errors in m and m/s; horizontal ones hold for east and for north.
struct NavSatSpec {
  noise::ScalarNoiseSpec horizontal;
  noise::ScalarNoiseSpec vertical;
  noise::ScalarNoiseSpec horizontal_velocity;
  noise::ScalarNoiseSpec vertical_velocity;
  /// Of sensor_msgs/NavSatStatus.
  std::int8_t fix_status = 0;
  /// Seconds from the start of the run until the first fix.
  double time_to_first_fix = 0.0;
  /// From and to, in s of simulated time: no fix.
  std::vector<std::pair<double, double>> outages;
  /// Velocity as a Vector3Stamped instead of a TwistStamped.
  bool velocity_as_vector = false;

  bool HasFix(double time) const;
};

std::vector<std::string> NavSatPresetNames();
NavSatSpec NavSatPreset(const std::string& name);
NavSatSpec ReadNavSatSpec(const world::ElementReader& element);

plugins::SensorSpellings NavSatSpellings();

}  // namespace surefoot::sensors
