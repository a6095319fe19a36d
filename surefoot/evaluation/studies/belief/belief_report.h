#pragma once

#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/belief/belief_run.h"

namespace surefoot::studies {

experiment::StudyOutcome BeliefOutcome(const BeliefSettings& settings,
                                       const std::vector<BeliefSensor>& sensors);

}  // namespace surefoot::studies
