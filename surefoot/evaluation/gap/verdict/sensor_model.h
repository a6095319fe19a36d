#pragma once

/// How a recording saw its robot, so that simulated runs can be seen the same way: nobody shall
/// tell them by the missing jitter of a tracker.

#include <map>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/run.h"

namespace surefoot::gap {

struct SensorModel {
  /// Of one component of each quantity, by name.
  std::map<std::string, double> deviation;
  /// Values are multiples of it; 0: fine.
  std::map<std::string, double> quantum;
  /// Seconds by which values are older than their stamps.
  double latency = 0.0;
};

/// From the recording itself. The deviation is that of rows from the straight line between their
/// neighbours (the middle one of all, times 1.4826 over the square root of 1.5): what is fast and
/// uneven counts as the sensor's. The quantum is the least difference of values if all are its
/// multiples and it is no finer than a tenth of the deviation. The latency cannot be known: 0.
SensorModel EstimateSensor(const std::vector<TaskRun>& runs);

/// Simulated runs as the recording's sensor would have told them: each at the intervals of a
/// recorded run in turn (where it has twice as many rows or more), later by the latency, with the
/// deviation that it does not have itself, in steps of the quantum.
std::vector<TaskRun> SeenAll(const std::vector<TaskRun>& simulated,
                             const std::vector<TaskRun>& recorded, const SensorModel& sensor);

}  // namespace surefoot::gap
