#include "surefoot/evaluation/statistics/distances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::gap {
namespace {

std::vector<double> Normals(std::uint64_t seed, int count, double mean, double deviation) {
  RandomStream random(seed, "normals");
  std::vector<double> values;
  for (int i = 0; i < count; ++i) values.push_back(mean + deviation * random.Normal());
  return values;
}

/// Share of values up to x, by counting.
double Below(const std::vector<double>& values, double x) {
  const auto count = std::count_if(values.begin(), values.end(), [x](double v) { return v <= x; });
  return static_cast<double>(count) / static_cast<double>(values.size());
}

TEST(Distances, AgreeWithCountingByBruteForce) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const std::vector<double> a = Normals(seed, 17, 0.0, 1.0);
    std::vector<double> b = Normals(seed + 100, 23, 0.4, 1.5);
    b.push_back(a[3]);  // a tie
    double max = 0.0;
    for (const auto* set : std::initializer_list<const std::vector<double>*>{&a, &b}) {
      for (const double x : *set) max = std::max(max, std::abs(Below(a, x) - Below(b, x)));
    }
    EXPECT_NEAR(KolmogorovSmirnov(a, b), max, 1e-12);
    double area = 0.0;
    constexpr double kStep = 1e-3;
    for (double x = -10.0; x < 10.0; x += kStep) {
      area += kStep * std::abs(Below(a, x) - Below(b, x));
    }
    EXPECT_NEAR(Wasserstein(a, b), area, 5e-3);
    double between = 0.0, within_a = 0.0, within_b = 0.0;
    for (const double x : a) {
      for (const double y : b) between += std::abs(x - y);
      for (const double y : a) within_a += std::abs(x - y);
    }
    for (const double x : b) {
      for (const double y : b) within_b += std::abs(x - y);
    }
    const double n = static_cast<double>(a.size()), m = static_cast<double>(b.size());
    const double energy =
        2.0 * between / (n * m) - within_a / (n * (n - 1)) - within_b / (m * (m - 1));
    EXPECT_NEAR(EnergyDistance(a, b), std::max(0.0, energy), 1e-12);
  }
}

TEST(Distances, OfShiftedSetsAreKnown) {
  const std::vector<double> a = Normals(1, 400, 0.0, 1.0);
  std::vector<double> b = a;
  for (double& value : b) value += 0.7;
  EXPECT_NEAR(Wasserstein(a, b), 0.7, 1e-9);
  EXPECT_NEAR(KolmogorovSmirnov(a, b), 2.0 * 0.1368, 0.05);  // 2 Phi(0.35) - 1
  EXPECT_NEAR(SpreadRatio({a}, {b}), 1.0, 1e-12);
  EXPECT_EQ(KolmogorovSmirnov(a, a), 0.0);
  EXPECT_EQ(Wasserstein(a, a), 0.0);
}

TEST(Distances, CoverageIsThatOfTheBand) {
  const std::vector<double> simulated = Normals(2, 20000, 0.0, 1.0);
  const std::vector<double> reality = Normals(3, 20000, 0.0, 1.0);
  EXPECT_NEAR(Coverage(simulated, reality, 0.9), 0.9, 0.01);
  EXPECT_NEAR(Coverage(simulated, reality, 0.5), 0.5, 0.02);
  EXPECT_LT(Coverage(simulated, Normals(4, 20000, 3.0, 1.0), 0.9), 0.12);
}

/// Points on a line that is tilted in the plane are as far apart as on the line.
TEST(Distances, OfPointsDoNotHangOnTheAxes) {
  const std::vector<double> a = Normals(5, 30, 0.0, 1.0);
  const std::vector<double> b = Normals(6, 20, 1.0, 2.0);
  const auto tilted = [](const std::vector<double>& line) {
    std::vector<std::vector<double>> points(2);
    for (const double value : line) {
      points[0].push_back(0.6 * value);
      points[1].push_back(0.8 * value);
    }
    return points;
  };
  EXPECT_NEAR(PointEnergyDistance(tilted(a), tilted(b)), EnergyDistance(a, b), 1e-12);
  EXPECT_TRUE(std::isnan(PointEnergyDistance(tilted(a), tilted({}))));
}

TEST(Distances, OfNothingAreNoNumbers) {
  EXPECT_TRUE(std::isnan(KolmogorovSmirnov({}, {1.0})));
  EXPECT_TRUE(std::isnan(Wasserstein({1.0}, {})));
  EXPECT_TRUE(std::isnan(EnergyDistance({}, {})));
  EXPECT_TRUE(std::isnan(SpreadRatio({{1.0}}, {{1.0, 2.0}})));
  EXPECT_TRUE(std::isnan(Coverage({}, {1.0}, 0.9)));
}

}  // namespace
}  // namespace surefoot::gap
