#pragma once

#include <vector>

#include "surefoot/evaluation/studies/rover/slam_summary.h"

namespace surefoot::studies {

/// Figures 5 to 7 of the article, of one case; its first run has kept its poses.
experiment::StudySection SlamCaseSection(const SlamSettings& settings, const SlamCaseResult& result,
                                         bool printed);

/// All cases beside the reference.
experiment::StudySection SlamTableSection(const SlamSettings& settings,
                                          const std::vector<SlamCaseResult>& cases);

}  // namespace surefoot::studies
