#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/statistics/intervals.h"

namespace surefoot::gap {
namespace {

/// Tables of Clopper and Pearson; without a failure: 0.1^(1/n).
TEST(Confidence, BoundsAreExact) {
  EXPECT_NEAR(BinomialLowerBound(11, 11), std::pow(0.1, 1.0 / 11), 1e-12);
  EXPECT_NEAR(BinomialLowerBound(10, 10), 0.794328, 1e-6);
  // P(X >= 9 | n = 10, p) = 10 p^9 (1 - p) + p^10 = 0.1 at p = 0.66315.
  EXPECT_NEAR(BinomialLowerBound(9, 10), 0.66315, 1e-4);
  EXPECT_EQ(BinomialLowerBound(0, 10), 0.0);
  EXPECT_EQ(MinRuns(), 11);
}

/// The bound is below the truth in at least 90 % of repetitions, and not much more often.
TEST(Confidence, BoundsCoverTheTruth) {
  RandomStream random(1, "repetitions");
  for (const double truth : {0.6, 0.75, 0.85}) {
    int covered = 0;
    for (int repetition = 0; repetition < 1000; ++repetition) {
      int good = 0;
      for (int run = 0; run < 40; ++run) good += random.Uniform() < truth ? 1 : 0;
      covered += BinomialLowerBound(good, 40) <= truth ? 1 : 0;
    }
    EXPECT_GE(covered, 870) << truth;
    EXPECT_LE(covered, 980) << truth;
  }
}

/// Errors that grow as a t with a uniform in [0, 1]: c(t) = P(a t <= tolerance) = tolerance / t.
std::vector<std::vector<double>> GrowingErrors(std::uint64_t seed, int runs,
                                               const std::vector<double>& times) {
  RandomStream random(seed, "growth");
  std::vector<std::vector<double>> errors;
  for (int run = 0; run < runs; ++run) {
    const double growth = random.Uniform();
    errors.emplace_back();
    for (const double t : times) errors.back().push_back(growth * t);
  }
  return errors;
}

std::vector<double> Times() {
  std::vector<double> times;
  for (int i = 0; i <= 100; ++i) times.push_back(0.1 * i);
  return times;
}

TEST(Confidence, FollowsAKnownGrowth) {
  const auto curve = MakeConfidence("position", Times(), GrowingErrors(1, 2000, Times()), 2.0);
  for (const ConfidencePoint& point : curve.points) {
    EXPECT_NEAR(point.c, point.t <= 2.0 ? 1.0 : 2.0 / point.t, 0.04) << point.t;
    EXPECT_LE(point.lower, point.c + 1e-12);
  }
  // c = 0.8 at t = 2.5; the bound crosses a little before.
  ASSERT_TRUE(curve.crossing.has_value());
  EXPECT_NEAR(*curve.crossing, 2.45, 0.15);
  EXPECT_TRUE(curve.enough_runs);
}

TEST(Confidence, WhatOnceWasOutStaysOut) {
  const std::vector<double> times = {0.0, 1.0, 2.0};
  const std::vector<std::vector<double>> errors(20, {0.0, 5.0, 0.0});
  const auto curve = MakeConfidence("x", times, errors, 1.0);
  EXPECT_EQ(curve.points[2].c, 0.0);
  EXPECT_EQ(*curve.crossing, 0.0);
}

TEST(Confidence, FewRunsAndPoorReferencesAreReported) {
  const auto few = MakeConfidence("x", Times(), GrowingErrors(2, 10, Times()), 100.0);
  EXPECT_FALSE(few.enough_runs);
  EXPECT_FALSE(few.crossing.has_value());
  const auto poor = MakeConfidence("x", Times(), GrowingErrors(2, 30, Times()), 0.05, 0.05);
  EXPECT_TRUE(poor.reference_too_uncertain);
  EXPECT_FALSE(poor.crossing.has_value());
  const auto good = MakeConfidence("x", Times(), GrowingErrors(2, 30, Times()), 2.0, 0.2);
  const auto perfect = MakeConfidence("x", Times(), GrowingErrors(2, 30, Times()), 2.0);
  EXPECT_LT(*good.crossing, *perfect.crossing);
}

TEST(Confidence, RunsThatEndEarlyCountAsLongAsTheyLast) {
  std::vector<std::vector<double>> errors(30, {0.0, 0.0, 0.0});
  for (int i = 0; i < 25; ++i) errors[static_cast<std::size_t>(i)].resize(2);
  const auto curve = MakeConfidence("x", {0.0, 1.0, 2.0}, errors, 1.0);
  EXPECT_EQ(*curve.crossing, 1.0);
  EXPECT_NEAR(curve.points[2].lower, std::pow(0.1, 0.2), 1e-9);
}

}  // namespace
}  // namespace surefoot::gap
