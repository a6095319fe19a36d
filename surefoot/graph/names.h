#pragma once

#include <string>

#include "surefoot/base/result.h"

namespace surefoot::graph {

/// Whether ROS would take it as the full name of a topic, service or action.
Status CheckName(const std::string& name);

/// Joins a namespace and a topic: ("/husky", "imu/data") gives "/husky/imu/data"; a topic that
/// starts with "/" stays as it is. Characters that ROS names cannot have become "_"; before a digit
/// at the start of a part stands one.
std::string TopicName(const std::string& scope, const std::string& topic);

}  // namespace surefoot::graph
