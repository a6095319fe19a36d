#pragma once

/// The kinds of metric and condition, one function each. Private to this folder.

#include "surefoot/experiment/measure.h"

namespace surefoot::experiment {

MeasureKind SeriesMetric();
MeasureKind PathMetric();

/// Adds "name.what".
void AddMetric(const std::string& name, const std::string& what, double value, TrialResult* result);

}  // namespace surefoot::experiment
