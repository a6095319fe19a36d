#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Where the sensor's frame is and how it moves, without any error: nav_msgs/Odometry.
SensorKind GroundTruthKind();

}  // namespace surefoot::sensors
