#include "surefoot/evaluation/report/ticks.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "surefoot/evaluation/report/text.h"

namespace surefoot::report {
namespace {

/// mantissa * 10^exponent, rounded once: 3e-1 is 0.3 and not 0.30000000000000004.
double Decimal(double mantissa, int exponent) {
  return exponent < 0 ? mantissa / std::pow(10.0, -exponent) : mantissa * std::pow(10.0, exponent);
}

struct Step {
  int digit = 1;
  int exponent = 0;
  double size() const { return Decimal(digit, exponent); }
};

// Of a step: an end of the range that was rounded past a tick still has it.
constexpr double kTolerance = 1e-9;

std::int64_t FirstIn(double low, double step) {
  return static_cast<std::int64_t>(std::ceil(low / step - kTolerance));
}

std::int64_t CountIn(double low, double high, double step) {
  return static_cast<std::int64_t>(std::floor(high / step + kTolerance)) - FirstIn(low, step) + 1;
}

Step FinestStep(double low, double high, int most) {
  Step step;
  step.exponent = static_cast<int>(std::floor(std::log10((high - low) / most))) - 1;
  while (CountIn(low, high, step.size()) > most) {
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

void AddLogarithmic(int digit, int exponent, double low, double high, std::vector<Tick>& ticks) {
  const double value = Decimal(digit, exponent);
  if (value < low * (1.0 - kTolerance) || value > high * (1.0 + kTolerance)) return;
  ticks.push_back({value, digit == 1 ? PowerLabel(exponent) : ShortNumber(value, 1)});
}

}  // namespace

std::vector<Tick> LinearTicks(double low, double high, int most) {
  const Step step = FinestStep(low, high, std::max(most, 2));
  const double size = step.size();
  const double largest = std::max(std::abs(low), std::abs(high));
  const bool exponents = largest >= 1e6 || largest < 1e-3;
  const std::int64_t first = FirstIn(low, size);
  std::vector<Tick> ticks;
  for (std::int64_t i = 0; i < CountIn(low, high, size); ++i) {
    const double value = Decimal(static_cast<double>((first + i) * step.digit), step.exponent);
    // As many digits as tell one tick from the next.
    const int digits =
        value == 0.0 ? 1
                     : static_cast<int>(std::floor(std::log10(std::abs(value)))) - step.exponent;
    ticks.push_back({value, exponents ? ScientificNumber(value, digits)
                                      : FixedNumber(value, std::max(0, -step.exponent))});
  }
  return ticks;
}

std::vector<Tick> LogarithmicTicks(double low, double high, int most) {
  const double decades = std::log10(high) - std::log10(low);
  if (decades < 1.0) return LinearTicks(low, high, most);
  const int first = static_cast<int>(std::floor(std::log10(low)));
  const int last = static_cast<int>(std::ceil(std::log10(high)));
  const bool between = 3.0 * decades + 1.0 <= most;
  const int every = std::max(1, static_cast<int>(std::ceil(decades / most)));
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
