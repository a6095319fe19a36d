#pragma once

#include "surefoot/base/archive.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/model.h"

namespace surefoot::drives {

struct SpeedControlSpec {
  bool on = false;
  /// Change of the tread's speed per time and speed that is missing (1/s).
  double p = 0.05;
  /// Change of the tread's speed per change of what is missing.
  double d = 0.0;
  /// Of the tread (m/s).
  double max_speed = world::kInfinity;
  /// Least of the tread over what is wanted: wheels never lock.
  double floor = 0.05;
};

/// Reads a <true_speed_control> element: off when there is none. Files from before it said that it
/// sees the true speed have <speed_control>.
SpeedControlSpec ReadSpeedControl(const world::ElementReader& drive);

/// Turns the wheels faster, or slower, until the vehicle goes as fast as it is to in spite of slip.
/// It is given the true speed, not one that a sensor measured.
class SpeedControl {
 public:
  explicit SpeedControl(const SpeedControlSpec& spec) : spec_(spec) {}

  const SpeedControlSpec& spec() const { return spec_; }

  /// Speed of the tread for the next `dt`, when the vehicle is to go at `wanted` and does at
  /// `actual`, both along its way. While it is `waiting` nothing is added up.
  double Tread(double wanted, double actual, bool waiting, double dt);

  void Archive(StateArchive* archive) {
    archive->Items(&more_, &last_wanted_, &last_actual_, &running_);
  }

 private:
  void Reset();

  SpeedControlSpec spec_;
  /// The tread's speed beyond what is wanted.
  double more_ = 0.0;
  double last_wanted_ = 0.0;
  double last_actual_ = 0.0;
  bool running_ = false;
};

}  // namespace surefoot::drives
