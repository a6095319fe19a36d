#include "surefoot/evaluation/studies/test/published_check.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "surefoot/evaluation/studies/simulators/features.h"
#include "surefoot/evaluation/studies/simulators/published.h"
#include "surefoot/evaluation/studies/test/study_fixture.h"

namespace surefoot::gap {
namespace {

/// From Tables 6 and 7 the metrics give Table 8, and Table 9 except for its X mean.
TEST(Published, TablesEightAndNine) {
  const ImuError error = ErrorOf(PublishedCoppeliaSim(), PublishedReal());
  const double table_8[3][3] = {
      {0.220, 0.230, 0.450}, {0.460, 0.010, 0.470}, {0.260, 0.057, 0.317}};
  const double table_9[3][3] = {{8.30, 0.20, 8.50}, {4.80, 0.83, 5.63}, {8.50, 0.80, 9.30}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(error.gyro[i].range, table_8[i][0], 1e-9);
    EXPECT_NEAR(error.gyro[i].mean, table_8[i][1], 1e-9);
    EXPECT_NEAR(error.gyro[i].total(), table_8[i][2], 1e-9);
    EXPECT_NEAR(error.accel[i].range, table_9[i][0], 1e-9);
    EXPECT_NEAR(error.accel[i].mean, table_9[i][1], 1e-9);
    EXPECT_NEAR(error.accel[i].total(), table_9[i][2], 1e-9);
  }
  EXPECT_NEAR(error.angular_velocity(), 1.237, 1e-9);
  EXPECT_NEAR(error.linear_acceleration(), 23.43, 1e-9);
}

TEST(Published, WeightedTotalsOfTableEleven) {
  std::vector<ScoreLine> lines;
  double weights = 0.0;
  for (std::size_t i = 0; i < kStudyMetricCount; ++i) {
    ScoreLine line{StudyMetrics()[i].title, StudyMetrics()[i].weight, {}};
    for (const PublishedSimulator& s : PublishedSimulators()) line.scores.push_back(s.scores[i]);
    lines.push_back(line);
    weights += line.weight;
  }
  EXPECT_DOUBLE_EQ(weights, 56.0);
  const std::vector<double> totals = WeightedTotals(lines);
  ASSERT_EQ(totals.size(), 4u);
  EXPECT_NEAR(totals[0], 49.100, 1e-9);
  EXPECT_NEAR(totals[1], 49.087, 1e-9);
  EXPECT_NEAR(totals[2], 32.145, 1e-9);
  EXPECT_NEAR(totals[3], 44.226, 1e-9);
}

/// Computed by hand from the article.
TEST(Published, ContradictionsAreTheTrueOnes) {
  struct Expected {
    double printed, computed;
  };
  const std::map<std::string, Expected> expected = {
      {"Table 9: X, mean error", {0.16, 0.20}},
      {"Table 9: X, total error", {8.46, 8.50}},
      {"section 3.3.4: sum of the total errors of Table 9", {23.19, 23.43}},
      {"Table 11: CoppeliaSim, Real Time Factor", {0.914, 0.839 / 0.973}},
      {"Table 11: Gazebo, Real Time Factor", {1.000, 0.839 / 1.064}},
      {"Table 11: MORSE, Real Time Factor", {0.789, 1.000}},
      {"Table 11: Webots, Real Time Factor", {0.849, 0.839 / 0.903}},
      {"Table 11: MORSE, IMU Angular Velocity Accuracy", {0.792, 18.76 / 24.42}},
      {"Table 11: Webots, IMU Angular Velocity Accuracy", {0.867, 18.76 / 22.30}},
      {"Table 11: Gazebo, IMU Linear Acceleration Accuracy", {0.713, 247.36 / 340.39}},
      {"Table 11: MORSE, IMU Linear Acceleration Accuracy", {0.424, 247.36 / 624.23}},
      {"Table 11: Webots, IMU Linear Acceleration Accuracy", {0.736, 247.36 / 359.66}},
  };
  std::map<std::string, Expected> found;
  for (const PublishedCheck& check : PublishedContradictions()) {
    found[check.where + ": " + check.what] = {check.printed, check.computed};
  }
  for (const auto& [name, numbers] : expected) {
    ASSERT_TRUE(found.count(name)) << name;
    EXPECT_NEAR(found[name].printed, numbers.printed, 1e-12) << name;
    EXPECT_NEAR(found[name].computed, numbers.computed, 1e-9) << name;
  }
  EXPECT_EQ(found.size(), expected.size());
}

/// The report lists exactly the contradictions that follow from the printed numbers.
TEST(Published, TheReportHasTheContradictions) {
  experiment::StudyOutcome outcome;
  studies::StudyFixture::Show("simulators", &outcome);
  const experiment::RecordSet* received = outcome.FindSet("contradictions");
  ASSERT_NE(received, nullptr);
  const std::vector<PublishedCheck> checks = PublishedContradictions();
  ASSERT_EQ(received->records.size(), checks.size());
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const auto number = [&](const char* name) {
      return std::get<double>(*received->records[i].Find(name));
    };
    const auto text = [&](const char* name) {
      return std::get<std::string>(*received->records[i].Find(name));
    };
    EXPECT_EQ(text("where"), checks[i].where);
    EXPECT_EQ(text("what"), checks[i].what);
    EXPECT_EQ(number("printed"), checks[i].printed);
    EXPECT_EQ(number("computed"), checks[i].computed) << checks[i].what;
    EXPECT_EQ(number("decimals"), checks[i].decimals);
    EXPECT_EQ(text("rule"), checks[i].rule);
    EXPECT_EQ(text("remark"), checks[i].remark);
  }
  std::string rounded;
  for (const PublishedCheck& check : CheckPublished()) {
    if (!check.agrees() || check.agrees_to_the_digit()) continue;
    rounded +=
        (rounded.empty() ? "" : ", ") + check.where + ", " + check.what + ", " +
        StrFormat("%.*f for %.*f", check.decimals, check.printed, check.decimals, check.computed);
  }
  EXPECT_EQ(std::get<std::string>(*outcome.facts.Find("rounded")), rounded);
}

/// 0.875 for 18.76 / 21.46 = 0.8742 and 32.148 for 32.145: unrounded inputs can give them.
TEST(Published, WhatOnlyRoundingExplains) {
  std::set<std::string> names;
  for (const PublishedCheck& check : CheckPublished()) {
    if (check.agrees() && !check.agrees_to_the_digit()) names.insert(check.what);
  }
  EXPECT_EQ(names,
            (std::set<std::string>{"CoppeliaSim, IMU Angular Velocity Accuracy", "MORSE, Total"}));
}

TEST(Published, EveryDerivedNumberIsChecked) {
  // Features in two tables, two examples of nine errors and a sum, five ratios, the totals.
  EXPECT_EQ(CheckPublished().size(), 2u * 28u + 2u * 10u + 5u * 4u + 4u);
}

TEST(Published, RoundingIsNoExcuseForMore) {
  PublishedCheck check;
  check.decimals = 2;
  check.printed = 0.16;
  check.computed = 0.20;
  check.min = 0.19;
  check.max = 0.21;
  EXPECT_FALSE(check.agrees());
  check.printed = 0.185;  // rounds to 0.19 at most
  EXPECT_TRUE(check.agrees());
  EXPECT_FALSE(check.agrees_to_the_digit());
}

TEST(Published, RealTimeFactorsFollowTheGreatest) {
  const std::vector<double> scores =
      EachOverGreatest(PrintedValues(&PublishedSimulator::real_time_factor));
  for (std::size_t i = 0; i < scores.size(); ++i) {
    EXPECT_NEAR(scores[i], PublishedSimulators()[i].scores[kRealTimeFactor], 0.0005);
  }
}

}  // namespace
}  // namespace surefoot::gap
