// Changes that a case makes to its world before a trial: gravity, slopes, properties set or drawn
// at random.

#include "surefoot/evaluation/run/world_change.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiment/small_trial.h"

namespace surefoot::experiment {
namespace {

using testing::HasSubstr;

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr const char* kWay = "way: {kind: path, model: box}";

SmallTrial Fall(const std::string& changes) {
  SmallTrial trial;
  trial.world = BoxSdf("box", 0, 0, 50);
  trial.metrics = kWay;
  trial.changes = changes;
  trial.duration = 2.0;
  return trial;
}

TEST(WorldChange, ThingsFallAsOnThePlanet) {
  EXPECT_NEAR(MetricOf(RunSmall(Fall("gravity: mars")), "way.z"), 50 - 0.5 * 3.71 * 4, 0.02);
  EXPECT_NEAR(MetricOf(RunSmall(Fall("gravity: 1.0")), "way.z"), 50 - 0.5 * 4, 0.02);
}

TEST(WorldChange, ASlopeTiltsGravity) {
  const TrialResult result = RunSmall(Fall("slope: 30"));
  EXPECT_NEAR(MetricOf(result, "way.x"), -0.5 * 9.81 * 4 * std::sin(30 * kDegree), 0.02);
  EXPECT_NEAR(MetricOf(result, "way.z"), 50 - 0.5 * 9.81 * 4 * std::cos(30 * kDegree), 0.02);
}

/// A box on 20 degrees rests with a friction of 0.5 and slides as on an inclined plane with 0.2.
TEST(WorldChange, PropertiesAreSet) {
  SmallTrial trial;
  trial.world = FloorSdf() + BoxSdf("box", 0, 0, 0.05);
  trial.metrics = kWay;
  trial.settle = 0.0;
  trial.duration = 0.8;
  const auto slide = [&](double mu) {
    const std::string text = std::to_string(mu);
    trial.changes = "slope: 20\nset: [{entity: box, property: mu, value: " + text +
                    "}, {entity: box, property: mu2, value: " + text + "}]";
    return -MetricOf(RunSmall(trial), "way.x");
  };
  EXPECT_LT(std::abs(slide(0.5)), 0.01);
  const double expected =
      0.5 * 9.81 * (std::sin(20 * kDegree) - 0.2 * std::cos(20 * kDegree)) * 0.8 * 0.8;
  EXPECT_NEAR(slide(0.2), expected, 0.05 * expected);
}

TEST(WorldChange, DrawnNumbersFollowTheSeedAndTheirSpread) {
  SmallTrial trial = Fall("set: [{entity: box, property: mass, name: m, normal: [5, 0.5]}]");
  trial.duration = 0.01;
  double sum = 0.0, squares = 0.0;
  constexpr int kCount = 40;
  for (int i = 0; i < kCount; ++i) {
    trial.seed = static_cast<std::uint64_t>(i);
    const double drawn = MetricOf(RunSmall(trial), "set.m");
    sum += drawn;
    squares += drawn * drawn;
  }
  const double mean = sum / kCount;
  EXPECT_NEAR(mean, 5.0, 4 * 0.5 / std::sqrt(kCount));
  EXPECT_NEAR(std::sqrt(squares / kCount - mean * mean), 0.5, 0.25);
  trial.seed = 7;
  EXPECT_EQ(MetricOf(RunSmall(trial), "set.m"), MetricOf(RunSmall(trial), "set.m"));
  trial.changes = "set: [{entity: box, property: mass, name: m, uniform: [2, 2], relative: true}]";
  EXPECT_DOUBLE_EQ(MetricOf(RunSmall(trial), "set.m"), 4.0);
}

TEST(WorldChange, WhatIsWrongIsReported) {
  const auto error = [](const std::string& changes) { return RunSmall(Fall(changes)).error; };
  EXPECT_THAT(error("set: [{entity: bax, property: mass, value: 1}]"), HasSubstr("bax"));
  EXPECT_THAT(error("set: [{entity: box, property: mas, value: 1}]"), HasSubstr("mass"));
  EXPECT_THAT(error("set: [{entity: box, property: mass, value: -1}]"), HasSubstr("mass"));
  EXPECT_THAT(error("set: [{entity: box, property: mass, value: heavy}]"), HasSubstr("mass"));
  EXPECT_THAT(error("set: [{entity: box, property: mass}]"), HasSubstr("normal"));
  EXPECT_THAT(error("set: [{entity: box, property: mass, normal: [1, -1]}]"),
              HasSubstr("negative"));
  EXPECT_THAT(error("gravity: pluto"), HasSubstr("mars"));
  EXPECT_THAT(error("slope: 90"), HasSubstr("slope"));
}

}  // namespace
}  // namespace surefoot::experiment
