#pragma once

#include <string>
#include <vector>

#include "surefoot/noise/triad_error.h"
#include "surefoot/plugins/sensor_spellings.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

/// rad/s and m/s2.
struct ImuSpec {
  noise::TriadErrorSpec gyro;
  noise::TriadErrorSpec accelerometer;
  /// Whether it tells its orientation, and the error of that: spreads (rad) about the two level
  /// axes and the vertical one, which wander with a correlation time (s; 0: white).
  bool has_orientation = true;
  double tilt_stddev = 0.0;
  double yaw_stddev = 0.0;
  double orientation_time = 0.0;
  /// Also publish the topic's "_raw" twin without orientation.
  bool raw = false;
};

/// "ideal", "3dm-gx3-25", ...
std::vector<std::string> ImuPresetNames();

/// Numbers of a data sheet (docs/reference/sensors.md names it); ideal for a name that is not
/// known.
ImuSpec ImuPreset(const std::string& name);

/// What the <sensor> element says; wrong values go to its problems.
ImuSpec ReadImuSpec(const world::ElementReader& element);

/// Plugins that are IMUs.
plugins::SensorSpellings ImuSpellings();

}  // namespace surefoot::sensors
