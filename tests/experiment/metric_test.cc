// Metrics on real runs, against closed forms.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/evaluation/run/measures/measure.h"
#include "tests/experiment/small_trial.h"
#include "tests/source_dir.h"

namespace surefoot::experiment {
namespace {

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

/// A robot on a floor of any friction.
std::string OnFloor(const std::string& robot, double mu) {
  const std::string m = std::to_string(mu);
  return "<model name='floor'><static>true</static><link name='link'><collision name='c'>"
         "<geometry><plane><normal>0 0 1</normal><size>50 50</size></plane></geometry><surface>"
         "<friction><ode><mu>" +
         m + "</mu><mu2>" + m +
         "</mu2></ode></friction></surface>"
         "</collision></link></model><include><uri>" SUREFOOT_SOURCE_DIR "/models/" +
         robot + "</uri></include>";
}

SmallTrial Driven(const std::string& robot, double mu, const std::string& fields,
                  const std::string& metrics) {
  SmallTrial trial;
  trial.world = OnFloor(robot, mu);
  trial.manoeuvre =
      "publish: [{topic: /" + robot + "/cmd_vel, rate: 50, fields: {" + fields + "}}]";
  trial.metrics = metrics;
  trial.settle = 0.5;
  trial.duration = 4.0;
  return trial;
}

TEST(SlipMetric, OnGroundAndOnIce) {
  const std::string slip = "slip: {kind: slip, model: husky}";
  const TrialResult ground = RunSmall(Driven("husky", 1.0, "linear.x: 0.5", slip));
  EXPECT_EQ(ground.error, "");
  EXPECT_LT(MetricOf(ground, "slip.mean"), 0.03);
  EXPECT_EQ(ground.Metric("slip.turning"), nullptr);
  const TrialResult ice = RunSmall(Driven("husky", 0.0, "linear.x: 0.5", slip));
  EXPECT_GT(MetricOf(ice, "slip.mean"), 0.97);
  EXPECT_LE(MetricOf(ice, "slip.max"), 1.0);
  // Wheels with half the commanded radius roll half as far.
  const TrialResult half = RunSmall(
      Driven("husky", 1.0, "linear.x: 0.5",
             "slip: {kind: slip, model: husky, radius: 0.08255, wheels: [front_left_wheel]}"));
  EXPECT_NEAR(MetricOf(half, "slip.mean"), 0.5, 0.03);
}

TEST(WheelsMetric, OfSteadyDrivingOnTyres) {
  SmallTrial trial = Driven("husky", 1.0, "linear.x: 0.5",
                            "w: {kind: wheels, model: husky, window: 0.5, steady: 0.001, "
                            "end_when_steady: true}\n"
                            "front: {kind: wheels, model: husky, wheels: [front_left_wheel, "
                            "front_right_wheel_link], fields: [load, slip], each: false}");
  trial.duration = 20.0;
  const TrialResult result = RunSmall(trial);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(MetricOf(result, "w.steady"), 1.0);
  EXPECT_LT(result.simulated, 10.0) << "it ends when slip is steady";
  EXPECT_EQ(MetricOf(result, "w.count"), 25.0);
  EXPECT_EQ(MetricOf(result, "w.touching"), 1.0);
  const double weight = 56.582 * 9.81;
  EXPECT_NEAR(MetricOf(result, "w.load.sum"), weight, 0.02 * weight);
  EXPECT_NEAR(MetricOf(result, "w.load"), 0.25 * MetricOf(result, "w.load.sum"), 1e-9);
  // Nothing pulls: tyres overcome their own rolling resistance, 0.015 of the load, at 0.5 m/s.
  EXPECT_NEAR(MetricOf(result, "w.drawbar_over_load"), 0.0, 0.003);
  EXPECT_NEAR(MetricOf(result, "w.power.sum"), 0.015 * weight * 0.5, 0.1 * 0.015 * weight * 0.5);
  EXPECT_NEAR(MetricOf(result, "w.slip"), 0.015 / 8.0, 0.002);
  EXPECT_LE(MetricOf(result, "w.slip.spread"), 0.001);
  double sum = 0.0;
  for (const char* wheel : {"front_left", "front_right", "rear_left", "rear_right"}) {
    sum += MetricOf(result, std::string("w.") + wheel + "_wheel_link.load");
  }
  EXPECT_NEAR(sum, MetricOf(result, "w.load.sum"), 1e-6);
  EXPECT_EQ(result.Metric("front.front_left_wheel_link.load"), nullptr);
  EXPECT_EQ(result.Metric("front.power"), nullptr);
  EXPECT_LT(MetricOf(result, "front.load.sum"), 0.7 * weight);
}

TEST(WheelsMetric, SaysWhatIsWrong) {
  const auto error = [](const std::string& metrics) {
    return RunSmall(Driven("husky", 1.0, "linear.x: 0.5", metrics)).error;
  };
  EXPECT_THAT(error("w: {kind: wheels, model: husk}"), HasSubstr("husky"));
  EXPECT_THAT(error("w: {kind: wheels, model: floor}"), HasSubstr("no wheels"));
  EXPECT_THAT(error("w: {kind: wheels, model: husky, wheels: [front_lef_wheel]}"),
              HasSubstr("front_left_wheel"));
  EXPECT_THAT(error("w: {kind: wheels, model: husky, fields: [sinkag]}"), HasSubstr("sinkage"));
  EXPECT_THAT(error("w: {kind: wheels, model: husky, windw: 3}"), HasSubstr("window"));
}

TEST(SlipMetric, WhenTurning) {
  const TrialResult round =
      RunSmall(Driven("two_wheel", 1.0, "angular.z: 1", "slip: {kind: slip, model: two_wheel}"));
  EXPECT_EQ(round.error, "");
  EXPECT_NEAR(MetricOf(round, "slip.turning"), 0.0, 0.05);
  // Four wheels that do not steer must slip.
  const TrialResult skid =
      RunSmall(Driven("husky", 1.0, "angular.z: 0.8", "slip: {kind: slip, model: husky}"));
  EXPECT_GT(MetricOf(skid, "slip.turning"), 0.1);
  const TrialResult ice =
      RunSmall(Driven("husky", 0.0, "angular.z: 0.8", "slip: {kind: slip, model: husky}"));
  EXPECT_NEAR(MetricOf(ice, "slip.turning"), 1.0, 0.03);
}

TEST(ContactsMetric, OfABoxThatFalls) {
  SmallTrial trial;
  trial.world = FloorSdf() + BoxSdf("box", 0, 0, 1.0);
  trial.metrics =
      "hit: {kind: contacts, model: box}\nnone: {kind: contacts, model: box, except: "
      "[floor]}";
  const TrialResult result = RunSmall(trial);
  EXPECT_EQ(result.error, "");
  EXPECT_NEAR(MetricOf(result, "hit.first"), std::sqrt(2 * 0.95 / 9.81), 0.003);
  EXPECT_GE(MetricOf(result, "hit.count"), 1.0);
  EXPECT_GT(MetricOf(result, "hit.peak_force"), 2 * 9.81);
  EXPECT_LE(MetricOf(result, "hit.seconds"), 1.0 - MetricOf(result, "hit.first") + 0.002);
  EXPECT_EQ(MetricOf(result, "none.count"), 0.0);
  EXPECT_EQ(MetricOf(result, "none.seconds"), 0.0);
  EXPECT_EQ(result.Metric("none.first"), nullptr);
}

TEST(ContactsMetric, OfABoxThatStands) {
  SmallTrial trial;
  trial.world = FloorSdf() + BoxSdf("box", 0, 0, 0.05);
  trial.metrics = "floor: {kind: contacts, model: box, with: [floor]}";
  trial.settle = 2.0;
  const TrialResult result = RunSmall(trial);
  EXPECT_NEAR(MetricOf(result, "floor.seconds"), 1.0, 1e-9);
  EXPECT_EQ(MetricOf(result, "floor.count"), 1.0);
  EXPECT_NEAR(MetricOf(result, "floor.peak_force"), 2 * 9.81, 0.05);
}

TEST(OdometryErrorMetric, OnGroundAndOnIce) {
  const std::string wheels =
      "odom: {kind: odometry_error, model: husky, topic: "
      "/husky/husky_velocity_controller/odom}\nway: {kind: path, model: husky}";
  const TrialResult ground = RunSmall(Driven("husky", 1.0, "linear.x: 0.5", wheels));
  EXPECT_EQ(ground.error, "");
  EXPECT_LT(MetricOf(ground, "odom.per_metre"), 0.03);
  EXPECT_NEAR(MetricOf(ground, "odom.heading"), 0.0, 0.02);
  // Wheels spinning on the spot suggest 0.5 m/s for 4 s.
  const TrialResult ice = RunSmall(Driven("husky", 0.0, "linear.x: 0.5", wheels));
  EXPECT_LT(MetricOf(ice, "way.displacement"), 0.01);
  EXPECT_NEAR(MetricOf(ice, "odom.position"), 0.5 * 4.0, 0.15);
  EXPECT_EQ(MetricOf(ice, "odom.position"), MetricOf(ice, "odom.max_position"));
}

TEST(EnergyMetric, OfALift) {
  SmallTrial trial;
  trial.world = CartSdf("0 0 1");
  trial.manoeuvre = "joints: {rail: {velocity: 0.5}}";
  trial.metrics = "lift: {kind: energy, model: cart}";
  trial.settle = 0.0;
  trial.duration = 2.0;
  const TrialResult up = RunSmall(trial);
  EXPECT_EQ(up.error, "");
  // m g h, and the little for the acceleration: m v^2 / 2 = 0.25 J.
  EXPECT_NEAR(MetricOf(up, "lift.work"), 2 * 9.81 * 1.0 + 0.25, 0.02);
  EXPECT_NEAR(MetricOf(up, "lift.spent"), MetricOf(up, "lift.work"), 1e-9);
  EXPECT_NEAR(MetricOf(up, "lift.mean_power"), MetricOf(up, "lift.spent") / 2.0, 1e-9);
  trial.manoeuvre = "joints: {rail: {velocity: -0.5}}";
  const TrialResult down = RunSmall(trial);
  EXPECT_NEAR(MetricOf(down, "lift.work"), -2 * 9.81 * 1.0 + 0.25, 0.02);
  EXPECT_LT(MetricOf(down, "lift.spent"), 0.3);
}

std::string ErrorOf(const std::string& metrics) {
  SmallTrial trial;
  trial.world = FloorSdf() + BoxSdf("box", 0, 0, 1);
  trial.metrics = metrics;
  trial.duration = 0.01;
  return RunSmall(trial).error;
}

TEST(Metrics, WhatIsWrongIsReported) {
  EXPECT_THAT(ErrorOf("a: {kind: paths}"), HasSubstr("metrics.yaml:1: error: a: no such "
                                                     "kind (value \"paths\"); did you mean "
                                                     "\"path\"?"));
  EXPECT_THAT(ErrorOf("a: {model: box}"), HasSubstr("the kind is missing"));
  EXPECT_THAT(ErrorOf("a: {kind: path}"), HasSubstr("write model: husky"));
  EXPECT_THAT(ErrorOf("a: {kind: path, model: bix}"), HasSubstr("did you mean \"box\"?"));
  EXPECT_THAT(ErrorOf("a: {kind: path, model: floor}"), HasSubstr("cannot move"));
  EXPECT_THAT(ErrorOf("a: {kind: path, model: box, modle: 2}"), HasSubstr("modle"));
  EXPECT_THAT(ErrorOf("a: {kind: slip, model: box}"), HasSubstr("has no wheels"));
  EXPECT_THAT(ErrorOf("a: {kind: slip, model: box, wheels: [x]}"), HasSubstr("no joint 'x'"));
  EXPECT_THAT(ErrorOf("a: {kind: slip, model: box, window: 0}"), HasSubstr("window"));
  EXPECT_THAT(ErrorOf("a: {kind: contacts, model: box, with: [flor]}"), HasSubstr("\"floor\""));
  EXPECT_THAT(ErrorOf("a: {kind: energy, model: box}"), HasSubstr("has no joints"));
  EXPECT_THAT(ErrorOf("a: {kind: odometry_error, model: box}"), HasSubstr("topic: is missing"));
  EXPECT_THAT(ErrorOf("[{kind: path}]"), HasSubstr("not a mapping"));
  EXPECT_THAT(ErrorOf("a: {kind: series, topic: /x}"), HasSubstr("or a list `fields`"));
  EXPECT_THAT(ErrorOf("a: {kind: series, topic: /x, field: y}"), HasSubstr("no topic '/x'"));
  EXPECT_THAT(ErrorOf("a: {kind: series, topic: /x, field: y, fields: [z]}"),
              HasSubstr("cannot be given with `fields`"));
}

}  // namespace
}  // namespace surefoot::experiment
