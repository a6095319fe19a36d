#pragma once

#include "surefoot/experiment/study_outcome.h"
#include "surefoot/studies/belief_run.h"

namespace surefoot::studies {

experiment::StudyOutcome BeliefOutcome(const BeliefSettings& settings,
                                       const std::vector<BeliefSensor>& sensors);

}  // namespace surefoot::studies
