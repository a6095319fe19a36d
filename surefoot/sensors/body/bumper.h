#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// What a link touches: gazebo_msgs/ContactsState, and std_msgs/Bool whether it touches anything.
/// Nothing is missed between two samples.
SensorKind BumperKind();

}  // namespace surefoot::sensors
