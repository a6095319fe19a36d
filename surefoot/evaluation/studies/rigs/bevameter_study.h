#pragma once

#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::experiment {

/// The study `bevameter`: the numbers of soils found back from the curves of plates, and those
/// curves against recordings.
void CheckBevameter(const world::ElementReader& settings);
Result<StudyOutcome> MakeBevameterStudy(const StudyContext& context);

}  // namespace surefoot::experiment
