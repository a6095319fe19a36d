#pragma once

/// N simulated and M real runs of one task, compared.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/verdict/run_alignment.h"
#include "surefoot/evaluation/gap/verdict/sensor_model.h"
#include "surefoot/evaluation/gap/verdict/state_changes.h"
#include "surefoot/evaluation/gap/verdict/verdict.h"

namespace surefoot::gap {

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
