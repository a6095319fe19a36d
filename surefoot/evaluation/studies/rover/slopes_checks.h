#pragma once

#include <string>
#include <utility>
#include <vector>

#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/rover/slopes_work.h"

namespace surefoot::studies {

/// What of a study of slopes can be held to the article and the reference: soils of those names, on
/// the slopes that they speak of, when vehicle and gravity are theirs.
std::vector<experiment::StudyCheck> SlopesChecks(const SlopesSettings& settings,
                                                 const SlopesWork& work);

/// For results.json.
std::vector<std::pair<std::string, double>> SlopesNumbers(const SlopesWork& work);

/// When and where a drive has turned once round; nothing when it has not.
struct Closure {
  double time = 0.0;
  double gap = 0.0;
};
std::optional<Closure> ClosureOf(const SlopeRun& run);

/// How much a drive still turns per metre at its end, after 1.5 h (rad/m); NaN when it ended
/// before.
double LateTurning(const SlopeRun& run);

double HighestSlip(const SlopeRun& run);

const SlopeRun* FindRun(const SlopesWork& work, const std::string& soil, double slope_deg,
                        double center);

}  // namespace surefoot::studies
