#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Gyro, accelerometer and, where it has one, orientation: sensor_msgs/Imu.
SensorKind ImuKind();

}  // namespace surefoot::sensors
