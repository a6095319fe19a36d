#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

// The camera and the depth camera, which other kinds (stereo, RGB-D) are composed of.

/// Colour images: sensor_msgs/Image, CompressedImage (JPEG) and CameraInfo.
SensorKind CameraKind();

/// Topic `name` of an image sensor: all its topics are side by side under <topic>, or under the
/// sensor's name where the file has no <topic>:
///   CameraTopic(args, "camera_info")  ->  "/husky/front/camera_info"
/// A <topic> whose last part begins with "image" is the topic of the image itself.
std::string CameraTopic(const SensorArgs& args, const std::string& name);

/// Distance along the optical axis (m) for each pixel: sensor_msgs/Image (32FC1), CameraInfo and
/// PointCloud2.
SensorKind DepthCameraKind();

}  // namespace surefoot::sensors
