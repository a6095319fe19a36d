#pragma once

#include "surefoot/evaluation/studies/avoidance/avoidance_features.h"
#include "surefoot/evaluation/studies/avoidance/avoidance_run.h"
#include "surefoot/evaluation/studies/study_tools.h"

namespace surefoot::studies {

/// A number of the model: its name in files, and what it is multiplied by there (degrees).
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
  /// Of those, U-turns: the others have no features.
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

/// So many runs of a variant, in threads.
Result<std::vector<AvoidanceTrace>> SimulateRuns(const StudyContext& context,
                                                 const AvoidanceSettings& settings,
                                                 const AvoidanceArena& arena,
                                                 const AvoidanceVariant& variant, int runs,
                                                 std::uint64_t seed);

/// The model with which simulated runs have the features of recorded ones: simulate, measure the
/// same features in both, correct each number by what its feature is off, again. `recordings` are
/// whole, with their idle samples.
Result<AvoidanceModel> FitModel(const StudyContext& context, const AvoidanceSettings& settings,
                                const AvoidanceArena& arena, const AvoidanceVariant& variant,
                                const std::vector<AvoidanceTrace>& recordings);

}  // namespace surefoot::studies
