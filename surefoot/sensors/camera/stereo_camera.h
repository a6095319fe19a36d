#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Two cameras side by side: the pictures and CameraInfo of each.
SensorKind StereoCameraKind();

}  // namespace surefoot::sensors
