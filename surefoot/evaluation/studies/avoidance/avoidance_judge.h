#pragma once

/// Comparison of simulated with recorded runs of the avoidance experiment.

#include "surefoot/evaluation/studies/avoidance/avoidance_fit.h"

namespace surefoot::studies {

/// Agreement of simulated with recorded runs.
struct AvoidanceJudgement {
  int simulated = 0;
  int real = 0;
  /// Distance between the mean final positions, m; and the ratio of the simulated to the real
  /// spread, the root of the summed variances of x and y.
  double end_error = 0.0;
  double end_spread_ratio = 0.0;
  /// Share of real positions inside the 90 % band of the simulated ones, over all instants; and at
  /// the worst instant.
  double coverage = 0.0;
  double min_coverage = 0.0;
};

/// Times at which runs are compared: every 0.1 s while all runs last.
std::vector<double> InstantsOf(const std::vector<AvoidanceTrace>& a,
                               const std::vector<AvoidanceTrace>& b);

/// Both without samples before the task.
AvoidanceJudgement Judge(const std::vector<AvoidanceTrace>& simulated,
                         const std::vector<AvoidanceTrace>& real);

/// Two-fold cross-validation: fits on one half of the recordings, judges on the other, both ways,
/// and combines both.
struct CrossValidation {
  AvoidanceModel models[2];
  AvoidanceJudgement judgements[2];
};
Result<CrossValidation> CrossValidate(const StudyContext& context,
                                      const AvoidanceSettings& settings,
                                      const AvoidanceArena& arena, const AvoidanceVariant& variant,
                                      const std::vector<AvoidanceTrace>& recordings);

/// Position of an ideal robot: straight legs at the model's mean speed to the published corners and
/// turns of 90 degrees on the spot. This is the reference of the article's comparison.
AvoidanceTrace IdealTrace(const AvoidanceSettings& settings, const AvoidanceVariant& variant,
                          const std::vector<double>& instants);

/// Root mean square distance from the ideal path at each instant.
std::vector<double> ErrorOverTime(const std::vector<AvoidanceTrace>& runs,
                                  const AvoidanceTrace& ideal);

}  // namespace surefoot::studies
