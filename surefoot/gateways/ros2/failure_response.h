#pragma once

#include <string>

#include "surefoot/base/bytes.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::ros2 {

/// Services of ROS 2 cannot fail: a call that was refused or whose request is damaged is answered
/// by a response with default values, in which the fields that report success and the reason, as
/// far as the type has such fields (std_srvs, simulation_interfaces, gazebo_msgs), say so.
Bytes FailureResponse(const msgs::TypeInfo& response, const std::string& reason);

}  // namespace surefoot::gateways::ros2
