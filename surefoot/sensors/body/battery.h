#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// The battery that feeds the model's motors: sensor_msgs/BatteryState. It only tells: motors turn
/// on when it is empty.
SensorKind BatteryKind();

}  // namespace surefoot::sensors
