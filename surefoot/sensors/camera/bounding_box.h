#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Boxes round the labelled things in a picture: vision_msgs/Detection2DArray.
SensorKind BoundingBoxKind();

}  // namespace surefoot::sensors
