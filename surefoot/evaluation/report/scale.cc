#include "surefoot/evaluation/report/scale.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "surefoot/evaluation/report/text.h"

// Ticks follow Heckbert ("Nice numbers for graph labels", Graphics Gems, 1990): steps of 1, 2 or 5
// times a power of ten. All arithmetic avoids overflow at the ends of the double range, because
// values come from simulations that may have diverged.

namespace surefoot::report {
namespace {

// Limit of values: differences of larger ones could overflow.
constexpr double kLargest = 1e300;
constexpr double kSmallest = 1e-300;

bool CanShow(double value, bool logarithmic) {
  return std::isfinite(value) && (!logarithmic || value > 0.0);
}

/// Widens a range of equal or nearly equal values until its ends differ by much more than rounding.
void Separate(double& low, double& high) {
  const double min = 1e-9 * std::max(std::abs(low), std::abs(high));
  if (high - low > min && high - low > kSmallest) return;
  const double half = low == 0.0 && high == 0.0 ? 1.0 : 0.1 * std::abs(low) + min + kSmallest;
  low -= half;
  high += half;
}

}  // namespace

// Values that the axis cannot show are ignored.
void Extent::Add(double value) {
  if (!CanShow(value, logarithmic_)) return;
  low_ = std::min(low_, std::max(value, -kLargest));
  high_ = std::max(high_, std::min(value, kLargest));
}

// A given range has priority; an extent without width gets one.
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

// Clamped to 20 lengths beyond either end.
double Scale::At(double value) const {
  if (!CanShow(value, logarithmic_)) return std::numeric_limits<double>::quiet_NaN();
  const double part = logarithmic_
                          ? (std::log(value) - std::log(low_)) / (std::log(high_) - std::log(low_))
                          : (value - low_) / (high_ - low_);
  return length_ * std::clamp(part, -20.0, 20.0);
}

std::vector<Tick> Scale::Ticks(int max) const {
  return logarithmic_ ? LogarithmicTicks(low_, high_, max) : LinearTicks(low_, high_, max);
}

// Extends the axis to the next tick if that is near.
void Scale::SnapToTicks(int max) {
  if (logarithmic_) return;
  const std::vector<Tick> ticks = Ticks(max);
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

namespace {

/// mantissa * 10^exponent, rounded once: 3e-1 is 0.3 and not 0.30000000000000004.
double Decimal(double mantissa, int exponent) {
  return exponent < 0 ? mantissa / std::pow(10.0, -exponent) : mantissa * std::pow(10.0, exponent);
}

/// Distance of ticks: 1, 2 or 5 times a power of ten.
struct Step {
  int digit = 1;
  int exponent = 0;
  double size() const { return Decimal(digit, exponent); }
};

// Tolerance as a share of the step: a tick at an end that rounding moved is still inside.
constexpr double kTolerance = 1e-9;

std::int64_t FirstIn(double low, double step) {
  return static_cast<std::int64_t>(std::ceil(low / step - kTolerance));
}

std::int64_t CountIn(double low, double high, double step) {
  return static_cast<std::int64_t>(std::floor(high / step + kTolerance)) - FirstIn(low, step) + 1;
}

/// The smallest step with at most `max` ticks in the range.
Step FinestStep(double low, double high, int max) {
  Step step;
  step.exponent = static_cast<int>(std::floor(std::log10((high - low) / max))) - 1;
  while (CountIn(low, high, step.size()) > max) {
    if (step.digit == 5) ++step.exponent;
    step.digit = step.digit == 1 ? 2 : step.digit == 2 ? 5 : 1;
  }
  return step;
}

/// 10 to the power of `exponent`: 0.01, 1, 1000, and 10 with a superscript outside of these.
std::string PowerLabel(int exponent) {
  if (exponent >= -3 && exponent <= 3) return FixedNumber(Decimal(1.0, exponent), -exponent);
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string label = exponent < 0 ? "10⁻" : "10";
  for (const char digit : std::to_string(std::abs(exponent))) label += kDigits[digit - '0'];
  return label;
}

/// Adds a tick if it lies in the range.
void AddLogarithmic(int digit, int exponent, double low, double high, std::vector<Tick>& ticks) {
  const double value = Decimal(digit, exponent);
  if (value < low * (1.0 - kTolerance) || value > high * (1.0 + kTolerance)) return;
  ticks.push_back({value, digit == 1 ? PowerLabel(exponent) : ShortNumber(value, 1)});
}

}  // namespace

// Steps of 1, 2 or 5 times a power of ten.
std::vector<Tick> LinearTicks(double low, double high, int max) {
  const Step step = FinestStep(low, high, std::max(max, 2));
  const double size = step.size();
  const double largest = std::max(std::abs(low), std::abs(high));
  const bool exponents = largest >= 1e6 || largest < 1e-3;
  const std::int64_t first = FirstIn(low, size);
  std::vector<Tick> ticks;
  for (std::int64_t i = 0; i < CountIn(low, high, size); ++i) {
    const double value = Decimal(static_cast<double>((first + i) * step.digit), step.exponent);
    // As many digits as distinguish neighbouring ticks.
    const int digits =
        value == 0.0 ? 1
                     : static_cast<int>(std::floor(std::log10(std::abs(value)))) - step.exponent;
    ticks.push_back({value, exponents ? ScientificNumber(value, digits)
                                      : FixedNumber(value, std::max(0, -step.exponent))});
  }
  return ticks;
}

// Powers of ten; 2 and 5 between them if there is room.
std::vector<Tick> LogarithmicTicks(double low, double high, int max) {
  const double decades = std::log10(high) - std::log10(low);
  if (decades < 1.0) return LinearTicks(low, high, max);
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  const bool between = 3.0 * decades + 1.0 <= max;
  const int every = std::max(1, static_cast<int>(std::ceil(decades / max)));
  std::vector<Tick> ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    if (exponent % every != 0) continue;
    AddLogarithmic(1, exponent, low, high, ticks);
    if (!between) continue;
    AddLogarithmic(2, exponent, low, high, ticks);
    AddLogarithmic(5, exponent, low, high, ticks);
  }
  return ticks;
}

}  // namespace surefoot::report
