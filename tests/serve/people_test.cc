// Viewers: status, events, requests for control and their answers.

#include <gmock/gmock.h>

#include <chrono>

#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
namespace sm = msgs::surefoot_msgs;
using msgs::geometry_msgs::Twist;
using testing::HasSubstr;
using Clock = std::chrono::steady_clock;

constexpr const char* kStatus = "/surefoot/view/status";

/// Turns the server for a duration of wall time.
void TurnFor(Served* served, std::chrono::milliseconds time) {
  const Clock::time_point end = Clock::now() + time;
  while (Clock::now() < end) served->Turn();
}

sm::ViewStatus Status(Served* served) {
  TurnFor(served, std::chrono::milliseconds(250));
  sm::ViewStatus status;
  EXPECT_TRUE(served->client().Last(kStatus, &status));
  return status;
}

sm::TakeControl::Response Take(Served* served, int client, bool force = false,
                               const std::string& robot = "husky") {
  sm::TakeControl::Request request;
  request.robot = robot;
  request.force = force;
  return served->Call<sm::TakeControl>("/surefoot/control/take", request, client);
}

sm::AnswerControl::Response Answer(Served* served, int client, bool give) {
  sm::AnswerControl::Request request;
  request.robot = "husky";
  request.grant = give;
  return served->Call<sm::AnswerControl>("/surefoot/control/answer", request, client);
}

sm::JoinView::Response Join(Served* served, int client, const std::string& name) {
  sm::JoinView::Request request;
  request.name = name;
  return served->Call<sm::JoinView>("/surefoot/view/join", request, client);
}

bool Drives(Served* served, int client) {
  const std::size_t refused = served->client(client).refusals().size();
  Twist ahead;
  ahead.linear.x = 0.1;
  served->client(client).Publish("/husky/cmd_vel", ahead);
  served->Turn(2);
  return served->client(client).refusals().size() == refused;
}

std::vector<std::string> EventTexts(Served* served) {
  std::vector<std::string> texts;
  for (const sm::Event& event : Join(served, 1, "log").events) texts.push_back(event.text);
  return texts;
}

class PeopleTest : public testing::Test {
 protected:
  PeopleTest() : served_("husky_lab") {
    served_.client().bridge().Subscribe(kStatus);
    EXPECT_EQ(Join(&served_, 0, " Jana\n ").client, "one:1");
    EXPECT_EQ(Join(&served_, 1, "Tom").client, "two:1");
  }
  Served served_;
};

TEST_F(PeopleTest, AskAndGive) {
  EXPECT_FALSE(Take(&served_, 0).pending);
  EXPECT_TRUE(Drives(&served_, 0));
  EXPECT_FALSE(Drives(&served_, 1));
  EXPECT_THAT(served_.client(1).refusals().back(), HasSubstr("Jana has control of husky"));
  const auto asked = Take(&served_, 1);
  EXPECT_TRUE(asked.success && asked.pending);
  EXPECT_THAT(asked.message, HasSubstr("Jana"));
  sm::ViewStatus status = Status(&served_);
  ASSERT_EQ(status.holders.size(), 1U);
  EXPECT_EQ(status.holders[0].name, "Jana");
  EXPECT_EQ(status.holders[0].requested_by, "two:1");
  EXPECT_EQ(status.holders[0].requested_by_name, "Tom");
  EXPECT_GT(status.holders[0].answer_within, 8.0);
  EXPECT_LE(status.holders[0].answer_within, 10.0);
  // Only the client in control can give it away.
  EXPECT_FALSE(Answer(&served_, 1, true).success);
  EXPECT_TRUE(Answer(&served_, 0, true).success);
  EXPECT_TRUE(Drives(&served_, 1));
  EXPECT_FALSE(Drives(&served_, 0));
  EXPECT_FALSE(Answer(&served_, 1, true).success);
  status = Status(&served_);
  EXPECT_EQ(status.holders[0].client, "two:1");
  EXPECT_EQ(status.holders[0].requested_by, "");
}

TEST_F(PeopleTest, KeepAndForce) {
  Take(&served_, 0);
  Take(&served_, 1);
  EXPECT_TRUE(Answer(&served_, 0, false).success);
  EXPECT_TRUE(Drives(&served_, 0));
  const auto forced = Take(&served_, 1, true);
  EXPECT_TRUE(forced.success && !forced.pending);
  EXPECT_TRUE(Drives(&served_, 1));
  EXPECT_FALSE(Take(&served_, 0, false, "nobody").success);
  EXPECT_THAT(Take(&served_, 0, false, "nobody").message, HasSubstr("husky"));
}

TEST_F(PeopleTest, OneThatLeavesGivesToTheOneThatAsked) {
  Take(&served_, 0);
  Take(&served_, 1);
  served_.client(0).bridge().ClientLeft("one:1");
  served_.Turn(2);
  EXPECT_TRUE(Drives(&served_, 1));
  EXPECT_EQ(served_.server().clients().claims.OwnerOf("husky"), "two:1");
  EXPECT_FALSE(served_.server().clients().people.Has("one:1"));
}

TEST_F(PeopleTest, OneThatAskedAndLeavesIsForgotten) {
  Take(&served_, 0);
  Take(&served_, 1);
  served_.client(1).bridge().ClientLeft("two:1");
  served_.Turn(2);
  EXPECT_FALSE(Answer(&served_, 0, true).success);
  EXPECT_EQ(served_.server().clients().claims.OwnerOf("husky"), "one:1");
}

TEST_F(PeopleTest, ReleasedRobotsAreFree) {
  Take(&served_, 0);
  sm::ReleaseControl::Request request;
  request.robot = "husky";
  EXPECT_FALSE(served_.Call<sm::ReleaseControl>("/surefoot/control/release", request, 1).success);
  EXPECT_TRUE(served_.Call<sm::ReleaseControl>("/surefoot/control/release", request, 0).success);
  EXPECT_FALSE(Take(&served_, 1).pending);
}

TEST_F(PeopleTest, OthersMayNotTouchARobotThatIsHeld) {
  Take(&served_, 0);
  sm::Teleport::Request teleport;
  teleport.model = "husky";
  teleport.pose.orientation.w = 1.0;
  teleport.pose.position.z = 1.0;
  EXPECT_THAT(served_.Call<sm::Teleport>("/surefoot/teleport", teleport, 1).message,
              HasSubstr("Jana has control of husky"));
  EXPECT_TRUE(served_.Call<sm::Teleport>("/surefoot/teleport", teleport, 0).success);
  sm::ApplyWrench::Request push;
  push.link = "husky::base_link";
  push.duration = 0.1;
  EXPECT_FALSE(served_.Call<sm::ApplyWrench>("/surefoot/apply_wrench", push, 1).success);
  EXPECT_TRUE(served_.Call<sm::ApplyWrench>("/surefoot/apply_wrench", push, 0).success);
  sm::CommandJoint::Request command;
  command.joint = "husky::front_left_wheel";
  command.mode = "velocity";
  command.target = 1.0;
  EXPECT_FALSE(served_.Call<sm::CommandJoint>("/surefoot/joint/command", command, 1).success);
  si::SetEntityState::Request state;
  state.entity = "husky";
  EXPECT_NE(served_.Call<si::SetEntityState>("/set_entity_state", state, 1).result.result, 1);
  si::DeleteEntity::Request removal;
  removal.entity = "husky";
  EXPECT_NE(served_.Call<si::DeleteEntity>("/delete_entity", removal, 1).result.result, 1);
  EXPECT_EQ(served_.Call<si::DeleteEntity>("/delete_entity", removal, 0).result.result, 1);
}

TEST(JointCommandTest, MovesAJoint) {
  Served served("two_wheel");
  const world::World& world = served.simulation().world();
  sm::CommandJoint::Request command;
  for (int i = 0; i < world.joint_count(); ++i) {
    if (world::PositionCount(world.joint_spec(i).type) == 1) command.joint = world.JointName(i);
  }
  const auto call = [&] {
    return served.Call<sm::CommandJoint>("/surefoot/joint/command", command);
  };
  command.mode = "sideways";
  EXPECT_THAT(call().message, HasSubstr("position, velocity, effort, free"));
  command.mode = "velocity";
  command.target = 2.0;
  EXPECT_TRUE(call().success) << call().message;
  served.Step(500);
  const double turned = served.run().session()->JointPosition(command.joint).value();
  EXPECT_GT(std::abs(turned), 0.2);
  command.joint = "nothing";
  EXPECT_FALSE(call().success);
}

TEST(ViewStatusTest, BeatsWhilePausedAndWithoutAWorld) {
  Served served("flat");
  Client& client = served.client();
  client.bridge().Subscribe(kStatus);
  served.Turn();
  TurnFor(&served, std::chrono::milliseconds(1000));
  client.Look();
  EXPECT_GE(client.count(kStatus), 8);
  EXPECT_LE(client.count(kStatus), 12);
  const sm::ViewStatus first = Status(&served);
  EXPECT_EQ(first.state, "stopped");
  EXPECT_EQ(first.world, "flat");
  EXPECT_EQ(first.stages.size(), first.stage_seconds.size());
  served.Call<si::UnloadWorld>("/unload_world");
  const sm::ViewStatus none = Status(&served);
  EXPECT_EQ(none.state, "no_world");
  EXPECT_NE(none.run_id, first.run_id);
}

TEST(ViewStatusTest, ReportsWhereTimeGoes) {
  Served served("husky_lab", Served::Playing());
  served.client().bridge().Subscribe(kStatus);
  TurnFor(&served, std::chrono::milliseconds(1500));
  const sm::ViewStatus status = Status(&served);
  double sum = 0.0;
  for (const double seconds : status.stage_seconds) sum += seconds;
  EXPECT_GT(sum, 0.3);
  EXPECT_LT(sum, 1.3);
  EXPECT_EQ(status.state, "playing");
  EXPECT_GT(status.real_time_factor, 0.0);
}

TEST(EventsTest, ReportWhatHappens) {
  Served served("husky_lab");
  served.Turn();
  si::SpawnEntityService::Request spawn;
  spawn.name = "second";
  spawn.uri = "model://husky";
  spawn.initial_pose.pose.position.z = 3.0;
  // Upside down.
  spawn.initial_pose.pose.orientation.x = 1.0;
  spawn.initial_pose.pose.orientation.w = 0.0;
  ASSERT_EQ(served.Call<si::SpawnEntityService>("/spawn_entity", spawn).result.result, 1);
  TurnFor(&served, std::chrono::milliseconds(60));
  for (int i = 0; i < 15; ++i) {
    served.Step(100);
    TurnFor(&served, std::chrono::milliseconds(60));
  }
  sm::Teleport::Request teleport;
  teleport.model = "husky";
  teleport.pose.orientation.w = 1.0;
  teleport.pose.position.z = -200.0;
  EXPECT_TRUE(served.Call<sm::Teleport>("/surefoot/teleport", teleport).success);
  TurnFor(&served, std::chrono::milliseconds(60));
  si::DeleteEntity::Request removal;
  removal.entity = "second";
  served.Call<si::DeleteEntity>("/delete_entity", removal);
  TurnFor(&served, std::chrono::milliseconds(60));
  served.Call<si::ResetSimulation>("/reset_simulation");
  TurnFor(&served, std::chrono::milliseconds(60));
  const std::vector<std::string> texts = EventTexts(&served);
  for (const char* text : {"Loaded husky_lab", "second was added", "second is upside down",
                           "husky left the world at", "second was removed", "Back to the start"}) {
    EXPECT_THAT(texts, testing::Contains(HasSubstr(text)));
  }
}

TEST(EventsTest, ReportOfNumbersThatBlowUp) {
  Served served("husky_lab", Served::Playing());
  served.Turn();
  sm::ApplyWrench::Request push;
  push.link = "husky::base_link";
  push.wrench.force.x = 1e300;
  push.duration = 0.01;
  EXPECT_TRUE(served.Call<sm::ApplyWrench>("/surefoot/apply_wrench", push).success);
  TurnFor(&served, std::chrono::milliseconds(200));
  EXPECT_TRUE(served.simulation().stepper().failed());
  const std::vector<std::string> texts = EventTexts(&served);
  EXPECT_THAT(texts, testing::Contains(HasSubstr("The simulation of husky diverged")));
  EXPECT_THAT(texts, testing::Contains(HasSubstr("Paused")));
}

TEST(ViewContactsTest, CarryTheWeight) {
  Served served("flat");
  served.client().bridge().Subscribe("/surefoot/view/contacts");
  si::SpawnEntityService::Request spawn;
  spawn.name = "h";
  spawn.uri = "model://husky";
  spawn.initial_pose.pose.position.x = 10.0;
  spawn.initial_pose.pose.position.z = 0.2;
  ASSERT_EQ(served.Call<si::SpawnEntityService>("/spawn_entity", spawn).result.result, 1);
  served.Step(3000);
  TurnFor(&served, std::chrono::milliseconds(100));
  sm::ViewContacts contacts;
  ASSERT_TRUE(served.client().Last("/surefoot/view/contacts", &contacts));
  double up = 0.0;
  for (std::size_t i = 0; i < contacts.link_b.size(); ++i) {
    const auto force = static_cast<double>(contacts.forces_on_b[3 * i + 2]);
    if (contacts.links[contacts.link_b[i]].rfind("h::", 0) == 0) up += force;
    if (contacts.links[contacts.link_a[i]].rfind("h::", 0) == 0) up -= force;
  }
  const world::World& world = served.simulation().world();
  double mass = 0.0;
  for (const world::Link& link : world.model(world.FindModel("h")).links) mass += link.inertia.mass;
  EXPECT_NEAR(up, 9.81 * mass, 0.01 * 9.81 * mass);
}

}  // namespace
}  // namespace surefoot::serve::test
