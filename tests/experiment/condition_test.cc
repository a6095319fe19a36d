// Pass conditions on real runs whose events have known times.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/builtin/builtin.h"
#include "surefoot/evaluation/run/measures/measure.h"
#include "surefoot/session/parts.h"
#include "tests/experiment/small_trial.h"

namespace surefoot::experiment {
namespace {

using testing::HasSubstr;

/// A cart moving along x at 0.5 m/s from x = 0; its box is 0.1 m long.
SmallTrial Cart(const std::string& pass, double duration) {
  SmallTrial trial;
  trial.world = CartSdf() + WallSdf("wall", 2.0, 0.0) + WallSdf("far_wall", 0.0, 9.0);
  trial.manoeuvre = "joints: {rail: {velocity: 0.5}}";
  trial.pass = "pass: [" + pass + "]";
  trial.duration = duration;
  return trial;
}

/// The only verdict of a trial.
Verdict VerdictOf(const TrialResult& result) {
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.verdicts.size(), 1u);
  return result.verdicts.empty() ? Verdict() : result.verdicts[0];
}

TEST(GoalCondition, IsReachedInTime) {
  const TrialResult result = RunSmall(Cart("{goal: {model: cart, at: [1, 0], within: 0.1}}", 10.0));
  const Verdict verdict = VerdictOf(result);
  EXPECT_TRUE(verdict.passed);
  EXPECT_EQ(verdict.condition, "goal");
  EXPECT_THAT(verdict.text, HasSubstr("cart reached (1, 0) within 0.1 m after 1.8"));
  // And ends the trial.
  EXPECT_NEAR(result.simulated, 1.8, 0.005);
}

TEST(GoalCondition, IsMissed) {
  const TrialResult late =
      RunSmall(Cart("{goal: {model: cart, at: [1, 0], within: 0.1, before: 1}}", 10.0));
  EXPECT_FALSE(VerdictOf(late).passed);
  EXPECT_THAT(VerdictOf(late).text,
              HasSubstr("did not reach (1, 0) within 0.1 m in 1 s: its smallest distance was 0.5"));
  EXPECT_NEAR(late.simulated, 1.0, 0.0015);
  const TrialResult aside = RunSmall(Cart("{goal: {model: cart, at: [1, 0.5]}}", 3.0));
  EXPECT_THAT(VerdictOf(aside).text, HasSubstr("smallest distance was 0.5 m after 2"));
  EXPECT_NEAR(aside.simulated, 3.0, 1e-9);
}

TEST(GoalCondition, MayHaveAHeading) {
  // It rotates by 0.5 rad/s on the spot.
  SmallTrial trial;
  trial.world = SpinnerSdf("0 0 1");
  trial.manoeuvre = "joints: {axle: {velocity: 0.5}}";
  trial.pass = "pass: [{goal: {model: spinner, at: [0, 0, 1.5708], heading_within_deg: 9}}]";
  trial.duration = 10.0;
  const TrialResult result = RunSmall(trial);
  EXPECT_TRUE(VerdictOf(result).passed);
  EXPECT_NEAR(result.simulated, (M_PI / 2 - M_PI / 20) / 0.5, 0.005);
  trial.duration = 2.0;
  EXPECT_THAT(VerdictOf(RunSmall(trial)).text, HasSubstr("deg from its heading, at most 9"));
}

TEST(NoCollisionCondition, WallsAreHitAtTheirTime) {
  // The wall begins at 1.9 m, the cart ends 0.05 m before its middle.
  const TrialResult result = RunSmall(Cart("{no_collision: {model: cart}}", 10.0));
  const Verdict verdict = VerdictOf(result);
  EXPECT_FALSE(verdict.passed);
  EXPECT_THAT(verdict.text, HasSubstr("cart::link touched wall::link after 3.7"));
  EXPECT_NEAR(result.simulated, 1.85 / 0.5, 0.01);
  const Verdict spared =
      VerdictOf(RunSmall(Cart("{no_collision: {model: cart, except: [wall]}}", 4)));
  EXPECT_TRUE(spared.passed);
  EXPECT_EQ(spared.text, "cart touched nothing that it may not in 4 s");
  EXPECT_TRUE(
      VerdictOf(RunSmall(Cart("{no_collision: {model: cart, with: [far_wall]}}", 4))).passed);
}

TEST(NoCollisionCondition, OnEveryEngine) {
  const Parts parts = BuiltinParts();
  for (const std::string& engine : DynamicEngines(parts)) {
    SmallTrial trial = Cart("{no_collision: {model: cart}}", 5.0);
    trial.engine = engine;
    trial.metrics = "hit: {kind: contacts, model: cart}";
    const TrialResult result = RunSmall(trial);
    EXPECT_THAT(VerdictOf(result).text, HasSubstr("cart::link touched wall::link after 3."))
        << engine;
    EXPECT_NEAR(result.simulated, 1.85 / 0.5, 0.01) << engine;
    EXPECT_GT(MetricOf(result, "hit.peak_force"), 1.0) << engine;
  }
}

TEST(NoCollisionCondition, SaysWhenItStandsOnSomething) {
  SmallTrial trial;
  trial.world = FloorSdf() + BoxSdf("box", 0, 0, 0.05);
  trial.settle = 1.0;
  trial.pass = "pass: [{no_collision: {model: box}}]";
  EXPECT_THAT(VerdictOf(RunSmall(trial)).text,
              HasSubstr("from the start; name permitted partners"));
}

TEST(TimeCondition, LimitsTheTrial) {
  const std::string goal = "{goal: {model: cart, at: [1, 0], within: 0.1}}, ";
  const TrialResult quick = RunSmall(Cart(goal + "{time: {at_most: 2}}", 10.0));
  ASSERT_EQ(quick.verdicts.size(), 2u);
  EXPECT_TRUE(quick.verdicts[1].passed);
  EXPECT_THAT(quick.verdicts[1].text, HasSubstr("it took 1.8"));
  const TrialResult slow = RunSmall(Cart(goal + "{time: {at_most: 1}}", 10.0));
  ASSERT_EQ(slow.verdicts.size(), 2u);
  EXPECT_FALSE(slow.verdicts[0].passed);
  EXPECT_FALSE(slow.verdicts[1].passed);
  EXPECT_EQ(slow.verdicts[1].text, "it was not over after 1 s; at most 1 s");
  EXPECT_NEAR(slow.simulated, 1.001, 1e-9);
}

TEST(UprightCondition, LimitsTheTilt) {
  SmallTrial trial;
  trial.world = SpinnerSdf("0 1 0");
  trial.manoeuvre = "joints: {axle: {velocity: 0.5}}";
  trial.pass = "pass: [{upright: {model: spinner, at_most_deg: 30}}]";
  trial.duration = 10.0;
  const TrialResult result = RunSmall(trial);
  EXPECT_FALSE(VerdictOf(result).passed);
  EXPECT_NEAR(result.simulated, M_PI / 6 / 0.5, 0.005);
  EXPECT_THAT(VerdictOf(result).text, HasSubstr("spinner leaned by 30"));
  trial.duration = 1.0;
  EXPECT_TRUE(VerdictOf(RunSmall(trial)).passed);
}

TEST(InsideCondition, BoxesAreLeftAtTheirTime) {
  const TrialResult result = RunSmall(Cart("{inside: {model: cart, box: [-1, -1, 1, 1]}}", 10.0));
  EXPECT_FALSE(VerdictOf(result).passed);
  EXPECT_NEAR(result.simulated, 2.0, 0.005);
  EXPECT_THAT(VerdictOf(result).text, HasSubstr("cart was outside after 2"));
  // Corners in any order; a third axis.
  EXPECT_TRUE(
      VerdictOf(RunSmall(Cart("{inside: {model: cart, box: [1, 1, 2, -1, -1, 0]}}", 1.5))).passed);
  EXPECT_FALSE(
      VerdictOf(RunSmall(Cart("{inside: {model: cart, box: [1, 1, 2, -1, -1, 1]}}", 1.5))).passed);
}

TEST(MetricCondition, LooksAtANumber) {
  const auto verdict = [](const std::string& condition) {
    SmallTrial trial = Cart("{metric: " + condition + "}", 2.0);
    trial.metrics = "way: {kind: path, model: cart}";
    return VerdictOf(RunSmall(trial));
  };
  EXPECT_TRUE(verdict("{name: way.length, at_least: 0.99, at_most: 1.01}").passed);
  EXPECT_FALSE(verdict("{name: way.length, at_least: 1.5}").passed);
  EXPECT_THAT(verdict("{name: way.length, at_most: 0.5}").text, HasSubstr("; at most 0.5"));
  EXPECT_THAT(verdict("{name: way.lenght, at_most: 0.5}").text,
              HasSubstr("did you mean \"way.length\"?"));
}

TEST(SlipCondition, LimitsTheSlip) {
  SmallTrial trial;
  trial.world = "husky";
  trial.manoeuvre = "publish: [{topic: /husky/cmd_vel, rate: 20, fields: {linear.x: 0.5}}]";
  trial.pass = "pass: [{slip: {model: husky, limit: 0.3}}]";
  trial.settle = 0.5;
  trial.duration = 2.0;
  EXPECT_TRUE(VerdictOf(RunSmall(trial)).passed);
  trial.pass = "pass: [{slip: {model: husky, limit: 0}}]";
  EXPECT_THAT(VerdictOf(RunSmall(trial)).text, HasSubstr("_wheel, after "));
  EXPECT_FALSE(VerdictOf(RunSmall(trial)).passed);
}

TEST(Conditions, WhatIsWrongIsReported) {
  const auto error = [](const std::string& pass) { return RunSmall(Cart(pass, 0.01)).error; };
  EXPECT_THAT(error("{gaol: {model: cart}}"), HasSubstr("did you mean \"goal\"?"));
  EXPECT_THAT(error("goal"), HasSubstr("not a condition"));
  EXPECT_THAT(error("{goal: {model: cart}, time: {at_most: 3}}"), HasSubstr("not a condition"));
  EXPECT_THAT(error("{goal: {model: cart}}"), HasSubstr("[x, y, yaw]"));
  EXPECT_THAT(error("{goal: {model: cart, at: [1]}}"), HasSubstr("pass.yaml:1: error"));
  EXPECT_THAT(error("{goal: {model: cart, at: [1, 2], within: -1}}"), HasSubstr("within"));
  EXPECT_THAT(error("{goal: {model: cart, at: [1, 2], heading_within_deg: 5}}"),
              HasSubstr("has no heading"));
  EXPECT_THAT(error("{goal: {model: card, at: [1, 2]}}"), HasSubstr("did you mean \"cart\"?"));
  EXPECT_THAT(error("{no_collision: {model: cart, except: [florr]}}"), HasSubstr("'florr'"));
  EXPECT_THAT(error("{time: {}}"), HasSubstr("write at_most: 20"));
  EXPECT_THAT(error("{upright: {model: cart, at_most: 30}}"),
              HasSubstr("accepted: model, at_most_deg"));
  EXPECT_THAT(error("{inside: {model: cart, box: [1, 2, 3]}}"), HasSubstr("1 2 3"));
  EXPECT_THAT(error("{inside: {model: cart}}"), HasSubstr("[x, y, x, y]"));
  EXPECT_THAT(error("{metric: {name: a}}"), HasSubstr("no limit"));
  EXPECT_THAT(error("{metric: {name: a, at_least: 2, at_most: 1}}"), HasSubstr("above at_most"));
  EXPECT_THAT(error("{slip: {model: cart}}"), HasSubstr("write limit: 0.2"));
  EXPECT_THAT(error("{slip: {model: cart, limit: 0.1}}"), HasSubstr("has no wheels"));
  EXPECT_THAT(error("{slip: {model: cart, wheels: [rail], limit: 0.1}}"),
              HasSubstr("is not a wheel: it is prismatic"));
}

}  // namespace
}  // namespace surefoot::experiment
