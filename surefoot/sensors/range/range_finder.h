#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// One distance by sound or by infrared light: sensor_msgs/Range.
SensorKind SonarKind();
SensorKind InfraredKind();

}  // namespace surefoot::sensors
