// One step: its order, its clock, its errors, and the duration of wrenches (stepper.cc).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "surefoot/sim/test/recording_observer.h"
#include "surefoot/sim/test/small_world.h"

namespace surefoot::sim {
namespace {

using test::MakeRun;
using test::Place;
using test::PositionOf;
using test::RecordingObserver;
using test::Refusal;
using test::Steps;
using test::VelocityOf;
using testing::ElementsAre;
using testing::HasSubstr;

world::WorldSpec OnlyABall() {
  world::WorldSpec spec;
  spec.gravity_W = Vector3d::Zero();
  spec.models = {Place("ball", test::Ball())};
  return spec;
}

LinkWrench Push(double force, std::int64_t steps, const std::string& link = "ball::link") {
  return LinkWrench{link, Wrench{Vector3d::Zero(), Vector3d(0, 0, force)}, steps};
}

/// Upward speed of the ball of 2 kg so far, in units of one newton for one step.
double Pushes(const Simulation& simulation, const std::string& link = "ball::link") {
  return VelocityOf(simulation, link).v.z() * 2.0 / simulation.step_size();
}

TEST(Step, CountsTimeExactly) {
  auto simulation = MakeRun(OnlyABall());
  Steps(simulation.get(), 1000000);
  EXPECT_EQ(simulation->step_count(), 1000000);
  EXPECT_EQ(simulation->time_ns(), SimTimeNs{1000} * 1000000000);
}

TEST(Step, UsesAWholeNumberOfNanoseconds) {
  // 1/600 s is not an integer of nanoseconds: the nearest is used, and time is a multiple of it.
  auto simulation =
      Simulation::Make(test::MakeWorld(OnlyABall()), test::FakeOptions(0, 1.0 / 600.0));
  ASSERT_TRUE(simulation.ok());
  Steps(simulation->get(), 600);
  EXPECT_EQ(simulation.value()->time_ns(), 600 * SimTimeNs{1666667});
  EXPECT_DOUBLE_EQ(simulation.value()->step_size(), 1666667e-9);
}

TEST(Step, MovesByTheStepGiven) {
  world::WorldSpec spec = OnlyABall();
  spec.gravity_W = Vector3d(0, 0, -8);
  spec.physics.step = 0.25;
  auto simulation = MakeRun(spec);
  Steps(simulation.get(), 1);
  EXPECT_EQ(VelocityOf(*simulation, "ball::link").v.z(), -2.0);
  EXPECT_EQ(test::PoseOf(*simulation, "ball::link").p.z(), -0.5);
}

TEST(Step, TakesInputsThenStepsThenReports) {
  auto simulation = MakeRun();
  RecordingObserver observer;
  simulation->set_observer(&observer);
  ASSERT_TRUE(simulation->Apply(GravityChange{Vector3d(0, 0, -2)}).ok());
  ASSERT_TRUE(
      simulation->Apply(JointCommand{"motor", 0, physics::ControlMode::kVelocity, 3.0}).ok());
  Steps(simulation.get(), 2);
  EXPECT_THAT(observer.lines,
              ElementsAre("input 1: gravity 0 0 -2", "input 1: command motor axis 0 velocity 3",
                          "step 1", "step 2"));
  EXPECT_EQ(observer.hashes[1], simulation->hash());
  EXPECT_NE(observer.hashes[0], observer.hashes[1]);
}

TEST(Step, TakesInputsAtTheStartOfTheNextStep) {
  auto simulation = MakeRun(OnlyABall());
  Steps(simulation.get(), 3);
  ASSERT_TRUE(simulation->Apply(Push(10.0, 1)).ok());
  EXPECT_EQ(Pushes(*simulation), 0.0);
  Steps(simulation.get(), 1);
  EXPECT_NEAR(Pushes(*simulation), 10.0, 1e-12);
}

TEST(Step, TheLastOfSeveralCommandsHoldsUntilTheNext) {
  auto simulation = MakeRun();
  for (const double speed : {1.0, 7.0, 2.0}) {
    ASSERT_TRUE(
        simulation->Apply(JointCommand{"motor", 0, physics::ControlMode::kVelocity, speed}).ok());
  }
  Steps(simulation.get(), 500);
  EXPECT_NEAR(PositionOf(*simulation, "motor"), 2.0 * 0.5, 1e-12);
}

TEST(Step, ReportsOfRejectedInputsAndGoesOn) {
  auto simulation = MakeRun();
  RecordingObserver observer;
  simulation->set_observer(&observer);
  ASSERT_FALSE(simulation->Apply(Remove{"nobody"}).ok());
  ASSERT_TRUE(simulation->Apply(Remove{"ball"}).ok());
  Steps(simulation.get(), 1);
  ASSERT_EQ(observer.lines.size(), 4u);
  EXPECT_THAT(observer.lines[0],
              HasSubstr("rejected 1: remove nobody: there is no model 'nobody'"));
  EXPECT_EQ(observer.lines[1], "world of 3");
  EXPECT_EQ(observer.lines[2], "input 1: remove ball");
  EXPECT_EQ(observer.lines[3], "step 1");
}

TEST(Step, WrenchesLastAsLongAsGiven) {
  const auto pushes_after = [](std::int64_t steps, int count) {
    auto simulation = MakeRun(OnlyABall());
    EXPECT_TRUE(simulation->Apply(Push(1.0, steps)).ok());
    Steps(simulation.get(), count);
    return Pushes(*simulation);
  };
  EXPECT_EQ(pushes_after(0, 10), 0.0);
  EXPECT_NEAR(pushes_after(1, 10), 1.0, 1e-12);
  EXPECT_NEAR(pushes_after(7, 10), 7.0, 1e-12);
  EXPECT_NEAR(pushes_after(-1, 10), 10.0, 1e-12);
  EXPECT_NEAR(pushes_after(-5, 10), 10.0, 1e-12);
}

TEST(Step, AWrenchReplacesTheLinksLastOne) {
  auto simulation = MakeRun(OnlyABall());
  ASSERT_TRUE(simulation->Apply(Push(1.0, -1)).ok());
  Steps(simulation.get(), 3);
  ASSERT_TRUE(simulation->Apply(Push(10.0, 2)).ok());
  Steps(simulation.get(), 5);
  EXPECT_NEAR(Pushes(*simulation), 3.0 + 20.0, 1e-11);
  ASSERT_TRUE(simulation->Apply(Push(100.0, -1)).ok());
  ASSERT_TRUE(simulation->Apply(Push(0.0, 0)).ok());
  Steps(simulation.get(), 5);
  EXPECT_NEAR(Pushes(*simulation), 23.0, 1e-11);
}

TEST(Step, WrenchesOnSeveralLinksEndOneByOne) {
  world::WorldSpec spec = OnlyABall();
  for (const char* name : {"b1", "b2", "b3"}) spec.models.push_back(Place(name, test::Ball()));
  auto simulation = MakeRun(spec);
  ASSERT_TRUE(simulation->Apply(Push(1.0, 2, "b1::link")).ok());
  ASSERT_TRUE(simulation->Apply(Push(1.0, -1, "b2::link")).ok());
  ASSERT_TRUE(simulation->Apply(Push(1.0, 4, "b3::link")).ok());
  Steps(simulation.get(), 10);
  EXPECT_EQ(Pushes(*simulation, "ball::link"), 0.0);
  EXPECT_NEAR(Pushes(*simulation, "b1::link"), 2.0, 1e-12);
  EXPECT_NEAR(Pushes(*simulation, "b2::link"), 10.0, 1e-12);
  EXPECT_NEAR(Pushes(*simulation, "b3::link"), 4.0, 1e-12);
}

TEST(Step, FailsWithTheEngineAndSaysWhy) {
  auto simulation = MakeRun();
  RecordingObserver observer;
  Steps(simulation.get(), 4);
  simulation->set_observer(&observer);
  ASSERT_TRUE(simulation->Apply(GravityChange{test::kBreak}).ok());
  observer.lines.clear();
  EXPECT_EQ(Refusal(simulation->Step()), "fake failed in step 5: the spring broke");
  EXPECT_TRUE(simulation->stepper().failed());
  EXPECT_TRUE(observer.lines.empty());
  EXPECT_EQ(simulation->step_count(), 4);
  EXPECT_EQ(simulation->time_ns(), 4000000);
  EXPECT_THAT(Refusal(simulation->Step()), HasSubstr("has failed"));
}

TEST(Step, FailsWhenNumbersAreLostAndNamesTheModel) {
  auto simulation = MakeRun();
  ASSERT_TRUE(simulation->Apply(GravityChange{test::kExplode}).ok());
  const std::string why = Refusal(simulation->Step());
  EXPECT_THAT(why, HasSubstr("model 'pendulum' is no longer finite in step 1"));
  EXPECT_TRUE(simulation->stepper().failed());
}

TEST(Step, AFailedRunRecoversByResetAndByRestore) {
  auto simulation = MakeRun();
  Steps(simulation.get(), 3);
  const Snapshot snapshot = simulation->machine().Save();
  Steps(simulation.get(), 2);
  const std::uint64_t hash = simulation->hash();
  for (const bool by_reset : {true, false}) {
    ASSERT_TRUE(simulation->Apply(GravityChange{test::kExplode}).ok());
    ASSERT_FALSE(simulation->Step().ok());
    ASSERT_TRUE(
        (by_reset ? simulation->machine().Reset() : simulation->machine().Restore(snapshot)).ok());
    EXPECT_FALSE(simulation->stepper().failed());
    Steps(simulation.get(), by_reset ? 5 : 2);
    EXPECT_EQ(simulation->hash(), hash);
  }
}

TEST(Step, SpendsItsTimeInNamedStages) {
  EXPECT_STREQ(StageName(Stage::kEvents), "events");
  EXPECT_STREQ(StageName(Stage::kPhysics), "physics");
  EXPECT_STREQ(StageName(Stage::kHash), "hash");
  auto simulation = MakeRun();
  EXPECT_EQ(simulation->stepper().stage_times().Seconds(Stage::kPhysics), 0.0);
  Steps(simulation.get(), 1000);
  EXPECT_GT(simulation->stepper().stage_times().Seconds(Stage::kPhysics), 0.0);
  EXPECT_GT(simulation->stepper().stage_times().Seconds(Stage::kHash), 0.0);
}

}  // namespace
}  // namespace surefoot::sim
