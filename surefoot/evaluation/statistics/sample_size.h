#pragma once

#include <optional>
#include <vector>

namespace surefoot::gap {

/// How far mean and spread of so many readings are from those of all, in 90 of 100 draws, in units
/// of the spread; and the share of a histogram that lies elsewhere than in that of all (the middle
/// draw).
struct SampleSizePoint {
  int n = 0;
  double mean_error = 0.0;
  double sd_error = 0.0;
  double histogram = 0.0;
};

struct SampleSizeStudy {
  double distance = 0.0;
  /// Readings that it rests on.
  int readings = 0;
  double bin = 0.0;
  double tolerance = 0.0;
  std::vector<SampleSizePoint> points;
  /// The least of the sizes from which on both errors stay within the tolerance.
  std::optional<int> enough;
};

/// An eighth of the spread.
constexpr double kSampleTolerance = 0.125;

/// Sizes from 10 to 2000, as Van Scoy et al. tried them, each drawn many times with replacement
/// from these readings. `bin`: width of the histogram's bins. The same numbers for the same input.
SampleSizeStudy StudySampleSize(const std::vector<double>& readings, double bin,
                                double tolerance = kSampleTolerance);

}  // namespace surefoot::gap
