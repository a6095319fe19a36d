#include "surefoot/drives/wheels/speed_control.h"

#include <algorithm>
#include <cmath>

// A PID controller of the robot's speed by the speed of its treads, as in the rover study: it
// compensates slip.

namespace surefoot::drives {
namespace {

constexpr double kMaxGain = 1e6;

}  // namespace

SpeedControlSpec ReadSpeedControl(const world::ElementReader& drive) {
  SpeedControlSpec spec;
  const std::string name = drive.WithOldName("true_speed_control", "speed_control");
  spec.on = drive.Has(name);
  if (!spec.on) return spec;
  const world::ElementReader element = drive.Child(name);
  spec.p = element.Number("p", spec.p, 0.0, kMaxGain);
  spec.d = element.Number("d", spec.d, 0.0, kMaxGain);
  spec.max_speed = element.Number("max_speed", spec.max_speed, 0.0, world::kInfinity);
  spec.min_ratio =
      element.Number(element.WithOldName("min_ratio", "floor"), spec.min_ratio, 0.0, 1.0);
  element.WarnMisspelt();
  return spec;
}

double SpeedControl::Tread(double desired, double actual, bool waiting, double dt) {
  if (!spec_.on) return desired;
  // The correction is for the slip of one direction: it is reset at a stop and at a reversal.
  if (desired == 0.0 || desired * last_desired_ < 0.0) Reset();
  last_desired_ = desired;
  if (desired == 0.0) return 0.0;
  if (!waiting) {
    more_ += dt * spec_.p * (desired - actual);
    // The derivative is that of the actual speed only, so that a new command causes no kick.
    if (running_) more_ -= spec_.d * (actual - last_actual_);
    last_actual_ = actual;
  }
  running_ = !waiting;
  const double side = desired > 0.0 ? 1.0 : -1.0;
  const double min = std::min(spec_.min_ratio * std::abs(desired), spec_.max_speed);
  const double tread = side * std::clamp(side * (desired + more_), min, spec_.max_speed);
  // Anti-windup: the integral keeps only what the bounds let through.
  more_ = tread - desired;
  return tread;
}

void SpeedControl::Reset() {
  more_ = 0.0;
  running_ = false;
}

}  // namespace surefoot::drives
