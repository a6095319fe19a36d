#pragma once

#include "surefoot/sensors/sensor.h"

namespace surefoot::sensors {

/// Poses of tags as a camera above the arena tells them: at the camera's frames, late, now and then
/// not at all. geometry_msgs/PoseStamped, a topic for each tag.
SensorKind OverheadTrackerKind();

}  // namespace surefoot::sensors
