#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Positions, velocities and efforts of a model's joints: sensor_msgs/JointState.
SensorKind JointStateKind();

}  // namespace surefoot::sensors
