#pragma once

#include "surefoot/evaluation/studies/avoidance/avoidance_judge.h"

namespace surefoot::studies {

/// All that was made of one variant.
struct AvoidanceResult {
  AvoidanceVariant variant;
  /// Without the samples that are not of the task.
  std::vector<AvoidanceTrace> simulated;
  std::vector<AvoidanceTrace> real;
  /// Whole, for files.
  std::vector<AvoidanceTrace> simulated_whole;
  /// With recordings only.
  AvoidanceJudgement judgement;
  AvoidanceModel fitted;
  CrossValidation cross;
  /// Why there is no fit; empty when there is one.
  std::string no_fit;

  bool has_real() const { return !real.empty(); }
  bool has_fit() const { return has_real() && no_fit.empty(); }
};

experiment::StudySection AvoidanceSection(const AvoidanceSettings& settings,
                                          const AvoidanceResult& result);
/// All variants side by side, and what was fitted.
experiment::StudySection AvoidanceSummary(const std::vector<AvoidanceResult>& results,
                                          const std::string& data_note);
std::vector<experiment::StudyCheck> AvoidanceChecks(const std::vector<AvoidanceResult>& results);
std::vector<std::pair<std::string, double>> AvoidanceNumbers(
    const std::vector<AvoidanceResult>& results);

}  // namespace surefoot::studies
