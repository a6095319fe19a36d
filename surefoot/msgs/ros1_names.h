#pragma once

/// Where definitions of ROS 1 differ from ours.

#include <string>
#include <string_view>

#include "surefoot/msgs/type_info.h"

namespace surefoot::msgs {

/// "sensor_msgs/msg/Imu" or "sensor_msgs/Imu" to "sensor_msgs/Imu"; "std_srvs/srv/SetBool_Request"
/// to "std_srvs/SetBoolRequest".
std::string Ros1Name(std::string_view name);

/// One line of the definition of `type` (a ROS 1 name) as ROS 1 has it: empty when it has none.
std::string Ros1Line(std::string_view type, const std::string& line);

/// Whether ROS 1's type lacks the field.
bool Ros1Lacks(const TypeInfo& type, std::string_view field);

}  // namespace surefoot::msgs
