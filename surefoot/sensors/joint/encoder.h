#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// An incremental encoder on a joint: std_msgs/Int64 ticks, and sensor_msgs/JointState with the
/// position and the velocity that the ticks tell.
SensorKind EncoderKind();

}  // namespace surefoot::sensors
