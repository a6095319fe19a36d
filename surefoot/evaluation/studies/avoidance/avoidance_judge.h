#pragma once

#include "surefoot/evaluation/studies/avoidance/avoidance_fit.h"

namespace surefoot::studies {

/// How near simulated runs are to recorded ones.
struct AvoidanceJudgement {
  int simulated = 0;
  int real = 0;
  /// Distance of the mean last places (m), and the spread of simulated ones over that of real ones:
  /// root of the summed variances of x and y.
  double end_error = 0.0;
  double end_spread_ratio = 0.0;
  /// Share of real places inside the 90 % band of the simulated ones, over all instants; the least
  /// instant.
  double coverage = 0.0;
  double least_coverage = 0.0;
};

/// Instants at which runs are compared: every 0.1 s while all of them last.
std::vector<double> InstantsOf(const std::vector<AvoidanceTrace>& a,
                               const std::vector<AvoidanceTrace>& b);

/// Both without the samples that are not of the task.
AvoidanceJudgement Judge(const std::vector<AvoidanceTrace>& simulated,
                         const std::vector<AvoidanceTrace>& real);

/// Fitted on one half of the recordings, judged on the other, both ways; judgements in one.
struct CrossValidation {
  AvoidanceModel models[2];
  AvoidanceJudgement judgements[2];
};
Result<CrossValidation> CrossValidate(const StudyContext& context,
                                      const AvoidanceSettings& settings,
                                      const AvoidanceArena& arena, const AvoidanceVariant& variant,
                                      const std::vector<AvoidanceTrace>& recordings);

/// Where an ideal robot is: straight legs at the model's mean speed to the published corners, turns
/// of 90 degrees on the spot.
AvoidanceTrace IdealTrace(const AvoidanceSettings& settings, const AvoidanceVariant& variant,
                          const std::vector<double>& instants);

/// Root of the mean squared distance from the ideal, instant by instant.
std::vector<double> ErrorOverTime(const std::vector<AvoidanceTrace>& runs,
                                  const AvoidanceTrace& ideal);

}  // namespace surefoot::studies
