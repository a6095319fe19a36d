#include "surefoot/evaluation/report/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace surefoot::report {
namespace {

// Beyond it differences overflow.
constexpr double kLargest = 1e300;
constexpr double kSmallest = 1e-300;

bool CanShow(double value, bool logarithmic) {
  return std::isfinite(value) && (!logarithmic || value > 0.0);
}

/// Ends that doubles can tell apart well, with the old ones inside.
void Separate(double& low, double& high) {
  const double least = 1e-9 * std::max(std::abs(low), std::abs(high));
  if (high - low > least && high - low > kSmallest) return;
  const double half = low == 0.0 && high == 0.0 ? 1.0 : 0.1 * std::abs(low) + least + kSmallest;
  low -= half;
  high += half;
}

}  // namespace

void Extent::Add(double value) {
  if (!CanShow(value, logarithmic_)) return;
  low_ = std::min(low_, std::max(value, -kLargest));
  high_ = std::max(high_, std::min(value, kLargest));
}

Scale::Scale(const Axis& axis, const Extent& extent, double length, double below, double above)
    : logarithmic_(axis.logarithmic), length_(length) {
  Extent own(logarithmic_);
  if (axis.range) {
    own.Add(axis.range->first);
    own.Add(axis.range->second);
  }
  const bool given = !own.empty() && own.low() < own.high();
  const Extent& ends = given ? own : extent;
  if (ends.empty()) {
    if (logarithmic_) low_ = 0.1;
    return;
  }
  low_ = ends.low();
  high_ = ends.high();
  if (logarithmic_) {
    low_ = std::log10(std::max(low_, kSmallest));
    high_ = std::log10(std::max(high_, kSmallest));
    if (high_ - low_ < 1e-6) {
      low_ -= 0.5;
      high_ += 0.5;
    }
  } else {
    Separate(low_, high_);
  }
  if (!given) {
    const double span = high_ - low_;
    low_ -= below * span;
    high_ += above * span;
  }
  if (logarithmic_) {
    low_ = std::pow(10.0, std::max(low_, std::log10(kSmallest)));
    high_ = std::pow(10.0, std::min(high_, std::log10(kLargest)));
  }
}

double Scale::At(double value) const {
  if (!CanShow(value, logarithmic_)) return std::numeric_limits<double>::quiet_NaN();
  const double part = logarithmic_
                          ? (std::log(value) - std::log(low_)) / (std::log(high_) - std::log(low_))
                          : (value - low_) / (high_ - low_);
  return length_ * std::clamp(part, -20.0, 20.0);
}

std::vector<Tick> Scale::Ticks(int most) const {
  return logarithmic_ ? LogarithmicTicks(low_, high_, most) : LinearTicks(low_, high_, most);
}

void Scale::SnapToTicks(int most) {
  if (logarithmic_) return;
  const std::vector<Tick> ticks = Ticks(most);
  if (ticks.size() < 2) return;
  const double step = ticks[1].value - ticks[0].value;
  const double near = 0.02 * (high_ - low_);
  const double before = ticks.front().value - step;
  const double after = ticks.back().value + step;
  if (low_ - before < near) low_ = before;
  if (after - high_ < near) high_ = after;
}

void Scale::Widen(double span) {
  const double more = 0.5 * (span - (high_ - low_));
  if (more <= 0.0) return;
  low_ -= more;
  high_ += more;
}

}  // namespace surefoot::report
