#pragma once

#include <string>
#include <utility>
#include <vector>

#include "surefoot/evaluation/report/plot.h"

namespace surefoot::experiment {

/// Plots that stand beside each other, and their numbers.
struct Figure {
  std::vector<std::string> svgs;
  /// Name and CSV text of each.
  std::vector<std::pair<std::string, std::string>> data;
};

/// The plots with all their points as tables: "series", or "series_1" and so on.
Figure ToFigure(const std::vector<report::LinePlot>& plots);
/// The same as the table "ranges".
Figure ToFigure(const std::vector<report::RangePlot>& plots);

}  // namespace surefoot::experiment
