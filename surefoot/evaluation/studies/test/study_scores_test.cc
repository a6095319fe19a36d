#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "surefoot/evaluation/studies/simulators/features.h"

namespace surefoot::gap {
namespace {

TEST(StudyScores, MinOverEach) {
  EXPECT_EQ(MinOverEach({4.0, 2.0, 8.0}), (std::vector<double>{0.5, 1.0, 0.25}));
  EXPECT_TRUE(MinOverEach({}).empty());
}

TEST(StudyScores, EachOverGreatest) {
  EXPECT_EQ(EachOverGreatest({4.0, 2.0, 8.0}), (std::vector<double>{0.5, 0.25, 1.0}));
}

TEST(StudyScores, WhatWasNotMeasuredIsLeftOut) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> min = MinOverEach({none, 2.0, 0.0, 4.0});
  EXPECT_TRUE(std::isnan(min[0]));
  EXPECT_TRUE(std::isnan(min[2]));
  EXPECT_EQ(min[1], 1.0);
  EXPECT_EQ(min[3], 0.5);
  const std::vector<double> greatest = EachOverGreatest({none, 2.0, 4.0});
  EXPECT_TRUE(std::isnan(greatest[0]));
  EXPECT_EQ(greatest[1], 0.5);
  EXPECT_TRUE(std::isnan(EachOverGreatest({none})[0]));
}

TEST(StudyScores, Totals) {
  EXPECT_EQ(WeightedTotals({{"a", 2.0, {1.0, 0.5}}, {"b", 3.0, {0.0, 1.0}}}),
            (std::vector<double>{2.0, 4.0}));
}

}  // namespace
}  // namespace surefoot::gap
