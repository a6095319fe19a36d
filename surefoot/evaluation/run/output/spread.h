#pragma once

#include <vector>

#include "surefoot/evaluation/report/plot.h"

namespace surefoot::experiment {

/// How values of several trials lie at each x: their median, and where half and nine tenths of them
/// are.
class Spread {
 public:
  /// Values that are not finite are left out; nothing is added when none is left.
  void Add(double x, const std::vector<double>& values);

  /// The median as a line, with bands of 50 and 90 % where there are three values or more.
  void Draw(const std::string& name, report::Tone tone, report::LinePlot* plot) const;

  bool empty() const { return x_.empty(); }

 private:
  std::vector<double> x_;
  std::vector<double> median_;
  /// At 5, 25, 75 and 95 %.
  std::vector<double> at_[4];
  bool has_bands_ = false;
};

/// The curve at other x, between its points; NaN outside.
std::vector<double> Resampled(const std::vector<double>& x, const std::vector<double>& y,
                              const std::vector<double>& at);

}  // namespace surefoot::experiment
