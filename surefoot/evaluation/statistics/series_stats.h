#pragma once

#include <vector>

namespace surefoot::gap {

/// What the comparison of simulators by Farley, Wang and Marshall keeps of one axis of an IMU.
struct SeriesStats {
  /// Equation (5).
  double mean = 0.0;
  /// Means of the highest and of the lowest one percent of the samples, against erratic ones.
  double top = 0.0;
  double bottom = 0.0;
  /// Equation (6) with these two in place of maximum and minimum.
  double range() const { return top - bottom; }
};

/// `values` must not be empty. One percent is rounded to whole samples, one at least. A value that
/// is not finite makes all of it NaN.
SeriesStats StatsOf(std::vector<double> values);

/// Equation (7) for one axis of one test: range error and mean error.
struct SeriesError {
  double range = 0.0;
  double mean = 0.0;
  double total() const { return range + mean; }
};
SeriesError ErrorOf(const SeriesStats& simulated, const SeriesStats& real);

}  // namespace surefoot::gap
