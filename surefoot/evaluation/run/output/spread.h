#pragma once

/// Median and ranges of several trials as a line with bands.

#include <vector>

#include "surefoot/evaluation/report/plot.h"

namespace surefoot::experiment {

/// Distribution of values over several trials at each x: median and central 50 % and 90 % ranges.
class Spread {
 public:
  /// Adds the values at `x`. Values that are not finite are ignored; without others x is left out.
  void Add(double x, const std::vector<double>& values);

  /// Draws the median as a line, with bands of 50 and 90 % where there are at least three values.
  void Draw(const std::string& name, report::Tone tone, report::LinePlot* plot) const;

  bool empty() const { return x_.empty(); }

 private:
  std::vector<double> x_;
  std::vector<double> median_;
  /// At 5, 25, 75 and 95 %.
  std::vector<double> at_[4];
  bool has_bands_ = false;
};

/// Linear interpolation of a curve at other x; NaN outside its range.
std::vector<double> Resampled(const std::vector<double>& x, const std::vector<double>& y,
                              const std::vector<double>& at);

}  // namespace surefoot::experiment
