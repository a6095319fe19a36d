#include "surefoot/evaluation/report/thin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "surefoot/base/random.h"

namespace surefoot::report {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool operator==(const PlotPoint& a, const PlotPoint& b) { return a.x == b.x && a.y == b.y; }

/// Whether `part` is a subsequence of `all`, gaps left out.
bool IsPartOf(const std::vector<PlotPoint>& part, const std::vector<PlotPoint>& all) {
  std::size_t i = 0;
  for (const PlotPoint& p : part) {
    if (!std::isfinite(p.y)) continue;
    while (i < all.size() && !(all[i] == p)) ++i;
    if (i++ == all.size()) return false;
  }
  return true;
}

std::map<double, std::pair<double, double>> ExtremesByColumn(const std::vector<PlotPoint>& points,
                                                             double column) {
  std::map<double, std::pair<double, double>> extremes;
  for (const PlotPoint& p : points) {
    if (!std::isfinite(p.y)) continue;
    auto [at, fresh] = extremes.try_emplace(std::floor(p.x / column), p.y, p.y);
    at->second.first = std::min(at->second.first, p.y);
    at->second.second = std::max(at->second.second, p.y);
  }
  return extremes;
}

std::vector<PlotPoint> Noise(std::size_t count, double width) {
  RandomStream random(3, "thin");
  std::vector<PlotPoint> points;
  for (std::size_t i = 0; i < count; ++i) {
    points.push_back({width * static_cast<double>(i) / static_cast<double>(count),
                      random.Uniform(-100.0, 100.0)});
  }
  return points;
}

TEST(Thin, KeepsTheExtremesOfEveryColumn) {
  const std::vector<PlotPoint> points = Noise(100000, 450.0);
  const std::vector<PlotPoint> thin = Thinned(points, 1.0, 12000);
  EXPECT_LE(thin.size(), 4u * 451u);
  EXPECT_TRUE(IsPartOf(thin, points));
  EXPECT_EQ(ExtremesByColumn(thin, 1.0), ExtremesByColumn(points, 1.0));
  EXPECT_TRUE(thin.front() == points.front());
  EXPECT_TRUE(thin.back() == points.back());
}

TEST(Thin, LeavesShortLinesAlone) {
  const std::vector<PlotPoint> points = Noise(300, 450.0);
  const std::vector<PlotPoint> thin = Thinned(points, 1.0, 12000);
  ASSERT_EQ(thin.size(), points.size());
  EXPECT_TRUE(IsPartOf(thin, points));
  EXPECT_TRUE(Thinned({}, 1.0, 10).empty());
}

TEST(Thin, KeepsGapsThatCanBeSeen) {
  std::vector<PlotPoint> points = Noise(10000, 100.0);
  for (std::size_t i = 4000; i < 6000; ++i) points[i].y = kNan;  // 20 columns
  points[1234].y = kNan;                                         // a hundredth of a column
  points.front().y = points.back().y = kNan;
  const std::vector<PlotPoint> thin = Thinned(points, 1.0, 12000);
  const auto gap = [](const PlotPoint& p) { return !std::isfinite(p.y); };
  EXPECT_EQ(std::count_if(thin.begin(), thin.end(), gap), 1);
  const auto at = std::find_if(thin.begin(), thin.end(), gap);
  EXPECT_TRUE(*(at - 1) == points[3999]);
  EXPECT_TRUE(*(at + 1) == points[6000]);
  const std::vector<PlotPoint> nothing(1000, PlotPoint{1.0, kNan});
  EXPECT_TRUE(Thinned(nothing, 1.0, 100).empty());
}

TEST(Thin, GapsAtEverySecondPointDoNotMakeItLong) {
  std::vector<PlotPoint> points = Noise(100000, 450.0);
  for (std::size_t i = 0; i < points.size(); i += 2) points[i].y = kNan;
  EXPECT_LE(Thinned(points, 1.0, 12000).size(), 5u * 451u);
}

TEST(Thin, PathsBackAndForthAreBoundedAndKeepTheirBox) {
  RandomStream random(5, "thin");
  std::vector<PlotPoint> points;
  for (int i = 0; i < 100000; ++i) {
    points.push_back({random.Uniform(0.0, 450.0), random.Uniform(0.0, 200.0)});
  }
  const std::vector<PlotPoint> thin = Thinned(points, 1.0, 6000);
  EXPECT_LE(thin.size(), 6000u);
  EXPECT_TRUE(IsPartOf(thin, points));
  const auto by_x = [](const PlotPoint& a, const PlotPoint& b) { return a.x < b.x; };
  const auto by_y = [](const PlotPoint& a, const PlotPoint& b) { return a.y < b.y; };
  const auto [x0, x1] = std::minmax_element(points.begin(), points.end(), by_x);
  const auto [thin_x0, thin_x1] = std::minmax_element(thin.begin(), thin.end(), by_x);
  EXPECT_TRUE(*x0 == *thin_x0 && *x1 == *thin_x1);
  const auto [y0, y1] = std::minmax_element(points.begin(), points.end(), by_y);
  const auto [thin_y0, thin_y1] = std::minmax_element(thin.begin(), thin.end(), by_y);
  EXPECT_TRUE(*y0 == *thin_y0 && *y1 == *thin_y1);
}

}  // namespace
}  // namespace surefoot::report
