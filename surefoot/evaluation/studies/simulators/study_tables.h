#pragma once

#include "surefoot/evaluation/run/study_outcome.h"
#include "surefoot/evaluation/studies/simulators/study_judgement.h"

namespace surefoot::experiment {

/// The tables of the study as sets ("table_4" and so on) and the facts that their notes speak of,
/// for experiments/reports/simulators.yaml; and the section with the decision.
StudyOutcome MakeStudy(const StudyInput& input);

}  // namespace surefoot::experiment
