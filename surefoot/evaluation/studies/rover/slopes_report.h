#pragma once

#include <string>
#include <vector>

#include "surefoot/evaluation/run/results.h"
#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/rover/slopes_work.h"

namespace surefoot::studies {

/// What a trial of the experiment says of a slope.
struct SlopeTrial {
  std::string soil;
  /// rad.
  double slope = 0.0;
  double slip = 0.0;
  std::string engine;
};

/// Those trials that have the settings' metric and values, without those that ended in an error.
std::vector<SlopeTrial> TrialsOf(const experiment::Results& results,
                                 const SlopesSettings& settings);

/// The drives: figure 2 of the article.
experiment::StudySection DrivesSection(const SlopesSettings& settings, const SlopesWork& work);
/// Slip against slope, and how steep can be climbed.
experiment::StudySection ClimbSection(const SlopesSettings& settings, const SlopesWork& work,
                                      const std::vector<SlopeTrial>& trials);
/// The trials beside it; only when there are any.
experiment::StudySection TrialsSection(const SlopesWork& work,
                                       const std::vector<SlopeTrial>& trials);

}  // namespace surefoot::studies
