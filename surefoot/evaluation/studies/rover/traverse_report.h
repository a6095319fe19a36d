#pragma once

#include <string>
#include <utility>
#include <vector>

#include "surefoot/autonomy/plan/fixed_steering_search.h"
#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/rover/traverse_settings.h"

namespace surefoot::studies {

/// Ways that planners found among the same rocks.
struct PlannedWays {
  plan::Path grid;
  plan::HazardRules rules;
  double cell = 1.0;
  /// Line, turn and line: the shortest that keeps clear, as planned and as driven; empty when there
  /// is none, and why.
  plan::SteeringSearch search;
  std::vector<Eigen::Vector2d> route;
  std::vector<Eigen::Vector2d> driven;
  double driven_length = 0.0;
  std::string no_route;
};

experiment::StudySection TraverseSection(const TraverseSettings& settings, const Traverse& traverse,
                                         const PlannedWays& ways);

/// Rules of the drive, and the article where the drive is the article's.
std::vector<experiment::StudyCheck> TraverseChecks(const TraverseSettings& settings,
                                                   const Traverse& traverse,
                                                   const PlannedWays& ways);

std::vector<std::pair<std::string, double>> TraverseNumbers(const TraverseSettings& settings,
                                                            const Traverse& traverse,
                                                            const PlannedWays& ways);

/// Lines of a map: rocks, start, target.
std::vector<report::Line> MapLines(const TraverseSettings& settings,
                                   const std::vector<plan::Rock>& rocks);

}  // namespace surefoot::studies
