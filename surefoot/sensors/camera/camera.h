#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Colour pictures: sensor_msgs/Image, the same as JPEG, and CameraInfo.
SensorKind CameraKind();

/// Topics of an image sensor lie side by side under <topic>, or else under the sensor's name:
/// CameraTopic(args, "camera_info"). A <topic> whose last part begins with "image" names the
/// picture itself.
std::string CameraTopic(const SensorArgs& args, const std::string& name);

/// Distances along the optical axis, pixel by pixel: sensor_msgs/Image (32FC1), CameraInfo,
/// PointCloud2.
SensorKind DepthCameraKind();

}  // namespace surefoot::sensors
