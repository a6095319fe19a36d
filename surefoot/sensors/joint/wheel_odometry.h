#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Dead reckoning from the wheels of the two sides, with its errors: nav_msgs/Odometry.
SensorKind WheelOdometryKind();

}  // namespace surefoot::sensors
