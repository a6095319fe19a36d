#pragma once

/// Fits the stochastic model of the avoidance experiment to recordings, by features of runs.

#include "surefoot/evaluation/studies/avoidance/avoidance_features.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_run.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {

/// A number of the model: its name in files, and its factor there (180/pi for degrees).
struct ModelNumber {
  const char* name;
  Spreading AvoidanceModel::*member;
  double unit;
  const char* unit_name;
};
const std::vector<ModelNumber>& ModelNumbers();

/// Mean and standard deviation of a feature over runs.
struct FeatureSummary {
  int runs = 0;
  /// Number of U-turns; other runs have no features.
  int turned = 0;
  Spreading speed, drift, turn, heading, corner_x, corner_y, last_leg, end_x, end_y, clock, round,
      lever;
};
FeatureSummary Summarize(const std::vector<AvoidanceTrace>& traces);

/// A feature of a run and its summary: its name in results, and the unit it has there.
struct SummarizedFeature {
  const char* name;
  double AvoidanceFeatures::*of_run;
  Spreading FeatureSummary::*summary;
  double unit;
  const char* unit_name;
};
const std::vector<SummarizedFeature>& SummarizedFeatures();

/// Simulates runs of a variant in parallel.
Result<std::vector<AvoidanceTrace>> SimulateRuns(const StudyContext& context,
                                                 const AvoidanceSettings& settings,
                                                 const AvoidanceArena& arena,
                                                 const AvoidanceVariant& variant, int runs,
                                                 std::uint64_t seed);

/// Fits the model by iterative correction (the method of simulated moments with one moment per
/// number): simulate, measure the same features in both, correct each number by the error of its
/// feature, repeat. Gradients are not needed, because each number acts mainly on one feature.
/// `recordings` are complete, with their idle samples.
Result<AvoidanceModel> FitModel(const StudyContext& context, const AvoidanceSettings& settings,
                                const AvoidanceArena& arena, const AvoidanceVariant& variant,
                                const std::vector<AvoidanceTrace>& recordings);

}  // namespace surefoot::studies
