#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// A camera and a depth camera behind one lens.
SensorKind RgbdCameraKind();

}  // namespace surefoot::sensors
