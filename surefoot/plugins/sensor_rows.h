#pragma once

/// Sensors that plugins make, or say more about. Private to this folder.

#include <string>
#include <vector>

#include "surefoot/plugins/foreign.h"
#include "surefoot/plugins/plugin_name.h"
#include "surefoot/plugins/plugins.h"

namespace surefoot::plugins {

/// One sensor plugin: how it is called, what it becomes, how its parameters are spelt. Rate and
/// pose have the same spellings in all of them.
struct SensorRow {
  /// As NamesOf gives them, separated by blanks.
  const char* plugins;
  /// Our type; "" keeps the type of the <sensor> that the plugin is in.
  const char* type;
  const char* topic;
  /// The topic's name in the plugin's code, which remappings name.
  const char* usual_topic;
  const char* frame;
  /// What is special about it.
  void (*finish)(const ForeignReader& reader, world::Sensor* sensor) = nullptr;
};

/// Plugins inside a <sensor>; nullptr when it is none of them.
const SensorRow* FindSensorPlugin(const std::vector<std::string>& names);
/// Changes the sensor as the row says.
void ApplySensorPlugin(const SensorRow& row, const ForeignReader& reader, world::Sensor* sensor);

/// Plugins of a model that are sensors by themselves; nullptr when it is none of them.
const SensorRow* FindModelSensor(const std::vector<std::string>& names);
/// The sensor on the link or joint that the plugin names, or on `link` where it is written; nothing
/// after a warning.
std::vector<PlacedSensor> MakeModelSensor(const SensorRow& row, const ForeignReader& reader,
                                          const world::Plugin& plugin, int link);

/// Gaussian noise in SDF's words at a path of the sensor's element ("imu/angular_velocity/x").
struct ForeignNoise {
  double stddev = 0.0;
  double offset = 0.0;
  /// Spread of a slow drift after a long time, and the rate (1/s) at which it is forgotten.
  double drift = 0.0;
  double drift_frequency = 0.0;
};
void SetNoise(world::Element* element, const std::string& path, const ForeignNoise& noise,
              const Source& source);
/// <gaussianNoise> for all axes of an IMU, where the sensor has no noise of its own.
void SetImuNoise(const ForeignReader& reader, world::Sensor* sensor);

}  // namespace surefoot::plugins
