#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// The world's magnetic field in the sensor's frame: sensor_msgs/MagneticField.
SensorKind MagnetometerKind();

}  // namespace surefoot::sensors
