#pragma once

/// What the studies of rovers share: work in threads, quantiles, bands, figures.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/report/plot.h"
#include "surefoot/evaluation/run/study_kind.h"

namespace surefoot::studies {

using experiment::StudyContext;

/// Does `work` for 0 to count - 1 in the context's threads, and tells how far it is, from one share
/// of the study to another. The error is the same for any number of threads: the first by index of
/// those that were met; or that the study was cancelled.
Status DoAll(const StudyContext& context, const std::string& what, double from, double to,
             std::size_t count, const std::function<Status(std::size_t)>& work);

/// The numbers of a list, or of a single value; `fallback` when there is none. Values out of range
/// are errors with their line.
std::vector<double> ReadNumbers(const world::ElementReader& reader, const std::string& key,
                                const std::vector<double>& fallback, double least, double most);

/// Quantiles over samples at each of several places.
struct Spread {
  std::vector<double> low90;
  std::vector<double> low50;
  std::vector<double> median;
  std::vector<double> high50;
  std::vector<double> high90;
};

/// `samples[k][i]`: sample k at place i. Values that are not finite are left out.
Spread SpreadOf(const std::vector<std::vector<double>>& samples);

/// Bands of 90 and 50 % in a tone, shown with the line of that tone.
void AddBands(const std::vector<double>& x, const Spread& spread, report::Tone tone,
              report::LinePlot* plot);

/// Plots beside each other, each with its points as CSV.
experiment::Figure FigureOf(const std::vector<report::LinePlot>& plots);

/// "21", "0.05".
std::string PlainNumber(double value);

/// "0.71 to 0.75".
std::string RangeText(double low, double high, int decimals);

/// Tones of three or more soils or cases.
report::Tone ToneOf(std::size_t index);

}  // namespace surefoot::studies
