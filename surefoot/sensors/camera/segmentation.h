#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Pictures of labels, of single things, and in colours.
SensorKind SegmentationKind();

}  // namespace surefoot::sensors
