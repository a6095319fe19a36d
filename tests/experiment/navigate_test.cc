// A rover that navigates autonomously in a trial.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/autonomy/navigate/survey.h"
#include "surefoot/builtin/builtin.h"
#include "tests/experiment/small_trial.h"

namespace surefoot::experiment {
namespace {

using testing::HasSubstr;

/// A few metres across the yard at 100 m/h.
SmallTrial Drive(const std::string& more) {
  SmallTrial trial;
  trial.world = "mars_yard";
  trial.manoeuvre =
      "navigate: {model: rover, target: [4, 2.5], area: [-10, -10, 10, 10], speed: 0.0278, "
      "approach: 1, goal_tolerance: 0.3, turn_rate: 0.05, status_period: 5, " +
      more + "}";
  trial.metrics =
      "way: {kind: path, model: rover}\n"
      "nav: {kind: series, topic: /rover/navigation/status, fields: [slip, predicted_slip, "
      "pose_error, rocks, plans, distance]}";
  trial.pass = "pass: [{goal: {model: rover, at: [4, 2.5], within: 0.6}}]";
  trial.settle = 1.0;
  trial.duration = 400.0;
  return trial;
}

TEST(Navigate, ReachesItsTargetAndForetellsItsSlip) {
  const TrialResult result = RunSmall(Drive("soil: cloddy, rocks: known"));
  EXPECT_TRUE(result.passed()) << result.error;
  EXPECT_LT(MetricOf(result, "way.length"), 1.3 * std::hypot(4.0, 2.5));
  EXPECT_NEAR(MetricOf(result, "nav.slip.mean"), MetricOf(result, "nav.predicted_slip.mean"), 0.03);
  EXPECT_EQ(MetricOf(result, "nav.rocks.mean"), 25.0);
}

TEST(Navigate, FindsItsPlaceByRocks) {
  const TrialResult result = RunSmall(Drive("localization: slam"));
  EXPECT_TRUE(result.passed()) << result.error;
  EXPECT_LT(MetricOf(result, "nav.pose_error.top"), 0.5);
  EXPECT_GT(MetricOf(result, "nav.pose_error.mean"), 0.0);
}

TEST(Navigate, WhatIsMissingIsReported) {
  const auto error = [](const std::string& more) { return RunSmall(Drive(more)).error; };
  EXPECT_THAT(error("soil: sandd"), HasSubstr("cloddy"));
  SmallTrial trial = Drive("rocks: detected");
  trial.world = "flat";
  EXPECT_THAT(RunSmall(trial).error, HasSubstr("unknown model 'rover'"));
  trial.manoeuvre = "navigate: {model: husky, target: [4, 2.5], area: [-9, -9, 9, 9]}";
  EXPECT_THAT(RunSmall(trial).error, HasSubstr("no LIDAR"));
  trial.manoeuvre = "navigate: {model: husky, area: [9, 9, -9, -9], rocks: seen}";
  const std::string all = RunSmall(trial).error;
  EXPECT_THAT(all, HasSubstr("target"));
  EXPECT_THAT(all, HasSubstr("area"));
  EXPECT_THAT(all, HasSubstr("known, detected"));
}

/// Heights by rays against the terrain itself, rocks against the world's description.
TEST(Survey, SeesGroundAndRocks) {
  const auto session = Open("mars_yard");
  ASSERT_TRUE(session.ok());
  const world::World& world = session.value()->world();
  const physics::State& state = session.value()->simulation().state();
  const auto rocks = navigate::SurveyRocks(world, state, "rock");
  ASSERT_TRUE(rocks.ok());
  EXPECT_EQ(rocks->size(), 25u);
  for (const plan::Rock& rock : *rocks) {
    EXPECT_GT(rock.center.norm() - rock.radius, 2.9);  // keep_out of the start
    EXPECT_GT(rock.radius, 0.08);
    EXPECT_LT(rock.radius, 0.75);
  }
  const plan::Grid grid{Eigen::Vector2d(-19.0, -19.0), 1.0, 38, 38};
  const auto heights = navigate::SurveyHeights(world, state, "rock", grid);
  ASSERT_TRUE(heights.ok());
  // Level around the start, uneven elsewhere, never as high as a rock.
  EXPECT_NEAR((*heights)[grid.IndexOf({19, 19})], 0.0, 0.02);
  double low = 1e9, high = -1e9;
  for (const double height : *heights) {
    low = std::min(low, height);
    high = std::max(high, height);
  }
  EXPECT_LT(low, -0.1);
  EXPECT_GT(high, 0.1);
  EXPECT_LT(high - low, 4.0);
}

}  // namespace
}  // namespace surefoot::experiment
