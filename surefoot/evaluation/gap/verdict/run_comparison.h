#pragma once

/// Compares simulated with real runs of one task (`surefoot gap --real RUNS --sim RUNS`):
///
///   const RunComparison all = SUREFOOT_TRY(CompareRuns(real, simulated, {}));
///   Print(all.verdict.summary);

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

/// Measurement model of a recording, applied to simulated runs before they are classified:
/// otherwise the missing noise of the tracker alone would distinguish them.
struct SensorModel {
  /// Noise deviation of one component, by quantity.
  std::map<std::string, double> deviation;
  /// Quantization step, by quantity; 0: none.
  std::map<std::string, double> quantum;
  /// Age of values relative to their stamps (s).
  double latency = 0.0;
};

/// Estimates the model from the recording. Noise: deviation of rows from the line between their
/// neighbours (median absolute value times 1.4826, divided by sqrt(1.5) for the noise of the
/// neighbours), so fast irregular motion counts as noise. Quantum: the smallest difference of
/// values if all are multiples of it and it is at least a tenth of the noise. Latency is
/// unobservable: 0.
SensorModel EstimateSensor(const std::vector<TaskRun>& runs);

/// Simulated runs as the sensor of the recording would measure them: resampled at the intervals of
/// a recorded run (when the simulated rate is at least twice as high), delayed by the latency, with
/// the missing part of the noise added, and quantized. Deterministic.
std::vector<TaskRun> SeenAll(const std::vector<TaskRun>& simulated,
                             const std::vector<TaskRun>& recorded, const SensorModel& sensor);

struct RunComparisonOptions {
  RunAlignment alignment;
  /// Duration of the comparison (s); 0: the smaller median duration of real and simulated runs.
  double horizon = 0.0;
  /// By quantity. Others have their defaults, signals a tenth of the range of the real values.
  std::map<std::string, double> tolerances;
  /// Standard deviations of the reference by quantity; others are from `sensor`.
  std::map<std::string, double> reference_deviations;
  bool drop_outliers = false;
  /// Measurement model of the recording; empty: estimated from it.
  std::optional<SensorModel> sensor;
  /// Simulated runs are classified without measurement model.
  bool without_sensor = false;
  StateChangeOptions state_changes;
  /// By signal: values below this threshold are detections.
  std::map<std::string, double> detections;
};

struct RunComparison {
  GapVerdict verdict;
  /// Quantities on the common clock; simulated runs without measurement model.
  std::vector<Comparison> comparisons;
  SensorModel sensor;
  /// Distance between the median first positions (m), and start of the real minus start of the
  /// simulated runs on their own clocks (s).
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
