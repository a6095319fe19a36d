#pragma once

#include <string>

namespace surefoot::gateways::ros1 {

/// The type of a topic as ROS 1 peers compare it.
struct TopicType {
  /// "sensor_msgs/Imu"; "*" for any.
  std::string name;
  std::string md5;
  /// The definition, followed by those of all types it uses.
  std::string definition;

  bool is_any() const { return name == "*"; }
};

}  // namespace surefoot::gateways::ros1
