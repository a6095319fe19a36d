#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <set>
#include <string>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/report/scale.h"

namespace surefoot::report {
namespace {

/// 1, 2 or 5, if the number is that times a power of ten; otherwise 0.
int LeadingDigit(double step) {
  const double mantissa = step / std::pow(10.0, std::floor(std::log10(step) + 1e-9));
  for (const int digit : {1, 2, 5}) {
    if (std::abs(mantissa - digit) < 1e-6) return digit;
  }
  return 0;
}

TEST(Ticks, OfUsualRanges) {
  const auto labels = [](const std::vector<Tick>& ticks) {
    std::string all;
    for (const Tick& tick : ticks) all += tick.label + " ";
    return all;
  };
  EXPECT_EQ(labels(LinearTicks(0.0, 10.0, 6)), "0 2 4 6 8 10 ");
  EXPECT_EQ(labels(LinearTicks(-0.3, 0.3, 8)), "-0.3 -0.2 -0.1 0.0 0.1 0.2 0.3 ");
  EXPECT_EQ(labels(LinearTicks(0.0, 19.98, 5)), "0 5 10 15 ");
  EXPECT_EQ(labels(LinearTicks(0.0, 3e6, 4)), "0 1e6 2e6 3e6 ");
  EXPECT_EQ(labels(LinearTicks(0.0, 2.5e-5, 6)), "0 5e-6 1.0e-5 1.5e-5 2.0e-5 2.5e-5 ");
  EXPECT_EQ(labels(LogarithmicTicks(0.5, 200.0, 12)), "0.5 1 2 5 10 20 50 100 200 ");
  EXPECT_EQ(labels(LogarithmicTicks(1e-6, 1.0, 8)), "10⁻⁶ 10⁻⁵ 10⁻⁴ 0.001 0.01 0.1 1 ");
  EXPECT_EQ(labels(LogarithmicTicks(1e-12, 1e12, 6)), "10⁻¹² 10⁻⁸ 10⁻⁴ 1 10⁴ 10⁸ 10¹² ");
}

TEST(Ticks, LinearOnesKeepTheirProperties) {
  RandomStream random(7, "ticks");
  for (int trial = 0; trial < 20000; ++trial) {
    const double size = std::pow(10.0, random.Uniform(-12.0, 12.0));
    const double low = size * random.Uniform(-100.0, 100.0);
    const double high = low + size * random.Uniform(0.001, 10.0);
    const int max = 2 + trial % 12;
    const std::vector<Tick> ticks = LinearTicks(low, high, max);
    ASSERT_LE(ticks.size(), static_cast<std::size_t>(max));
    // Factors between 1, 2 and 5 are at most 2.5, so there are never fewer ticks than this part of
    // the requested number.
    ASSERT_GE(static_cast<double>(ticks.size()), std::floor(max / 2.5) - 1.0);
    std::set<std::string> labels;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      ASSERT_GE(ticks[i].value, low - 1e-9 * size);
      ASSERT_LE(ticks[i].value, high + 1e-9 * size);
      ASSERT_TRUE(labels.insert(ticks[i].label).second) << ticks[i].label;
      if (i == 0) continue;
      const double step = ticks[i].value - ticks[i - 1].value;
      ASSERT_NE(LeadingDigit(step), 0) << step;
      // The label gives the value to a small part of a step.
      ASSERT_NEAR(std::strtod(ticks[i].label.c_str(), nullptr), ticks[i].value, 1e-6 * step);
    }
  }
}

TEST(Ticks, LogarithmicOnesKeepTheirProperties) {
  RandomStream random(8, "ticks");
  for (int trial = 0; trial < 20000; ++trial) {
    const double low = std::pow(10.0, random.Uniform(-200.0, 200.0));
    const double high = low * std::pow(10.0, random.Uniform(0.01, 60.0));
    const std::vector<Tick> ticks = LogarithmicTicks(low, high, 8);
    ASSERT_LE(ticks.size(), 9u);
    ASSERT_GE(ticks.size(), 1u);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
      ASSERT_GE(ticks[i].value, low * (1.0 - 1e-9));
      ASSERT_LE(ticks[i].value, high * (1.0 + 1e-9));
      ASSERT_TRUE(i == 0 || ticks[i].value > ticks[i - 1].value);
    }
  }
}

}  // namespace
}  // namespace surefoot::report
