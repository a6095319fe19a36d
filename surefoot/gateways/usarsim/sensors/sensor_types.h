#pragma once

/// The supported sensor types of the protocol, and the mapping of messages to them.

#include <string>

#include "surefoot/gateways/usarsim/class_table.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::usarsim {

/// Whether a name, "Sonar", is a supported type.
bool IsSensorType(const std::string& type);
std::string SensorTypeList();

/// Type and name for a topic that the table does not list; an empty type if the protocol has no
/// counterpart. `topic` is relative to the robot: "imu/data".
SensorSpec UsualSensor(const std::string& topic, const msgs::TypeInfo& message, Dialect dialect);

/// Whether SEN lines of this type have a Time segment; the dialects differ.
bool IsStamped(const std::string& type, Dialect dialect);
/// Whether all sensors of the type share one line, "{Name F1 Range 2.5} {Name F2 Range 3.1}"
/// (UT2004).
bool IsPacked(const std::string& type, Dialect dialect);

}  // namespace surefoot::gateways::usarsim
