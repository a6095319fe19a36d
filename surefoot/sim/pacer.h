#pragma once

#include <chrono>

#include "surefoot/base/time.h"
#include "surefoot/sensors/sensor_set.h"

namespace surefoot::sim {

/// Keeps simulated time beside wall time: a policy around the step, never inside it.
class Pacer {
 public:
  using Clock = std::chrono::steady_clock;

  /// `speed`: simulated seconds per wall second; 0 or infinity: as fast as possible.
  explicit Pacer(double speed) : speed_(speed) {}

  /// Begins (again) at this simulated time, e.g. after a pause or a restore.
  void Start(SimTimeNs now_ns);

  /// When this simulated time is due, for those who wait by themselves. A run that is late by more
  /// than a quarter of a second starts anew from here, as in Wait.
  Clock::time_point Due(SimTimeNs now_ns);

  /// Sleeps until wall time has caught up. A run that fell behind by more than a quarter of a
  /// second is not hurried afterwards: the pacer starts anew from there.
  void Wait(SimTimeNs now_ns);

  bool unlimited() const;

  /// How pictures are to be taken in the next step: beside it, and fewer of them once the run is
  /// late by more than 50 ms. As fast as possible means that the step waits for them.
  sensors::Pictures PicturesAt(SimTimeNs now_ns) const;

 private:
  Clock::time_point TargetOf(SimTimeNs now_ns) const;

  double speed_;
  SimTimeNs start_ns_ = 0;
  Clock::time_point start_;
};

}  // namespace surefoot::sim
