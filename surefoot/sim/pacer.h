#pragma once

#include <chrono>

#include "surefoot/base/time.h"
#include "surefoot/sensors/sensor_set.h"

namespace surefoot::sim {

/// Synchronises simulated time with wall time. It is used around the step, never inside it, so
/// results do not depend on it.
///
///   Pacer pacer(1.0);
///   pacer.Start(simulation->time_ns());
///   for (...) { simulation->Step(); pacer.Wait(simulation->time_ns()); }
class Pacer {
 public:
  using Clock = std::chrono::steady_clock;

  /// `speed`: simulated seconds per wall second; 0 or infinity: as fast as possible.
  explicit Pacer(double speed) : speed_(speed) {}

  /// Starts (again) at this simulated time, e.g. after a pause or a restore.
  void Start(SimTimeNs now_ns);

  /// The wall time at which this simulated time is due, for callers that wait by themselves.
  /// Restarts the pacer like Wait() if the run is late.
  Clock::time_point Due(SimTimeNs now_ns);

  /// Sleeps until wall time has caught up. If the run is late by more than a quarter of a second,
  /// it does not try to catch up: the pacer restarts from here.
  void Wait(SimTimeNs now_ns);

  bool unlimited() const;

  /// How cameras are rendered in the next step: in parallel to it, and with dropped pictures if the
  /// run is more than 50 ms late. As fast as possible, the step waits for its pictures.
  sensors::ImagePolicy PicturesAt(SimTimeNs now_ns) const;

 private:
  Clock::time_point TargetOf(SimTimeNs now_ns) const;

  double speed_;
  SimTimeNs start_ns_ = 0;
  Clock::time_point start_;
};

}  // namespace surefoot::sim
