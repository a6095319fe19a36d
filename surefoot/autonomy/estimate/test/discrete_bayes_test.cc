#include "surefoot/autonomy/estimate/discrete_bayes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "surefoot/base/random.h"

namespace surefoot::estimate {
namespace {

/// The ultrasonic sensor of the low-cost robots (cm).
double Ultrasonic(double reading, double d) {
  return LogNormal(reading, 0.7626 + 0.9582 * d, 0.4878 + 0.0093 * d);
}

/// Bayes' rule over all histories together, in long double and without logarithms.
TEST(DiscreteBayes, IsBayesRule) {
  RandomStream random(1, "readings");
  std::vector<double> readings;
  for (int i = 0; i < 10; ++i) readings.push_back(0.7626 + 0.9582 * 20 + 0.67 * random.Normal());
  DiscreteBayes filter(1.0, 0.1, 591);
  std::vector<long double> product(591, 1.0L);
  for (const double reading : readings) {
    EXPECT_TRUE(filter.Update([&](double d) { return Ultrasonic(reading, d); }));
    for (std::size_t i = 0; i < product.size(); ++i) {
      const long double d = 1.0L + 0.1L * static_cast<long double>(i);
      const long double sd = 0.4878L + 0.0093L * d;
      const long double z = (reading - (0.7626L + 0.9582L * d)) / sd;
      product[i] *= std::exp(-0.5L * z * z) / sd;
    }
  }
  long double sum = 0.0L;
  for (const long double value : product) sum += value;
  const std::vector<double> belief = filter.Probabilities();
  for (std::size_t i = 0; i < product.size(); ++i) {
    EXPECT_NEAR(belief[i], static_cast<double>(product[i] / sum), 1e-12) << i;
  }
  EXPECT_NEAR(filter.CenterOf(filter.MostProbable()), 20.0, 0.7);
}

/// A target that moves at random among five cells, against the sum over all of its paths.
TEST(DiscreteBayes, PredictionIsTheSumOverAllPaths) {
  constexpr int kCells = 5, kSteps = 4;
  const double likelihood[kSteps][kCells] = {{0.1, 0.5, 0.2, 0.1, 0.1},
                                             {0.2, 0.1, 0.6, 0.05, 0.05},
                                             {0.1, 0.1, 0.3, 0.4, 0.1},
                                             {0.02, 0.08, 0.2, 0.3, 0.4}};
  const auto move = [](int from, int to) {
    double share = 0.0;
    for (int offset = -40; offset <= 40; ++offset) {
      if (std::min(std::max(from + offset, 0), kCells - 1) != to) continue;
      const auto below = [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2.0)); };
      share += below((offset + 0.5 - 0.6) / 0.8) - below((offset - 0.5 - 0.6) / 0.8);
    }
    return share;
  };
  double brute[kCells] = {};
  for (int path = 0; path < std::pow(kCells, kSteps); ++path) {
    int at[kSteps], rest = path;
    for (int& cell : at) {
      cell = rest % kCells;
      rest /= kCells;
    }
    double weight = 1.0 / kCells * likelihood[0][at[0]];
    for (int k = 1; k < kSteps; ++k) weight *= move(at[k - 1], at[k]) * likelihood[k][at[k]];
    brute[at[kSteps - 1]] += weight;
  }
  double sum = 0.0;
  for (const double value : brute) sum += value;
  DiscreteBayes filter(0.0, 1.0, kCells);
  for (int k = 0; k < kSteps; ++k) {
    if (k > 0) filter.Predict(0.6, 0.8);
    filter.Update([&](double cell) { return std::log(likelihood[k][std::lround(cell)]); });
  }
  for (int i = 0; i < kCells; ++i) {
    EXPECT_NEAR(filter.Probabilities()[static_cast<std::size_t>(i)], brute[i] / sum, 1e-12);
  }
}

TEST(DiscreteBayes, ExactMotionMovesTheBelief) {
  DiscreteBayes filter(0.0, 0.5, 20);
  filter.Update([](double x) { return x == 2.0 ? 0.0 : -std::numeric_limits<double>::infinity(); });
  filter.Predict(1.5, 0.0);
  EXPECT_EQ(filter.CenterOf(filter.MostProbable()), 3.5);
  EXPECT_NEAR(filter.Mean(), 3.5, 1e-12);
  filter.Predict(0.25, 0.0);
  EXPECT_NEAR(filter.Mean(), 3.75, 1e-12);
}

TEST(DiscreteBayes, HundredsOfSharpReadingsDoNotUnderflow) {
  DiscreteBayes filter(1.0, 0.1, 591);
  for (int i = 0; i < 1000; ++i) {
    filter.Update([](double d) { return LogNormal(40.0, d, 0.05); });
  }
  EXPECT_NEAR(filter.CenterOf(filter.MostProbable()), 40.0, 1e-9);
  EXPECT_NEAR(filter.Mean(), 40.0, 1e-6);
}

TEST(DiscreteBayes, WhatNothingExplainsChangesNothing) {
  DiscreteBayes filter(0.0, 1.0, 4);
  EXPECT_FALSE(filter.Update([](double) { return -std::numeric_limits<double>::infinity(); }));
  for (const double p : filter.Probabilities()) EXPECT_NEAR(p, 0.25, 1e-12);
}

TEST(DiscreteBayes, IntervalsHoldTheirShare) {
  DiscreteBayes filter(0.0, 0.01, 2001);
  filter.Update([](double x) { return LogNormal(x, 10.0, 1.0); });
  const DiscreteBayes::Interval interval = filter.CentralInterval(0.9);
  EXPECT_NEAR(interval.low, 10.0 - 1.645, 0.02);
  EXPECT_NEAR(interval.high, 10.0 + 1.645, 0.02);
}

}  // namespace
}  // namespace surefoot::estimate
