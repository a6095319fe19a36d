#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Specific force along three axes, and nothing else.
SensorKind AccelerometerKind();

}  // namespace surefoot::sensors
