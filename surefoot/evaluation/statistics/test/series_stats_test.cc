#include "surefoot/evaluation/statistics/series_stats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace surefoot::gap {
namespace {

/// 1 to 2000, the number of samples of 20 s at 100 Hz, in another order.
std::vector<double> Shuffled() {
  std::vector<double> values;
  for (int i = 1; i <= 2000; ++i) values.push_back(i);
  std::mt19937 random(5);
  std::shuffle(values.begin(), values.end(), random);
  return values;
}

TEST(SeriesStats, MeansOfTheOuterPercent) {
  const SeriesStats stats = StatsOf(Shuffled());
  EXPECT_DOUBLE_EQ(stats.mean, 1000.5);
  EXPECT_DOUBLE_EQ(stats.bottom, 10.5);  // of 1 to 20
  EXPECT_DOUBLE_EQ(stats.top, 1990.5);   // of 1981 to 2000
  EXPECT_DOUBLE_EQ(stats.range(), 1980.0);
}

TEST(SeriesStats, OrderDoesNotMatter) {
  std::vector<double> sorted = Shuffled();
  std::sort(sorted.begin(), sorted.end());
  const SeriesStats a = StatsOf(Shuffled());
  const SeriesStats b = StatsOf(sorted);
  EXPECT_EQ(a.top, b.top);
  EXPECT_EQ(a.bottom, b.bottom);
}

TEST(SeriesStats, OneErraticSampleIsAveraged) {
  std::vector<double> values(2000, 0.0);
  values[700] = 100.0;
  EXPECT_DOUBLE_EQ(StatsOf(values).range(), 5.0);
}

TEST(SeriesStats, FewSamplesTakeOneOfEachEnd) {
  EXPECT_DOUBLE_EQ(StatsOf({3.0}).range(), 0.0);
  const SeriesStats stats = StatsOf({2.0, -1.0, 7.0});
  EXPECT_DOUBLE_EQ(stats.top, 7.0);
  EXPECT_DOUBLE_EQ(stats.bottom, -1.0);
}

TEST(SeriesStats, NotFiniteIsSeen) {
  for (double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    EXPECT_TRUE(std::isnan(StatsOf({1.0, bad, 2.0}).mean));
    EXPECT_TRUE(std::isnan(StatsOf({1.0, bad, 2.0}).range()));
  }
}

TEST(SeriesStats, ErrorsAreDistances) {
  const SeriesError error = ErrorOf(SeriesStats{1.0, 3.0, -1.0}, SeriesStats{-0.5, 6.0, 0.0});
  EXPECT_DOUBLE_EQ(error.range, 2.0);
  EXPECT_DOUBLE_EQ(error.mean, 1.5);
  EXPECT_DOUBLE_EQ(error.total(), 3.5);
}

}  // namespace
}  // namespace surefoot::gap
