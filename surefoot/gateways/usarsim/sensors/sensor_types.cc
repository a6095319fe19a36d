#include "surefoot/gateways/usarsim/sensors/sensor_types.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "surefoot/base/text.h"

// Topics have types of ROS; the protocol has types and names of its own. This table maps them for
// robots that the table of classes does not list.

namespace surefoot::gateways::usarsim {
namespace {

constexpr std::array kTypes = {
    "RangeScanner", "IRScanner",   "Sonar",         "IR",      "INS",   "IMU",
    "Accel",        "Odometry",    "AcceleroMeter", "Encoder", "Touch", "GroundTruth",
    "Tachometer",   "GPS",         "Camera",        "Battery", "PCL",   "MagneticCompass",
    "Joints",       "RangeImager", "AltitudeSensor"};

/// The type by message and topic name; empty: not a sensor of the protocol.
std::string TypeOf(const std::string& topic, const std::string& message, Dialect dialect) {
  if (message == "sensor_msgs/msg/LaserScan") return "RangeScanner";
  if (message == "sensor_msgs/msg/Range") return "Range";
  if (message == "sensor_msgs/msg/Imu") {
    if (topic.ends_with("_raw")) return "";
    return dialect == Dialect::kUdk ? "IMU" : "Accel";
  }
  if (message == "nav_msgs/msg/Odometry") {
    return topic.ends_with("ground_truth") ? "GroundTruth" : "Odometry";
  }
  if (message == "sensor_msgs/msg/JointState") {
    if (topic.ends_with("joint_states")) return "Joints";
    return topic.ends_with("/joint_state") ? "Encoder" : "";
  }
  if (message == "std_msgs/msg/Bool" && topic.ends_with("/touched")) return "Touch";
  if (message == "sensor_msgs/msg/NavSatFix") return "GPS";
  if (message == "sensor_msgs/msg/MagneticField") return "MagneticCompass";
  if (message == "sensor_msgs/msg/BatteryState") return "Battery";
  if (message == "geometry_msgs/msg/PointStamped" && topic.ends_with("altimeter")) {
    return "AltitudeSensor";
  }
  if (message == "sensor_msgs/msg/Image") {
    if (topic.ends_with("depth/image_raw")) return "RangeImager";
    return topic.ends_with("image_raw") ? "Camera" : "";
  }
  return "";
}

/// The name of a sensor by its topic: "imu/data" becomes "imu", "front/touched" becomes "front".
std::string NameOf(const std::string& topic) {
  std::string name = topic;
  for (std::string_view end : {"/data", "/touched", "/joint_state", "/depth/image_raw",
                               "/image_raw", "/fix", "/scan", "/odom"}) {
    if (name.ends_with(end) && name.size() > end.size()) {
      name.resize(name.size() - end.size());
      break;
    }
  }
  std::replace(name.begin(), name.end(), '/', '_');
  return name;
}

}  // namespace

bool IsSensorType(const std::string& type) {
  return std::find(kTypes.begin(), kTypes.end(), std::string_view(type)) != kTypes.end();
}

std::string SensorTypeList() { return Joined(kTypes); }

SensorSpec UsualSensor(const std::string& topic, const msgs::TypeInfo& message, Dialect dialect) {
  SensorSpec spec;
  spec.topic = topic;
  spec.type = TypeOf(topic, message.name, dialect);
  spec.name = NameOf(topic);
  return spec;
}

bool IsStamped(const std::string& type, Dialect dialect) {
  if (type == "INS" || type == "GPS") return false;
  if (dialect == Dialect::kUdk) return true;
  return type != "Odometry" && type != "Encoder" && type != "Touch" && type != "Tachometer";
}

bool IsPacked(const std::string& type, Dialect dialect) {
  if (dialect == Dialect::kUdk) return false;
  return type == "Sonar" || type == "IR" || type == "Encoder" || type == "Touch";
}

}  // namespace surefoot::gateways::usarsim
