#pragma once

/// Parts of the report of a characterised sensor.

#include <string>
#include <vector>

#include "surefoot/evaluation/characterize/characterize_report.h"
#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/report/table.h"

namespace surefoot::experiment {

/// "11", "7.5".
std::string PlainText(double value);

report::Table RangeParameterTable(const CharacterizeResult& result);
report::Table RangeFormTable(const CharacterizeResult& result, const gap::FormChoice& choice);
report::Table RangePlaceTable(const CharacterizeResult& result);
report::Table SampleSizeTable(const CharacterizeResult& result);

/// Readings at a near, a middle and a far place as histograms, with the model's density.
std::vector<report::LinePlot> HistogramPlots(const CharacterizeResult& result);
/// Mean and spread over the distance: measured and fitted.
std::vector<report::LinePlot> CurvePlots(const CharacterizeResult& result);
/// What is left of the mean over the angles; none when there are no angles.
std::vector<report::LinePlot> AnglePlots(const CharacterizeResult& result);
report::LinePlot SampleSizePlot(const CharacterizeResult& result);

}  // namespace surefoot::experiment
