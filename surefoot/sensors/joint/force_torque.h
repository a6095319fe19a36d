#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Force and torque that a joint transmits: geometry_msgs/WrenchStamped.
SensorKind ForceTorqueKind();

}  // namespace surefoot::sensors
