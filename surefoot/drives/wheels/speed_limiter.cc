#include "surefoot/drives/wheels/speed_limiter.h"

#include <algorithm>

namespace surefoot::drives {
namespace {

void ReadBounds(const world::ElementReader& element, const std::string& what, double* least,
                double* most) {
  *most = element.Number("max_" + what, world::kInfinity, 0.0, world::kInfinity);
  *least = element.Number("min_" + what, -*most, -world::kInfinity, 0.0);
}

}  // namespace

SpeedLimits ReadSpeedLimits(const world::ElementReader& element) {
  SpeedLimits limits;
  ReadBounds(element, "velocity", &limits.min_velocity, &limits.max_velocity);
  ReadBounds(element, "acceleration", &limits.min_acceleration, &limits.max_acceleration);
  ReadBounds(element, "jerk", &limits.min_jerk, &limits.max_jerk);
  element.WarnMisspelt({"max_velocity", "min_velocity", "max_acceleration", "min_acceleration",
                        "max_jerk", "min_jerk"});
  return limits;
}

double LimitSpeed(const SpeedLimits& limits, double wanted, double last, double before_last,
                  double dt) {
  double v = wanted;
  if (limits.max_jerk < world::kInfinity || limits.min_jerk > -world::kInfinity) {
    // ROS 1 allows twice the jerk; files are tuned to that.
    const double unit = 2.0 * dt * dt;
    const double last_change = last - before_last;
    const double more =
        std::clamp(v - last - last_change, unit * limits.min_jerk, unit * limits.max_jerk);
    v = last + last_change + more;
  }
  v = last + std::clamp(v - last, dt * limits.min_acceleration, dt * limits.max_acceleration);
  return std::clamp(v, limits.min_velocity, limits.max_velocity);
}

}  // namespace surefoot::drives
