#pragma once

#include <string>
#include <vector>

#include "surefoot/noise/triad_error.h"
#include "surefoot/plugins/sensor_spellings.h"
#include "surefoot/world/element_reader.h"

namespace surefoot::sensors {

// What a file says of an IMU, the data sheets of known devices, and the plugins that are IMUs.

/// Errors of an IMU. The gyro is in rad/s, the accelerometer in m/s^2.
struct ImuSpec {
  noise::TriadErrorSpec gyro;
  noise::TriadErrorSpec accelerometer;
  /// Whether it reports its orientation, and the standard deviations of the error (rad) about the
  /// horizontal axes and the vertical axis, with their correlation time (s; 0: white noise).
  bool has_orientation = true;
  double tilt_stddev = 0.0;
  double yaw_stddev = 0.0;
  double orientation_time = 0.0;
  /// Also publish the topic's "_raw" twin without orientation.
  bool raw = false;
};

/// "ideal", "3dm-gx3-25", ...
std::vector<std::string> ImuPresetNames();

/// Values of a data sheet (docs/reference/sensors.md names the source); ideal for an unknown name.
ImuSpec ImuPreset(const std::string& name);

/// From the <sensor> element; wrong values are reported to its problems.
ImuSpec ReadImuSpec(const world::ElementReader& element);

/// The plugins of Gazebo and ros2_control that describe IMUs.
plugins::SensorSpellings ImuSpellings();

}  // namespace surefoot::sensors
