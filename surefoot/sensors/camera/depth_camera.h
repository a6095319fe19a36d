#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Distances along the optical axis, pixel by pixel: sensor_msgs/Image (32FC1), CameraInfo,
/// PointCloud2.
SensorKind DepthCameraKind();

}  // namespace surefoot::sensors
