#pragma once

#include "surefoot/base/archive.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/model.h"

namespace surefoot::drives {

/// Gains of the control of a vehicle's speed over ground.
struct SpeedControlSpec {
  bool on = false;
  /// Rate of the tread's speed per error of the vehicle's speed (1/s).
  double p = 0.05;
  /// Change of the tread's speed per change of the error.
  double d = 0.0;
  /// Largest speed of the tread (m/s).
  double max_speed = world::kInfinity;
  /// Least speed of the tread as a share of the desired speed, so that wheels do not lock.
  double min_ratio = 0.05;
};

/// Reads a <true_speed_control> element; off when there is none. Older files have <speed_control>,
/// whose name did not say that it uses the true speed.
SpeedControlSpec ReadSpeedControl(const world::ElementReader& drive);

/// Adjusts the speed of the tread until the vehicle has the desired speed over ground in spite of
/// slip. It uses the true speed, not a measured one.
class SpeedControl {
 public:
  explicit SpeedControl(const SpeedControlSpec& spec) : spec_(spec) {}

  const SpeedControlSpec& spec() const { return spec_; }

  /// Speed of the tread for the next `dt` (s) from the desired and the actual speed along the path
  /// (m/s). While the wheels wait for their pivots (`waiting`), the error is not integrated.
  double Tread(double desired, double actual, bool waiting, double dt);

  void Archive(StateArchive* archive) {
    archive->Items(&more_, &last_desired_, &last_actual_, &running_);
  }

 private:
  void Reset();

  SpeedControlSpec spec_;
  /// Speed of the tread beyond the desired one: the integral (m/s).
  double more_ = 0.0;
  double last_desired_ = 0.0;
  double last_actual_ = 0.0;
  bool running_ = false;
};

}  // namespace surefoot::drives
