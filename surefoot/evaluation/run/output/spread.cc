#include "surefoot/evaluation/run/output/spread.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/items.h"
#include "surefoot/evaluation/statistics/intervals.h"

// Quantiles instead of mean and standard deviation: slip and errors are skewed, and one failed
// trial should not move the curve.

namespace surefoot::experiment {
namespace {

constexpr double kFractions[] = {0.05, 0.25, 0.75, 0.95};
constexpr std::size_t kMinForBands = 3;

}  // namespace

void Spread::Add(double x, const std::vector<double>& values) {
  const auto finite = Filtered(values, [&](const double value) { return std::isfinite(value); });
  if (finite.empty()) return;
  has_bands_ = has_bands_ || finite.size() >= kMinForBands;
  x_.push_back(x);
  median_.push_back(gap::Quantile(finite, 0.5));
  for (std::size_t i = 0; i < std::size(kFractions); ++i) {
    at_[i].push_back(gap::Quantile(finite, kFractions[i]));
  }
}

void Spread::Draw(const std::string& name, report::Tone tone, report::LinePlot* plot) const {
  if (has_bands_) {
    plot->bands.push_back({"", tone, x_, at_[0], at_[3], false});
    plot->bands.push_back({"", tone, x_, at_[1], at_[2], true});
  }
  report::Line line;
  line.name = name;
  line.tone = tone;
  line.x = x_;
  line.y = median_;
  plot->lines.push_back(std::move(line));
}

std::vector<double> Resampled(const std::vector<double>& x, const std::vector<double>& y,
                              const std::vector<double>& at) {
  std::vector<double> values;
  values.reserve(at.size());
  for (const double t : at) {
    const auto next = std::lower_bound(x.begin(), x.end(), t);
    if (next == x.end() || (next == x.begin() && *next != t)) {
      values.push_back(NAN);
      continue;
    }
    const auto i = static_cast<std::size_t>(next - x.begin());
    if (*next == t || i == 0) {
      values.push_back(y[i]);
      continue;
    }
    const double share = (t - x[i - 1]) / (x[i] - x[i - 1]);
    values.push_back(y[i - 1] + share * (y[i] - y[i - 1]));
  }
  return values;
}

}  // namespace surefoot::experiment
