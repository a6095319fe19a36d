#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// A satellite receiver: sensor_msgs/NavSatFix and its velocity.
SensorKind NavSatKind();

}  // namespace surefoot::sensors
