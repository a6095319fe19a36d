// Progress of time: states, steps, resets.

#include <gmock/gmock.h>

#include "surefoot/msgs/rosgraph_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using testing::Contains;
using testing::HasSubstr;
using testing::SizeIs;
using S = si::SimulationState;

constexpr int kOk = si::Result::RESULT_OK;
constexpr int kFailed = si::Result::RESULT_OPERATION_FAILED;
constexpr int kIncorrect = si::Result::RESULT_INCORRECT_STATE;
constexpr int kUnsupported = si::Result::RESULT_FEATURE_UNSUPPORTED;

int StateOf(Served* served) {
  return served->Call<si::GetSimulationState>("/get_simulation_state").state.state;
}

int SetState(Served* served, int state) {
  si::SetSimulationState::Request request;
  request.state.state = static_cast<std::uint8_t>(state);
  return served->Call<si::SetSimulationState>("/set_simulation_state", request).result.result;
}

si::Result Reset(Served* served, int scope) {
  si::ResetSimulation::Request request;
  request.scope = static_cast<std::uint8_t>(scope);
  return served->Call<si::ResetSimulation>("/reset_simulation", request).result;
}

void SpawnBox(Served* served, const std::string& name) {
  si::SpawnEntityService::Request request;
  request.name = name;
  request.resource_string =
      "<sdf version='1.9'><model name='box'><link name='link'><inertial><mass>1</mass></inertial>"
      "</link></model></sdf>";
  request.initial_pose.pose.position.z = 5.0;
  const auto response = served->Call<si::SpawnEntityService>("/spawn_entity", request);
  ASSERT_EQ(response.result.result, kOk) << response.result.error_message;
}

TEST(StateTest, Features) {
  Served served("flat");
  const auto features = served.Call<si::GetSimulatorFeatures>("/get_simulator_features").features;
  for (int feature : {0, 1, 9, 10, 11, 14, 20, 21, 22, 23, 26, 31, 32, 33, 40, 50}) {
    EXPECT_THAT(features.features, Contains(feature));
  }
  EXPECT_THAT(features.spawn_formats, Contains("sdf"));
}

TEST(StateTest, Transitions) {
  Served served("flat");
  EXPECT_EQ(StateOf(&served), S::STATE_STOPPED);
  EXPECT_EQ(SetState(&served, S::STATE_STOPPED), 101);
  EXPECT_EQ(SetState(&served, S::STATE_PAUSED), kOk);
  EXPECT_EQ(served.simulation().step_count(), 0);
  EXPECT_EQ(SetState(&served, S::STATE_PAUSED), 101);
  EXPECT_EQ(SetState(&served, S::STATE_NO_WORLD), 103);
  EXPECT_EQ(SetState(&served, S::STATE_LOADING_WORLD), 103);
  EXPECT_EQ(SetState(&served, 77), 103);
  EXPECT_EQ(SetState(&served, S::STATE_PLAYING), kOk);
  served.Turn(50);
  EXPECT_GE(served.simulation().step_count(), 49);
  EXPECT_EQ(SetState(&served, S::STATE_PAUSED), kOk);
  const std::int64_t step = served.simulation().step_count();
  served.Turn(2);
  EXPECT_EQ(served.simulation().step_count(), step);
  // A stopped run plays from the start.
  EXPECT_EQ(SetState(&served, S::STATE_STOPPED), kOk);
  EXPECT_EQ(served.simulation().step_count(), 0);
  EXPECT_EQ(SetState(&served, S::STATE_QUITTING), kOk);
  EXPECT_FALSE(served.server().Turn());
}

TEST(StateTest, StepsAreExactAndAnsweredAtTheEnd) {
  Served served("flat");
  served.Step(1);
  EXPECT_EQ(served.simulation().step_count(), 1);
  EXPECT_EQ(StateOf(&served), S::STATE_PAUSED);
  served.Step(250);
  EXPECT_EQ(served.simulation().step_count(), 251);
  served.Step(0);
  EXPECT_EQ(served.simulation().step_count(), 251);
  EXPECT_EQ(StateOf(&served), S::STATE_PAUSED);
  EXPECT_EQ(SetState(&served, S::STATE_PLAYING), kOk);
  const auto refused = served.Call<si::StepSimulation>("/step_simulation");
  EXPECT_EQ(refused.result.result, kFailed);
  EXPECT_THAT(refused.result.error_message, HasSubstr("not paused"));
}

TEST(StateTest, StepsAsAnAction) {
  Served served("flat");
  Client& client = served.client();
  si::SimulateSteps::Goal goal;
  goal.steps = 5;
  client.bridge().SendGoal(70, "/simulate_steps", Cdr(goal), client.caller());
  while (client.ends.empty()) {
    served.Turn();
    client.Look();
  }
  EXPECT_EQ(client.ends[0].first, graph::GoalEnd::kSucceeded);
  ASSERT_THAT(client.feedback, SizeIs(5));
  si::SimulateSteps::Feedback last;
  ASSERT_TRUE(msgs::Decode(client.feedback[4], &last));
  EXPECT_EQ(last.completed_steps, 5u);
  EXPECT_EQ(last.remaining_steps, 0u);
  EXPECT_EQ(served.simulation().step_count(), 5);

  goal.steps = 1000000;
  client.bridge().SendGoal(71, "/simulate_steps", Cdr(goal), client.caller());
  served.Turn(3);
  // One request for steps at a time.
  EXPECT_EQ(served.Call<si::StepSimulation>("/step_simulation").result.result, kFailed);
  client.bridge().CancelGoal(71);
  served.Turn(2);
  client.Look();
  ASSERT_THAT(client.ends, SizeIs(2));
  EXPECT_EQ(client.ends[1].first, graph::GoalEnd::kCanceled);
  EXPECT_EQ(StateOf(&served), S::STATE_PAUSED);

  EXPECT_EQ(SetState(&served, S::STATE_PLAYING), kOk);
  client.bridge().SendGoal(72, "/simulate_steps", Cdr(goal), client.caller());
  served.Turn(2);
  client.Look();
  ASSERT_THAT(client.ends, SizeIs(3));
  EXPECT_EQ(client.ends[2].first, graph::GoalEnd::kAborted);
  si::SimulateSteps::Result result;
  ASSERT_TRUE(msgs::Decode(client.ends[2].second, &result));
  EXPECT_EQ(result.result.result, kFailed);
}

TEST(StateTest, ResetScopes) {
  Served served("flat");
  served.Step(500);
  const int husky = served.simulation().world().FindModel("husky");
  const Vector3d there = served.simulation().ModelPose(husky).p;
  ASSERT_GT(there.x(), 0.05);
  SpawnBox(&served, "box");

  // Scope time: models stay.
  EXPECT_EQ(Reset(&served, 1).result, kOk);
  EXPECT_EQ(served.simulation().step_count(), 0);
  EXPECT_EQ(served.simulation().time_ns(), 0);
  EXPECT_EQ(served.simulation().ModelPose(husky).p, there);
  EXPECT_GE(served.simulation().world().FindModel("box"), 0);
  served.Step(10);

  // Scope state: time continues; spawned models stay, at their initial poses.
  EXPECT_EQ(Reset(&served, 2).result, kOk);
  EXPECT_EQ(served.simulation().step_count(), 10);
  EXPECT_NEAR(served.simulation().ModelPose(husky).p.x(), 0.0, 1e-12);
  const int box = served.simulation().world().FindModel("box");
  ASSERT_GE(box, 0);
  EXPECT_NEAR(served.simulation().ModelPose(box).p.z(), 5.0, 1e-12);
  served.Step(10);

  // Scope spawned: nothing else changes.
  const Vector3d before = served.simulation().ModelPose(husky).p;
  EXPECT_EQ(Reset(&served, 4).result, kOk);
  EXPECT_EQ(served.simulation().step_count(), 20);
  EXPECT_LT(served.simulation().world().FindModel("box"), 0);
  EXPECT_EQ(served.simulation().ModelPose(husky).p, before);

  // Everything, in three ways: the same as after the start, bit for bit.
  Served fresh("flat");
  fresh.Step(100);
  for (int scope : {0, 7, 255}) {
    SpawnBox(&served, "box");
    EXPECT_EQ(Reset(&served, scope).result, kOk);
    EXPECT_LT(served.simulation().world().FindModel("box"), 0);
    served.Step(100);
    EXPECT_EQ(served.simulation().hash(), fresh.simulation().hash());
  }
  EXPECT_EQ(Reset(&served, 8).result, kUnsupported);
}

TEST(StateTest, WithoutAWorld) {
  Served served("");
  EXPECT_EQ(StateOf(&served), S::STATE_NO_WORLD);
  EXPECT_EQ(SetState(&served, S::STATE_PLAYING), 103);
  EXPECT_EQ(Reset(&served, 0).result, kIncorrect);
  EXPECT_EQ(served.Call<si::StepSimulation>("/step_simulation").result.result, kIncorrect);
  EXPECT_EQ(served.Call<si::GetEntities>("/get_entities").result.result, kIncorrect);
  EXPECT_EQ(served.Call<sm::GetStatus>("/surefoot/status").state, "no_world");
}

TEST(StateTest, ClockHasItsRate) {
  Served served("flat");
  served.client().bridge().Subscribe("/clock");
  served.Step(1000);
  served.client().Look();
  EXPECT_NEAR(served.client().count("/clock"), 100, 1);
  msgs::rosgraph_msgs::Clock clock;
  ASSERT_TRUE(served.client().Last("/clock", &clock));
  EXPECT_EQ(clock.clock.sec, 1);
  EXPECT_EQ(clock.clock.nanosec, 0u);
}

TEST(StateTest, RealTimeIsKept) {
  ServerOptions options;
  options.speed = 2.0;
  Served served("flat", options);
  const auto start = std::chrono::steady_clock::now();
  while (served.simulation().step_count() < 400) served.Turn();
  const double wall =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // It must not run ahead; how far it falls behind depends on the machine.
  EXPECT_GE(wall, 0.19);
  const auto status = served.Call<sm::GetStatus>("/surefoot/status");
  EXPECT_EQ(status.state, "playing");
}

}  // namespace
}  // namespace surefoot::serve::test
