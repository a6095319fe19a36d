#pragma once

/// N simulated and M real runs of one task, compared.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/run.h"
#include "surefoot/evaluation/gap/verdict/run_alignment.h"
#include "surefoot/evaluation/gap/verdict/state_changes.h"
#include "surefoot/evaluation/gap/verdict/verdict.h"

namespace surefoot::gap {

/// How a recording saw its robot, so that simulated runs can be seen the same way: nobody shall
/// tell them by the missing jitter of a tracker.
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

struct RunComparisonOptions {
  RunAlignment alignment;
  /// Seconds; 0: the median duration of runs.
  double horizon = 0.0;
  /// By quantity; others have their usual ones, signals a tenth of their range.
  std::map<std::string, double> tolerances;
  /// Standard deviations of the reference by quantity; others are those of `sensor`.
  std::map<std::string, double> reference_deviations;
  bool drop_outliers = false;
  /// How the recording sees; absent: estimated from it.
  std::optional<SensorModel> sensor;
  /// Simulated runs are taken as they are.
  bool without_sensor = false;
  StateChangeOptions state_changes;
  /// By signal: below this number is a detection.
  std::map<std::string, double> detections;
};

struct RunComparison {
  GapVerdict verdict;
  /// Quantities over the common clock; simulated runs as they are.
  std::vector<Comparison> comparisons;
  SensorModel sensor;
  /// Distance between the median first places (m), and seconds that real runs start later in
  /// their own times.
  double residual = 0.0;
  double time_offset = 0.0;
  double horizon = 0.0;
  int real_runs = 0;
  int simulated_runs = 0;
};

/// An error when nothing is left to compare.
Result<RunComparison> CompareRuns(std::vector<TaskRun> real, std::vector<TaskRun> simulated,
                                  const RunComparisonOptions& options);

}  // namespace surefoot::gap
