#pragma once

/// The sensor types of the protocol that we can fill, and which message becomes which of them.

#include <string>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::usarsim {

/// "Sonar", as it stands in messages.
bool IsSensorType(const std::string& type);
std::string SensorTypeList();

/// What a topic that the table does not list is there: type and name; an empty type for those
/// without a counterpart. `topic` is seen from the robot: "imu/data".
SensorSpec UsualSensor(const std::string& topic, const msgs::TypeInfo& message, Dialect dialect);

/// Whether messages of this type have a time (dialects differ).
bool IsStamped(const std::string& type, Dialect dialect);
/// Whether all sensors of the type are told in one line: "{Name F1 Range 2.5}".
bool IsPacked(const std::string& type, Dialect dialect);

}  // namespace surefoot::gateways::usarsim
