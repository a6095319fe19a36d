#include "surefoot/evaluation/statistics/series_stats.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "surefoot/base/check.h"

namespace surefoot::gap {
namespace {

template <typename Iterator>
double MeanOf(Iterator first, Iterator last) {
  return std::accumulate(first, last, 0.0) / static_cast<double>(last - first);
}

}  // namespace

SeriesStats StatsOf(std::vector<double> values) {
  SUREFOOT_CHECK(!values.empty(), "statistics of nothing");
  if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    return {kNone, kNone, kNone};
  }
  const auto count = static_cast<std::ptrdiff_t>(values.size());
  const std::ptrdiff_t few =
      std::max<std::ptrdiff_t>(1, std::llround(0.01 * static_cast<double>(count)));
  SeriesStats stats;
  stats.mean = MeanOf(values.begin(), values.end());
  // Sorted ends, so that the sums do not hang on how the selection leaves their order.
  std::nth_element(values.begin(), values.begin() + few - 1, values.end());
  std::sort(values.begin(), values.begin() + few);
  stats.bottom = MeanOf(values.begin(), values.begin() + few);
  std::nth_element(values.begin(), values.end() - few, values.end());
  std::sort(values.end() - few, values.end());
  stats.top = MeanOf(values.end() - few, values.end());
  return stats;
}

SeriesError ErrorOf(const SeriesStats& simulated, const SeriesStats& real) {
  return {std::abs(simulated.range() - real.range()), std::abs(simulated.mean - real.mean)};
}

}  // namespace surefoot::gap
