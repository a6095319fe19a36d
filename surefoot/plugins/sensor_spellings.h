#pragma once

/// How the plugins of Gazebo and the tags of ros2_control name a kind of sensor, and how their
/// parameters become those of a <sensor>. Each kind brings its own (sensors/sensor.h).

#include <string>
#include <vector>

#include "surefoot/plugins/foreign.h"
#include "surefoot/plugins/plugin_name.h"

namespace surefoot::plugins {

/// Spellings of the topic that most plugins have, and of the frame: plugins inside a <sensor> look
/// for <frameName> first, those of a model for <frameId>.
constexpr const char* kTopicNames = "topicName topic_name topic";
constexpr const char* kSensorFrameNames = "frameName frame_name frameId frame_id";
constexpr const char* kModelFrameNames = "frameId frame_id frameName frame_name";

/// One sensor plugin: its names, what it becomes, and how its parameters are spelt. Rate and pose
/// have the same spellings in all of them.
struct SensorRow {
  /// As NamesOf gives them, separated by blanks.
  std::string plugins;
  /// Surefoot's type; "" keeps the type of the <sensor> that the plugin is in.
  std::string type;
  /// Spellings of the topic's parameter, separated by blanks.
  std::string topic;
  /// The topic's name in the plugin's code, which remappings name.
  std::string usual_topic;
  /// Spellings of the frame's parameter, separated by blanks.
  std::string frame;
  /// What is special about it.
  void (*finish)(const ForeignReader& reader, world::Sensor* sensor) = nullptr;
  /// Whether a plugin of a model makes a sensor of a joint.
  bool on_joint = false;
};

/// Sensors of <ros2_control>: recognised by the names of their state interfaces.
struct StateInterfaces {
  /// How the names of its interfaces may begin, separated by blanks; empty: it has none.
  std::string beginnings;
  std::string type;
  bool on_joint = false;
};

struct SensorSpellings {
  /// Plugins inside a <sensor>: they add to it.
  std::vector<SensorRow> in_sensor;
  /// Plugins of a model or a link that are sensors by themselves.
  std::vector<SensorRow> on_model;
  /// Systems that switch such sensors on in Gazebo, separated by blanks: nothing to do here.
  std::string switches;
  StateInterfaces state_interfaces;
};

/// Those of all kinds of sensors (sensors::SpellingsOf).
using AllSpellings = std::vector<const SensorSpellings*>;

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
/// The same for "x", "y" and "z" in `path`.
void SetAxisNoise(world::Element* element, const std::string& path, const ForeignNoise (&noises)[3],
                  const Source& source);

}  // namespace surefoot::plugins
