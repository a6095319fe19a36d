#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// A barometer: sensor_msgs/FluidPressure.
SensorKind AirPressureKind();

/// Height over where the model was placed, and the speed upwards.
SensorKind AltimeterKind();

}  // namespace surefoot::sensors
