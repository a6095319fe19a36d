#pragma once

#include <algorithm>
#include <cmath>
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

/// Cumulative sums: x[k] is the sum of the first k samples. The mean is subtracted so that the sums
/// stay small; it does not affect the result.
inline std::vector<double> Sums(const std::vector<double>& samples) {
  double mean = 0.0;
  for (const double sample : samples) mean += sample;
  mean /= static_cast<double>(samples.size());
  std::vector<double> sums(samples.size() + 1, 0.0);
  for (std::size_t i = 0; i < samples.size(); ++i) sums[i + 1] = sums[i] + (samples[i] - mean);
  return sums;
}

inline AllanPoint PointOf(const std::vector<double>& sums, double rate, std::size_t count) {
  const std::size_t length = sums.size() - 1;
  AllanPoint point;
  point.tau = static_cast<double>(count) / rate;
  if (count == 0 || 2 * count > length) return point;
  double total = 0.0;
  for (std::size_t k = 0; k + 2 * count < sums.size(); ++k) {
    const double second = sums[k + 2 * count] - 2.0 * sums[k + count] + sums[k];
    total += second * second;
  }
  const auto m = static_cast<double>(count);
  const auto terms = static_cast<double>(sums.size() - 2 * count);
  point.deviation = std::sqrt(total / (2.0 * m * m * terms));
  const double pieces = static_cast<double>(length) / m;
  point.error = 1.0 / std::sqrt(2.0 * std::max(pieces - 1.0, 1.0));
  return point;
}

/// The overlapping Allan deviation of samples (rates, not angles) taken at `rate`, at averaging
/// times of 1, 2, 5, 10, ... samples up to a third of the recording. Empty for fewer than 9
/// samples.
inline std::vector<AllanPoint> AllanDeviation(const std::vector<double>& samples, double rate) {
  std::vector<AllanPoint> points;
  if (samples.size() < 9) return points;
  const std::vector<double> sums = Sums(samples);
  for (std::size_t decade = 1; 3 * decade <= samples.size(); decade *= 10) {
    for (const std::size_t factor : {1, 2, 5}) {
      if (3 * factor * decade > samples.size()) break;
      points.push_back(PointOf(sums, rate, factor * decade));
    }
  }
  return points;
}

/// For one averaging time of `count` samples; the deviation is 0 if there are too few.
inline AllanPoint AllanDeviationAt(const std::vector<double>& samples, double rate,
                                   std::size_t count) {
  if (samples.empty()) return AllanPoint{};
  return PointOf(Sums(samples), rate, count);
}

}  // namespace surefoot::noise
