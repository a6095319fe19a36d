// Manoeuvres on a real robot, against their commands.

#include "surefoot/evaluation/run/manoeuvres/manoeuvre.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/experiment/small_trial.h"

namespace surefoot::experiment {
namespace {

using testing::HasSubstr;

const char kWay[] = "way: {kind: path, model: husky}";

SmallTrial Husky(const std::string& manoeuvre) {
  SmallTrial trial;
  trial.world = "husky";
  trial.manoeuvre = manoeuvre;
  trial.metrics = kWay;
  trial.settle = 0.5;
  trial.duration = 4.0;
  return trial;
}

TEST(Manoeuvre, PublishesAtARate) {
  const TrialResult result =
      RunSmall(Husky("publish: [{topic: /husky/cmd_vel, rate: 20, fields: {linear.x: 0.5}}]"));
  EXPECT_EQ(result.error, "");
  EXPECT_NEAR(MetricOf(result, "way.mean_speed"), 0.5, 0.03);
  EXPECT_NEAR(MetricOf(result, "way.y"), 0.0, 0.02);
}

TEST(Manoeuvre, PublishesFromUntil) {
  // A quarter of a second after the last message the drive stops: 1 s at rest, 1.25 s of driving,
  // 1.75 s at rest.
  const TrialResult result =
      RunSmall(Husky("publish: {topic: husky/cmd_vel, from: 1, until: 2, rate: 50, "
                     "fields: {linear.x: 0.4}}"));
  EXPECT_EQ(result.error, "");
  EXPECT_NEAR(MetricOf(result, "way.length"), 0.4 * 1.25, 0.04);
}

TEST(Manoeuvre, FieldsThatChange) {
  // Speeds from 0 to 1 m/s in 4 s: half of 1 m/s times 4 s.
  const TrialResult linear =
      RunSmall(Husky("publish: [{topic: /husky/cmd_vel, rate: 100, "
                     "values: {linear.x: [[0, 0], [4, 1]]}}]"));
  EXPECT_NEAR(MetricOf(linear, "way.length"), 2.0, 0.06);
  // 0.2 m/s for 2 s, then 0.6 m/s for 2 s.
  const TrialResult held =
      RunSmall(Husky("publish: [{topic: /husky/cmd_vel, rate: 100, interpolation: hold, "
                     "values: {linear.x: [[0, 0.2], [2, 0.6]]}}]"));
  EXPECT_NEAR(MetricOf(held, "way.length"), 1.6, 0.06);
}

TEST(Manoeuvre, CommandsJoints) {
  const std::string wheels =
      "joints: {front_left_wheel: {velocity: 3}, rear_left_wheel: {velocity: 3}, "
      "front_right_wheel: {velocity: 3}, rear_right_wheel: {velocity: 3}}";
  EXPECT_NEAR(MetricOf(RunSmall(Husky(wheels)), "way.mean_speed"), 3 * 0.1651, 0.02);
  const TrialResult listed = RunSmall(
      Husky("joints:\n- {joint: front_left_wheel, velocity: 3, from: 2}\n"
            "- {joint: rear_left_wheel, velocity: 3, from: 2}\n"
            "- {joint: front_right_wheel, velocity: 3, from: 2}\n"
            "- {joint: rear_right_wheel, velocity: 3, from: 2}\n"
            "- {joint: front_left_wheel, velocity: 0}\n- {joint: rear_left_wheel, velocity: 0}\n"
            "- {joint: front_right_wheel, velocity: 0}\n- {joint: rear_right_wheel, velocity: 0}"));
  EXPECT_EQ(listed.error, "");
  EXPECT_NEAR(MetricOf(listed, "way.length"), 2.0 * 3 * 0.1651, 0.1);
}

TEST(Manoeuvre, NothingIsAManoeuvre) { EXPECT_EQ(RunSmall(Husky("")).error, ""); }

TEST(Manoeuvre, WhatIsWrongIsReportedWithItsPlace) {
  const auto error = [](const std::string& manoeuvre) { return RunSmall(Husky(manoeuvre)).error; };
  EXPECT_THAT(error("publsh: []"), HasSubstr("manoeuvre.yaml:1: error"));
  EXPECT_THAT(error("publsh: []"), HasSubstr("did you mean \"publish\"?"));
  EXPECT_THAT(error("publish:\n- {topic: /a, rate: 0}"),
              HasSubstr("manoeuvre.yaml:2: error: publish/item/rate: rate: must lie between"));
  EXPECT_THAT(error("publish: []"), HasSubstr("nothing to publish"));
  EXPECT_THAT(error("publish: [{rate: 5}]"), HasSubstr("write topic: /husky/cmd_vel"));
  EXPECT_THAT(error("publish: [{topic: /a, from: 3, until: 2}]"), HasSubstr("between 3 and inf"));
  EXPECT_THAT(error("publish: [{topic: /a, values: {x: 3}}]"), HasSubstr("[[time, value]"));
  EXPECT_THAT(error("publish: [{topic: /a, values: {x: [[1, 0], [1, 2]]}}]"),
              HasSubstr("times of a course must increase"));
  EXPECT_THAT(error("publish: [{topic: /a, values: {x: [[1, fast]]}}]"), HasSubstr("fast"));
  EXPECT_THAT(error("joints: {wheel: {speed: 3}}"), HasSubstr("speed"));
  EXPECT_THAT(error("joints: {wheel: {velocity: 3, effort: 1}}"), HasSubstr("2 of them"));
  EXPECT_THAT(error("joints: [{velocity: 3}]"), HasSubstr("the joint is missing"));
  EXPECT_THAT(error("replay: x.mcap\nremap: [a]"), HasSubstr("remap"));
}

TEST(Manoeuvre, WhatTheWorldDoesNotHave) {
  const auto error = [](const std::string& manoeuvre) { return RunSmall(Husky(manoeuvre)).error; };
  EXPECT_THAT(error("publish: [{topic: /husky/cmd_vell}]"),
              HasSubstr("manoeuvre.yaml:1: there is no topic '/husky/cmd_vell'; did you mean "
                        "\"/husky/cmd_vel\"?"));
  EXPECT_THAT(error("publish: [{topic: /husky/cmd_vel, fields: {linear.w: 1}}]"),
              HasSubstr("there is no field 'w'; there are: x, y, z"));
  EXPECT_THAT(error("publish: [{topic: /husky/cmd_vel, fields: {linear.x: fast}}]"),
              HasSubstr("'fast' does not fit the field"));
  EXPECT_THAT(error("publish: [{topic: /husky/cmd_vel, values: {linear: [[0, 1]]}}]"),
              HasSubstr("add one of its fields: x, y, z"));
  EXPECT_THAT(error("joints: {front_left_weel: {velocity: 3}}"),
              HasSubstr("did you mean 'front_left_wheel'?"));
  EXPECT_THAT(error("replay: nowhere.mcap"), HasSubstr("/tmp/nowhere.mcap"));
}

}  // namespace
}  // namespace surefoot::experiment
