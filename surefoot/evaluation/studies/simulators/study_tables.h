#pragma once

#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/simulators/study_judgement.h"

namespace surefoot::experiment {

/// Adds the tables of the study as sets ("table_4" and so on) with the facts that their notes refer
/// to, for experiments/reports/simulators.yaml; and the section with the decision tree.
StudyOutcome MakeStudy(const StudyInput& input);

}  // namespace surefoot::experiment
