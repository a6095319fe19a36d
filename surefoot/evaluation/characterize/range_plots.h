#pragma once

/// Curves for the report of a characterised sensor. Private to this folder.

#include "surefoot/evaluation/characterize/characterize_report.h"
#include "surefoot/evaluation/run/study_outcome.h"

namespace surefoot::experiment {

/// The set "plots": what was measured and what is fitted, with titles and labels. `kind` is
/// "histogram" (readings at a near, a middle and a far place, with the model's density), "curve"
/// (mean and spread over the distance) or "angle" (what is left of the mean over the angles).
RecordSet RangePlots(const CharacterizeResult& result);

}  // namespace surefoot::experiment
