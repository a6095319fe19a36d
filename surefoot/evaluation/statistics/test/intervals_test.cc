// Expected numbers are of scipy 1.17: binomtest(k, n).proportion_ci(c, "wilson"), t.ppf, norm.ppf,
// t.interval(c, n - 1, mean, sem), and numpy.quantile.

#include "surefoot/evaluation/statistics/intervals.h"

#include <gtest/gtest.h>

#include <cmath>

namespace surefoot::gap {
namespace {

TEST(Intervals, WilsonAsScipy) {
  struct Case {
    int successes, trials;
    double confidence, low, high;
  };
  for (const Case& c : {Case{0, 10, 0.95, 0.0, 0.27753279986288926},
                        {10, 10, 0.95, 0.7224672001371109, 1.0},
                        {7, 10, 0.95, 0.39677814746114526, 0.892208732593699},
                        {1, 3, 0.90, 0.07826572633372841, 0.7464661317187758},
                        {95, 100, 0.99, 0.86084969709836, 0.9831516839573994},
                        {1, 1, 0.95, 0.20654931437723745, 1.0}}) {
    const Interval interval = WilsonInterval(c.successes, c.trials, c.confidence);
    EXPECT_NEAR(interval.low, c.low, 1e-12) << c.successes << " of " << c.trials;
    EXPECT_NEAR(interval.high, c.high, 1e-12) << c.successes << " of " << c.trials;
  }
}

TEST(Intervals, WilsonOfNothingIsEverything) {
  EXPECT_EQ(WilsonInterval(0, 0).low, 0.0);
  EXPECT_EQ(WilsonInterval(0, 0).high, 1.0);
}

TEST(Intervals, QuantilesOfDistributionsAsScipy) {
  EXPECT_NEAR(NormalQuantile(0.975), 1.959963984540054, 1e-12);
  EXPECT_NEAR(NormalQuantile(0.5), 0.0, 1e-12);
  EXPECT_NEAR(NormalQuantile(0.01), -2.3263478740408408, 1e-12);
  EXPECT_NEAR(NormalQuantile(0.999999), 4.753424308817087, 1e-9);
  EXPECT_NEAR(StudentQuantile(0.975, 1), 12.706204736174694, 1e-9);
  EXPECT_NEAR(StudentQuantile(0.975, 4), 2.7764451051977934, 1e-11);
  EXPECT_NEAR(StudentQuantile(0.95, 2), 2.9199855803537242, 1e-11);
  EXPECT_NEAR(StudentQuantile(0.995, 30), 2.7499956535672254, 1e-11);
  EXPECT_NEAR(StudentQuantile(0.25, 7), -0.7111417780817866, 1e-11);
  EXPECT_NEAR(StudentQuantile(0.6, 1000), 0.25341451583949876, 1e-10);
}

TEST(Intervals, MeansAsScipy) {
  const std::vector<double> values = {3.1, 2.7, 4.4, 3.9, 2.2, 5.0};
  EXPECT_NEAR(Mean(values), 3.55, 1e-12);
  EXPECT_NEAR(MeanInterval(values).low, 2.4300009063211903, 1e-11);
  EXPECT_NEAR(MeanInterval(values).high, 4.66999909367881, 1e-11);
  EXPECT_NEAR(MeanInterval(values, 0.8).low, 2.906959278968353, 1e-11);
  EXPECT_NEAR(MeanInterval(values, 0.8).high, 4.193040721031648, 1e-11);
}

TEST(Intervals, QuantilesAsNumpy) {
  const std::vector<double> values = {3.1, 2.7, 4.4, 3.9, 2.2, 5.0};
  EXPECT_NEAR(Quantile(values, 0.0), 2.2, 1e-12);
  EXPECT_NEAR(Quantile(values, 0.1), 2.45, 1e-12);
  EXPECT_NEAR(Median(values), 3.5, 1e-12);
  EXPECT_NEAR(Quantile(values, 0.9), 4.7, 1e-12);
  EXPECT_NEAR(Quantile(values, 1.0), 5.0, 1e-12);
  EXPECT_NEAR(Median({4.0}), 4.0, 0.0);
}

TEST(Intervals, TooFewValuesGiveNothing) {
  EXPECT_TRUE(std::isnan(Median({})));
  EXPECT_TRUE(std::isnan(Mean({})));
  EXPECT_TRUE(std::isnan(MeanInterval({1.0}).low));
  EXPECT_EQ(MeanInterval({2.0, 2.0}).low, 2.0);
}

}  // namespace
}  // namespace surefoot::gap
