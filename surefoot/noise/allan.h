#pragma once

#include <cstddef>
#include <vector>

namespace surefoot::noise {

struct AllanPoint {
  /// Averaging time, s.
  double tau = 0.0;
  double deviation = 0.0;
  /// Relative standard error of the deviation, from the number of independent pieces.
  double error = 0.0;
};

/// The overlapping Allan deviation of samples (rates, not angles) that come at `rate`, at averaging
/// times of 1, 2, 5, 10, ... samples up to a third of the recording. Empty for fewer than 9
/// samples.
std::vector<AllanPoint> AllanDeviation(const std::vector<double>& samples, double rate);

/// At one averaging time of `count` samples; the deviation is 0 when there are too few.
AllanPoint AllanDeviationAt(const std::vector<double>& samples, double rate, std::size_t count);

}  // namespace surefoot::noise
