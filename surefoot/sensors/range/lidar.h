#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Laser scanners with one ring or many: sensor_msgs/LaserScan, sensor_msgs/PointCloud2.
SensorKind LidarKind();

}  // namespace surefoot::sensors
