#pragma once

#include "surefoot/world/element_reader.h"
#include "surefoot/world/model.h"

namespace surefoot::drives {

/// Bounds of a commanded speed, its change and the change of that; infinite: none.
struct SpeedLimits {
  double max_velocity = world::kInfinity;
  double min_velocity = -world::kInfinity;
  double max_acceleration = world::kInfinity;
  double min_acceleration = -world::kInfinity;
  double max_jerk = world::kInfinity;
  double min_jerk = -world::kInfinity;
};

/// Reads <linear> or <angular>: max_velocity and the others; minima are the negative maxima when
/// they are absent.
SpeedLimits ReadSpeedLimits(const world::ElementReader& element);

/// The speed to command now, given those of the last two updates: jerk, then acceleration, then
/// velocity is limited, as ROS diff_drive_controller does.
double LimitSpeed(const SpeedLimits& limits, double wanted, double last, double before_last,
                  double dt);

}  // namespace surefoot::drives
