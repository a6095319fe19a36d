#include "surefoot/evaluation/statistics/normality.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace surefoot::gap {
namespace {

constexpr int kLeast = 8;

double NormalBelow(double z) { return 0.5 * std::erfc(-z / std::sqrt(2.0)); }

/// D'Agostino and Stephens, Goodness-of-Fit Techniques (1986), table 4.9: both parameters unknown.
double ChanceOf(double a) {
  if (a >= 13.0) return 0.0;
  if (a >= 0.6) return std::exp(1.2937 - 5.709 * a + 0.0186 * a * a);
  if (a >= 0.34) return std::exp(0.9177 - 4.279 * a - 1.38 * a * a);
  if (a >= 0.2) return 1.0 - std::exp(-8.318 + 42.796 * a - 59.938 * a * a);
  return 1.0 - std::exp(-13.436 + 101.14 * a - 223.73 * a * a);
}

}  // namespace

NormalityTest TestNormality(std::vector<double> values) {
  NormalityTest test;
  test.n = static_cast<int>(values.size());
  if (test.n < kLeast) return test;
  std::sort(values.begin(), values.end());
  const double n = test.n;
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double square = 0.0;
  for (const double value : values) square += (value - mean) * (value - mean);
  const double sd = std::sqrt(square / (n - 1.0));
  if (!(sd > 0.0)) {
    test.statistic = 1e3;
    test.p = 0.0;
    test.distance = 0.5;
    return test;
  }
  double sum = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double below = NormalBelow((values[i] - mean) / sd);
    const double above = NormalBelow(-(values[values.size() - 1 - i] - mean) / sd);
    const double k = static_cast<double>(i);
    sum +=
        (2.0 * k + 1.0) * (std::log(std::max(below, 1e-300)) + std::log(std::max(above, 1e-300)));
    test.distance = std::max({test.distance, below - k / n, (k + 1.0) / n - below});
  }
  test.statistic = (-n - sum / n) * (1.0 + 0.75 / n + 2.25 / (n * n));
  test.p = std::clamp(ChanceOf(test.statistic), 0.0, 1.0);
  return test;
}

std::vector<bool> RejectedTogether(const std::vector<double>& p, double level) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<bool> rejected(p.size(), false);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (p[order[i]] > level / static_cast<double>(p.size() - i)) break;
    rejected[order[i]] = true;
  }
  return rejected;
}

}  // namespace surefoot::gap
