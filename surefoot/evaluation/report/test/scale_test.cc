#include "surefoot/evaluation/report/scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace surefoot::report {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

Scale Of(const Axis& axis, const std::vector<double>& values, double margin = 0.0) {
  Extent extent(axis.logarithmic);
  for (const double value : values) extent.Add(value);
  return Scale(axis, extent, 100.0, margin, margin);
}

TEST(Scale, GoesOverTheData) {
  const Scale scale = Of({}, {3.0, -1.0, std::nan(""), kInf, 1.0});
  EXPECT_EQ(scale.low(), -1.0);
  EXPECT_EQ(scale.high(), 3.0);
  EXPECT_DOUBLE_EQ(scale.At(0.0), 25.0);
  EXPECT_TRUE(std::isnan(scale.At(kInf)));
  const Scale wider = Of({}, {3.0, -1.0}, 0.25);
  EXPECT_DOUBLE_EQ(wider.low(), -2.0);
  EXPECT_DOUBLE_EQ(wider.high(), 4.0);
}

TEST(Scale, LogarithmicOnesShowWhatIsPositive) {
  const Scale scale = Of({"", {}, true}, {0.01, 100.0, 0.0, -5.0});
  EXPECT_DOUBLE_EQ(scale.low(), 0.01);
  EXPECT_NEAR(scale.At(1.0), 50.0, 1e-9);
  EXPECT_NEAR(scale.At(10.0), 75.0, 1e-9);
  EXPECT_TRUE(std::isnan(scale.At(0.0)));
  EXPECT_TRUE(std::isnan(scale.At(-1.0)));
}

TEST(Scale, TakesAGivenRange) {
  const Scale scale = Of({"", std::pair{-2.0, 2.0}, false}, {100.0}, 0.25);
  EXPECT_EQ(scale.low(), -2.0);
  EXPECT_EQ(scale.high(), 2.0);
  EXPECT_LE(scale.At(1e30), 2000.0);
  // A reversed range is the same; for an invalid one the data decide.
  EXPECT_EQ(Of({"", std::pair{2.0, -2.0}, false}, {}).low(), -2.0);
  for (const std::pair<double, double>& bad :
       {std::pair{1.0, 1.0}, std::pair{std::nan(""), 1.0}, std::pair{0.0, kInf}}) {
    EXPECT_EQ(Of({"", bad, false}, {5.0, 6.0}).low(), 5.0);
  }
}

TEST(Scale, SurvivesEveryValue) {
  const double values[] = {0.0,
                           1.0,
                           -1.0,
                           1e-320,
                           1e-300,
                           -1e-300,
                           1e300,
                           1e308,
                           -1e308,
                           123456789.0,
                           123456789.0000001,
                           kInf,
                           std::nan("")};
  for (const bool logarithmic : {false, true}) {
    for (const double a : values) {
      for (const double b : values) {
        const Scale scale = Of({"", {}, logarithmic}, {a, b}, 0.05);
        ASSERT_TRUE(std::isfinite(scale.low()) && std::isfinite(scale.high())) << a << " " << b;
        ASSERT_LT(scale.low(), scale.high()) << a << " " << b;
        ASSERT_LE(scale.Ticks(7).size(), 8u) << a << " " << b;
        for (const double value : values) {
          const double at = scale.At(value);
          ASSERT_TRUE(std::isnan(at) || std::abs(at) <= 2000.0) << a << " " << b << " " << value;
        }
      }
    }
  }
}

TEST(Scale, SnapsToNearTicks) {
  Scale scale = Of({}, {0.0, 19.98});
  scale.SnapToTicks(8);
  EXPECT_EQ(scale.high(), 20.0);
  EXPECT_EQ(scale.low(), 0.0);
  Scale far = Of({}, {0.0, 19.0});
  far.SnapToTicks(8);
  EXPECT_EQ(far.high(), 19.0);
}

TEST(Scale, WidensAroundItsMiddle) {
  Scale scale = Of({}, {1.0, 3.0});
  scale.Widen(6.0);
  EXPECT_EQ(scale.low(), -1.0);
  EXPECT_EQ(scale.high(), 5.0);
  scale.Widen(2.0);
  EXPECT_EQ(scale.high(), 5.0);
}

}  // namespace
}  // namespace surefoot::report
