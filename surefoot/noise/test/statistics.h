#pragma once

#include <cmath>
#include <vector>

namespace surefoot::noise::test {

inline double Mean(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

inline double Variance(const std::vector<double>& values) {
  const double mean = Mean(values);
  double sum = 0.0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size() - 1);
}

inline double Stddev(const std::vector<double>& values) { return std::sqrt(Variance(values)); }

/// Autocorrelation of values `lag` samples apart, relative to the variance.
inline double Correlation(const std::vector<double>& values, std::size_t lag) {
  const double mean = Mean(values);
  double sum = 0.0;
  for (std::size_t i = lag; i < values.size(); ++i) {
    sum += (values[i] - mean) * (values[i - lag] - mean);
  }
  return sum / static_cast<double>(values.size() - lag) / Variance(values);
}

/// Allan variance of a Gauss-Markov process of standard deviation 1 (IEEE Std 952-1997, C.1.2).
inline double MarkovAllanVariance(double tau, double correlation_time) {
  const double x = tau / correlation_time;
  return 2.0 / x * (1.0 - (3.0 - 4.0 * std::exp(-x) + std::exp(-2.0 * x)) / (2.0 * x));
}

}  // namespace surefoot::noise::test
