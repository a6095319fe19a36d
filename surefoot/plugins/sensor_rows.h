#pragma once

/// Sensors that plugins make, or say more about. Private to this folder.

#include <string>
#include <vector>

#include "surefoot/plugins/plugins.h"
#include "surefoot/plugins/sensor_spellings.h"

namespace surefoot::plugins {

/// The row of a plugin inside a <sensor>, or of one of a model; nullptr when it is none of them.
const SensorRow* FindSensorPlugin(const AllSpellings& spellings,
                                  const std::vector<std::string>& names);
const SensorRow* FindModelSensor(const AllSpellings& spellings,
                                 const std::vector<std::string>& names);
/// Whether it only switches sensors on in Gazebo.
bool IsSensorSwitch(const AllSpellings& spellings, const std::vector<std::string>& names);

/// Changes the sensor as the row says.
void ApplySensorPlugin(const SensorRow& row, const ForeignReader& reader, world::Sensor* sensor);

/// A sensor that no file has as such, to be filled.
PlacedSensor MakeSensor(const std::string& name, const std::string& type, const Source& source);

/// The sensor on the link or joint that the plugin names, or on `link` where it is written; nothing
/// after a warning.
std::vector<PlacedSensor> MakeModelSensor(const SensorRow& row, const ForeignReader& reader,
                                          const world::Plugin& plugin, int link);

/// Index of the joint whose child the link is; -1 for a root.
int JointAbove(const world::Model& model, int link);

/// The states that <ros2_control> and <transmission> tags want to have told, and sensors of theirs
/// that no other part has.
std::vector<PlacedSensor> RosControlSensors(const world::Model& model,
                                            const AllSpellings& spellings,
                                            const std::vector<PlacedSensor>& others,
                                            Problems* problems);

}  // namespace surefoot::plugins
