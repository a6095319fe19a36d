#pragma once

/// The names by which Gazebo plugins and ros2_control tags refer to a kind of sensor, and the
/// conversion of their parameters to those of a <sensor>. Each kind provides its own
/// (sensors/sensor.h).

#include <string>
#include <vector>

#include "surefoot/plugins/foreign.h"
#include "surefoot/plugins/plugin_name.h"

namespace surefoot::plugins {

/// Spellings of the topic and of the frame in most plugins. Plugins inside a <sensor> look for
/// <frameName> first, plugins of a model for <frameId>.
constexpr const char* kTopicNames = "topicName topic_name topic";
constexpr const char* kSensorFrameNames = "frameName frame_name frameId frame_id";
constexpr const char* kModelFrameNames = "frameId frame_id frameName frame_name";

/// One sensor plugin: its names, its type, and the spellings of its parameters. Rate and pose have
/// the same spellings in all plugins.
struct SensorRow {
  /// Names as NamesOf() returns them, separated by blanks.
  std::string plugins;
  /// Surefoot's type; "" keeps the type of the <sensor> that contains the plugin.
  std::string type;
  /// Spellings of the topic's parameter, separated by blanks.
  std::string topic;
  /// The default topic in the plugin's code, to which remappings refer.
  std::string usual_topic;
  /// Spellings of the frame's parameter, separated by blanks.
  std::string frame;
  /// Converts what the table cannot express.
  void (*finish)(const ForeignReader& reader, world::Sensor* sensor) = nullptr;
  /// True if a plugin of a model creates a sensor on a joint.
  bool on_joint = false;
};

/// Sensors of <ros2_control>, recognised by the names of their state interfaces.
struct StateInterfaces {
  /// Prefixes of the names of its interfaces, separated by blanks; "" when there are none.
  std::string beginnings;
  std::string type;
  bool on_joint = false;
};

/// All spellings of one kind of sensor.
struct SensorSpellings {
  /// Plugins inside a <sensor>, which extend it.
  std::vector<SensorRow> in_sensor;
  /// Plugins of a model or a link that are sensors themselves.
  std::vector<SensorRow> on_model;
  /// Systems that enable such sensors in Gazebo, separated by blanks; nothing to do here.
  std::string switches;
  StateInterfaces state_interfaces;
};

/// The spellings of all kinds of sensors (sensors::SpellingsOf).
using AllSpellings = std::vector<const SensorSpellings*>;

/// Gaussian noise with SDF's parameters, at a path of the sensor's element
/// ("imu/angular_velocity/x").
struct ForeignNoise {
  double stddev = 0.0;
  double offset = 0.0;
  /// Standard deviation of a slow drift in the steady state, and the rate (1/s) at which it
  /// decays: a first-order Gauss-Markov process.
  double drift = 0.0;
  double drift_frequency = 0.0;
};
void SetNoise(world::Element* element, const std::string& path, const ForeignNoise& noise,
              const Source& source);
/// The same for "x", "y" and "z" below `path`.
void SetAxisNoise(world::Element* element, const std::string& path, const ForeignNoise (&noises)[3],
                  const Source& source);

}  // namespace surefoot::plugins
