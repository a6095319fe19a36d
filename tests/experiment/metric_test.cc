// Metrics on real runs, against closed forms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/experiment/measure.h"
#include "tests/experiment/small_trial.h"

namespace surefoot::experiment {
namespace {

using test::BoxSdf;
using test::FloorSdf;
using test::MetricOf;
using test::RunSmall;
using test::SmallTrial;
using testing::HasSubstr;

const char kStraight[] = "publish: [{topic: /husky/cmd_vel, rate: 20, fields: {linear.x: 0.5}}]";

TEST(PathMetric, OfAFallingBox) {
  SmallTrial trial;
  trial.world = BoxSdf("box", 1, 2, 100);
  trial.metrics = "fall: {kind: path, model: box}";
  trial.duration = 2.0;
  const TrialResult result = RunSmall(trial);
  EXPECT_EQ(result.error, "");
  const double way = 0.5 * 9.81 * 4.0;
  // The engine's step of 1 ms makes it longer or shorter by up to g t dt / 2.
  EXPECT_NEAR(MetricOf(result, "fall.length"), way, 0.011);
  EXPECT_NEAR(MetricOf(result, "fall.displacement"), way, 0.011);
  EXPECT_NEAR(MetricOf(result, "fall.z"), 100 - way, 0.011);
  EXPECT_NEAR(MetricOf(result, "fall.mean_speed"), way / 2, 0.006);
  EXPECT_EQ(MetricOf(result, "fall.x"), 1.0);
  EXPECT_EQ(MetricOf(result, "fall.y"), 2.0);
  EXPECT_EQ(MetricOf(result, "fall.total_yaw"), 0.0);
  EXPECT_EQ(MetricOf(result, "fall.max_tilt"), 0.0);
}

TEST(PathMetric, CountsWholeTurns) {
  SmallTrial trial;
  trial.world = "two_wheel";
  trial.manoeuvre = "publish: [{topic: /two_wheel/cmd_vel, rate: 50, fields: {angular.z: 2}}]";
  trial.metrics = "way: {kind: path, model: two_wheel}";
  trial.settle = 0.5;
  trial.duration = 6.0;
  const TrialResult result = RunSmall(trial);
  EXPECT_EQ(result.error, "");
  EXPECT_NEAR(MetricOf(result, "way.total_yaw"), 12.0, 1.2);
  EXPECT_NEAR(MetricOf(result, "way.mean_yaw_rate"), MetricOf(result, "way.total_yaw") / 6, 1e-9);
  EXPECT_NEAR(
      std::remainder(MetricOf(result, "way.yaw") - MetricOf(result, "way.total_yaw"), 2 * M_PI),
      0.0, 0.05);
}

TEST(SeriesMetric, OfAnImu) {
  SmallTrial trial;
  trial.world = "husky";
  trial.manoeuvre = kStraight;
  trial.metrics =
      "up: {kind: series, topic: /husky/imu/data, field: linear_acceleration.z}\n"
      "gyro: {kind: series, topic: husky/imu/data, fields: [angular_velocity.x, "
      "angular_velocity.z]}";
  trial.settle = 1.0;
  trial.duration = 3.0;
  const TrialResult result = RunSmall(trial);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(MetricOf(result, "up.count"), 300);
  EXPECT_NEAR(MetricOf(result, "up.mean"), 9.8, 0.05);
  EXPECT_NEAR(MetricOf(result, "gyro.angular_velocity.z.mean"), 0.0, 0.01);
  for (const std::string name : {"up", "gyro.angular_velocity.x"}) {
    EXPECT_LE(MetricOf(result, name + ".min"), MetricOf(result, name + ".bottom"));
    EXPECT_LE(MetricOf(result, name + ".bottom"), MetricOf(result, name + ".mean"));
    EXPECT_LE(MetricOf(result, name + ".mean"), MetricOf(result, name + ".top"));
    EXPECT_LE(MetricOf(result, name + ".top"), MetricOf(result, name + ".max"));
    EXPECT_EQ(MetricOf(result, name + ".range"),
              MetricOf(result, name + ".top") - MetricOf(result, name + ".bottom"));
    EXPECT_GE(MetricOf(result, name + ".std"), 0.0);
  }
}

TEST(SeriesMetric, OfNothingHasOnlyACount) {
  SmallTrial trial;
  trial.world = "husky";
  trial.metrics = "s: {kind: series, topic: /husky/imu/data, field: angular_velocity.x}";
  trial.duration = 0.005;
  const TrialResult result = RunSmall(trial);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(MetricOf(result, "s.count"), 0);
  EXPECT_EQ(result.metrics.size(), 1u);
}

std::string ErrorOf(const std::string& metrics) {
  SmallTrial trial;
  trial.world = FloorSdf() + BoxSdf("box", 0, 0, 1);
  trial.metrics = metrics;
  trial.duration = 0.01;
  return RunSmall(trial).error;
}

TEST(Metrics, WhatIsWrongIsSaid) {
  EXPECT_THAT(ErrorOf("a: {kind: paths}"), HasSubstr("metrics.yaml:1: error: a: there is no such "
                                                     "kind (value \"paths\"); did you mean "
                                                     "\"path\"?"));
  EXPECT_THAT(ErrorOf("a: {model: box}"), HasSubstr("the kind is missing"));
  EXPECT_THAT(ErrorOf("a: {kind: path}"), HasSubstr("write model: husky"));
  EXPECT_THAT(ErrorOf("a: {kind: path, model: bix}"), HasSubstr("did you mean \"box\"?"));
  EXPECT_THAT(ErrorOf("a: {kind: path, model: floor}"), HasSubstr("cannot move"));
  EXPECT_THAT(ErrorOf("a: {kind: path, model: box, modle: 2}"), HasSubstr("modle"));
  EXPECT_THAT(ErrorOf("a: {kind: series, topic: /x}"), HasSubstr("or a list `fields`"));
  EXPECT_THAT(ErrorOf("a: {kind: series, topic: /x, field: y}"), HasSubstr("no topic '/x'"));
  EXPECT_THAT(ErrorOf("a: {kind: series, topic: /x, field: y, fields: [z]}"),
              HasSubstr("cannot be given with `fields`"));
}

}  // namespace
}  // namespace surefoot::experiment
