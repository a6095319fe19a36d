#pragma once

/// Sensors that plugins create or change. Private to this folder.

#include <string>
#include <vector>

#include "surefoot/plugins/plugins.h"
#include "surefoot/plugins/sensor_spellings.h"

namespace surefoot::plugins {

/// The row of a plugin inside a <sensor>, or of a plugin of a model; nullptr when there is none.
const SensorRow* FindSensorPlugin(const AllSpellings& spellings,
                                  const std::vector<std::string>& names);
const SensorRow* FindModelSensor(const AllSpellings& spellings,
                                 const std::vector<std::string>& names);
/// True for a system that only enables sensors in Gazebo.
bool IsSensorSwitch(const AllSpellings& spellings, const std::vector<std::string>& names);

/// Changes the sensor by the plugin's parameters.
void ApplySensorPlugin(const SensorRow& row, const ForeignReader& reader, world::Sensor* sensor);

/// A new sensor for one that exists only as a plugin or tag.
PlacedSensor MakeSensor(const std::string& name, const std::string& type, const Source& source);

/// The sensor on the link or joint that the plugin names, or on `link`, which contains the plugin;
/// empty after a warning.
std::vector<PlacedSensor> MakeModelSensor(const SensorRow& row, const ForeignReader& reader,
                                          const world::Plugin& plugin, int link);

/// Index of the joint whose child the link is; -1 for a root.
int JointAbove(const world::Model& model, int link);

/// A joint_state sensor for the state interfaces of <ros2_control> and <transmission>, and the
/// sensors of <ros2_control> that are not among `others`.
std::vector<PlacedSensor> RosControlSensors(const world::Model& model,
                                            const AllSpellings& spellings,
                                            const std::vector<PlacedSensor>& others,
                                            Problems* problems);

}  // namespace surefoot::plugins
