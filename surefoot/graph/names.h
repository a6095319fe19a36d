#pragma once

#include <string>

#include "surefoot/base/result.h"

namespace surefoot::graph {

/// Whether ROS accepts the full name of a topic, service or action.
Status CheckName(const std::string& name);

/// Joins a namespace and a topic: ("/husky", "imu/data") gives "/husky/imu/data"; a topic that
/// starts with "/" is unchanged. Characters that are invalid in ROS names become "_", and a part
/// that starts with a digit gets a leading "_".
std::string TopicName(const std::string& scope, const std::string& topic);

}  // namespace surefoot::graph
