// Steps that wait for clients, and which client may drive which robot.

#include <gmock/gmock.h>

#include <cmath>
#include <thread>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/std_srvs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace sm = msgs::surefoot_msgs;
using msgs::geometry_msgs::Twist;
using msgs::geometry_msgs::TwistStamped;
using msgs::nav_msgs::Odometry;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr const char* kStep = "/surefoot/lockstep/step";

sm::RegisterLockstep::Request Registration(const std::string& name, double period = 0.0,
                                           const std::string& policy = "stop",
                                           double timeout = 0.0) {
  sm::RegisterLockstep::Request request;
  request.name = name;
  request.period = period;
  request.policy = policy;
  request.timeout = timeout;
  return request;
}

sm::RegisterLockstep::Response Register(Served* served,
                                        const sm::RegisterLockstep::Request& request,
                                        int client = 0) {
  return served->Call<sm::RegisterLockstep>("/surefoot/lockstep/register", request, client);
}

Twist Ahead(double speed, double turn = 0.0) {
  Twist twist;
  twist.linear.x = speed;
  twist.angular.z = turn;
  return twist;
}

TEST(LockstepServerTest, EachStepWaits) {
  Served served("flat", Served::Playing());
  Client& client = served.client();
  client.bridge().Subscribe(kStep);
  const auto registered = Register(&served, Registration("pilot", 0.003));
  ASSERT_TRUE(registered.success) << registered.message;
  const std::int64_t first = registered.step;
  EXPECT_EQ(served.simulation().step_count(), first);
  served.Turn(3);
  EXPECT_EQ(served.simulation().step_count(), first);
  client.Done("pilot", first);
  served.Turn(6);
  EXPECT_EQ(served.simulation().step_count(), first + 3);
  sm::LockstepStep received;
  ASSERT_TRUE(client.Last(kStep, &received));
  EXPECT_EQ(received.step, first + 3);
  EXPECT_THAT(received.waiting_for, ElementsAre("pilot"));
  client.Done("pilot", first + 6);
  served.Turn(2);
  ASSERT_THAT(client.refusals(), SizeIs(1));
  EXPECT_THAT(client.refusals()[0], HasSubstr("is due at step"));
  sm::UnregisterLockstep::Request leave;
  leave.name = "pilot";
  EXPECT_TRUE(served.Call<sm::UnregisterLockstep>("/surefoot/lockstep/unregister", leave).success);
  served.Turn(5);
  EXPECT_GT(served.simulation().step_count(), first + 5);
}

TEST(LockstepServerTest, RefusesBadRegistrations) {
  Served served("flat");
  EXPECT_THAT(Register(&served, Registration("")).message, HasSubstr("needs a name"));
  EXPECT_THAT(Register(&served, Registration("a", 0.0015)).message, HasSubstr("whole number"));
  EXPECT_THAT(Register(&served, Registration("a", -1.0)).message, HasSubstr("period"));
  EXPECT_THAT(Register(&served, Registration("a", 0.0, "later")).message,
              HasSubstr("stop, hold, drop"));
  EXPECT_THAT(Register(&served, Registration("a", 0.0, "stop", NAN)).message, HasSubstr("timeout"));
  EXPECT_TRUE(Register(&served, Registration("a")).success);
  EXPECT_THAT(Register(&served, Registration("a"), 1).message, HasSubstr("by one:1"));
}

TEST(LockstepServerTest, TimeoutsFollowTheirPolicy) {
  Served served("flat", Served::Playing());
  ASSERT_TRUE(Register(&served, Registration("held", 0.0, "hold", 0.02)).success);
  const std::int64_t first = served.simulation().step_count();
  while (served.simulation().step_count() < first + 2) served.Turn();
  EXPECT_EQ(served.run().mode(), Run::Mode::kPlaying);
  ASSERT_TRUE(Register(&served, Registration("dropped", 0.0, "drop", 0.02), 1).success);
  while (served.server().time().lockstep.size() > 1) served.Turn();
  ASSERT_TRUE(Register(&served, Registration("strict", 0.0, "stop", 0.02), 1).success);
  while (served.run().mode() == Run::Mode::kPlaying) served.Turn();
  EXPECT_EQ(served.run().mode(), Run::Mode::kPaused);
}

TEST(LockstepServerTest, LeavingFollowsThePolicy) {
  Served served("flat", Served::Playing());
  ASSERT_TRUE(Register(&served, Registration("held", 0.0, "hold")).success);
  ASSERT_TRUE(Register(&served, Registration("strict", 0.0, "stop"), 1).success);
  served.client(0).bridge().ClientLeft(served.client(0).name());
  served.Turn();
  EXPECT_EQ(served.run().mode(), Run::Mode::kPlaying);
  served.client(1).bridge().ClientLeft(served.client(1).name());
  served.Turn();
  EXPECT_EQ(served.run().mode(), Run::Mode::kPaused);
}

/// Steers by its odometry on its own thread, with a delay on request.
void Steer(Client* client, const std::string& robot, std::int64_t from, std::int64_t until,
           int slow_us) {
  const std::string odom = "/" + robot + "/husky_velocity_controller/odom";
  std::int64_t at = from;
  while (true) {
    Odometry odometry;
    client->Last(odom, &odometry);
    client->Publish("/" + robot + "/cmd_vel",
                    Ahead(0.5, 0.3 - 0.2 * odometry.pose.pose.orientation.z -
                                   0.1 * odometry.pose.pose.position.x));
    if (slow_us > 0) std::this_thread::sleep_for(std::chrono::microseconds(slow_us));
    if (at >= until) return;
    client->Done(robot, at);
    at += 10;
    sm::LockstepStep received;
    while (!(client->Last(kStep, &received) && received.step >= at)) std::this_thread::yield();
  }
}

/// The hash after some steps with two remote controllers.
std::uint64_t HashWith(int slow_one_us, int slow_two_us) {
  Served served("worlds/five_huskies.sdf", Served::Playing());
  std::vector<std::string> robots;
  for (const world::ModelInstance& model : served.simulation().world().spec().models) {
    if (!model.model->is_static) robots.push_back(model.name);
  }
  constexpr std::int64_t kSteps = 300;
  // Both register before the first step, in either order.
  served.run().set_mode(Run::Mode::kPaused);
  EXPECT_TRUE(Register(&served, Registration(robots[0], 0.01), 0).success);
  EXPECT_TRUE(Register(&served, Registration(robots[1], 0.01), 1).success);
  for (int i = 0; i < 2; ++i) {
    served.client(i).bridge().Subscribe(kStep);
    served.client(i).bridge().Subscribe("/" + robots[static_cast<std::size_t>(i)] +
                                        "/husky_velocity_controller/odom");
  }
  served.Turn();
  served.run().set_mode(Run::Mode::kPlaying);
  std::thread server([&] { served.server().Run(); });
  std::thread one([&] { Steer(&served.client(0), robots[0], 0, kSteps, slow_one_us); });
  std::thread two([&] { Steer(&served.client(1), robots[1], 0, kSteps, slow_two_us); });
  one.join();
  two.join();
  served.server().Stop();
  server.join();
  EXPECT_EQ(served.simulation().step_count(), kSteps);
  EXPECT_THAT(served.client(0).refusals(), IsEmpty());
  const int first = served.simulation().world().FindModel(robots[0]);
  EXPECT_GT(served.simulation().ModelVelocity(first).v.norm(), 0.1);
  return served.simulation().hash();
}

TEST(LockstepServerTest, ARunDoesNotDependOnWhoIsFaster) {
  const std::uint64_t hash = HashWith(0, 0);
  EXPECT_EQ(HashWith(700, 0), hash);
  EXPECT_EQ(HashWith(0, 900), hash);
}

TEST(ClaimsTest, TheFirstOneDrives) {
  Served served("flat");
  Client& first = served.client(0);
  Client& second = served.client(1);
  first.Publish("/husky/cmd_vel", Ahead(0.5));
  served.Turn();
  second.Publish("/husky/cmd_vel", Ahead(-0.5));
  second.Publish("/chat", msgs::geometry_msgs::Vector3());
  served.Turn();
  EXPECT_THAT(first.refusals(), IsEmpty());
  ASSERT_THAT(second.refusals(), SizeIs(1));
  EXPECT_THAT(second.refusals()[0], HasSubstr("one:1 has control of husky"));
  served.Call<msgs::std_srvs::Trigger>("/surefoot/release", {}, 0);
  second.Publish("/husky/cmd_vel", Ahead(-0.5));
  served.Turn();
  EXPECT_THAT(second.refusals(), SizeIs(1));
  first.Publish("/husky/cmd_vel", Ahead(0.5));
  served.Turn();
  EXPECT_THAT(first.refusals(), SizeIs(1));
  second.bridge().ClientLeft(second.name());
  served.Turn();
  first.Publish("/husky/cmd_vel", Ahead(0.5));
  served.Turn();
  EXPECT_THAT(first.refusals(), SizeIs(1));
}

TEST(ClaimsTest, SharedRobotsAreEverybodys) {
  ServerOptions options = Served::Paused();
  options.shared = true;
  Served served("flat", options);
  served.client(0).Publish("/husky/cmd_vel", Ahead(0.5));
  served.client(1).Publish("/husky/cmd_vel", Ahead(0.5));
  served.Turn();
  EXPECT_THAT(served.client(1).refusals(), IsEmpty());
}

TEST(ClaimsTest, VelocitiesMayBeStamped) {
  Served served("flat");
  TwistStamped stamped;
  stamped.twist.linear.x = -0.5;
  for (int i = 0; i < 10; ++i) {
    served.client().Publish("/husky/cmd_vel", stamped);
    served.Step(100);
  }
  EXPECT_THAT(served.client().refusals(), IsEmpty());
  const int husky = served.simulation().world().FindModel("husky");
  EXPECT_LT(served.simulation().ModelVelocity(husky).v.x(), -0.3);
  served.client().Publish("/husky/cmd_vel", msgs::geometry_msgs::Point());
  served.Turn();
  ASSERT_THAT(served.client().refusals(), SizeIs(1));
  EXPECT_THAT(served.client().refusals()[0], HasSubstr("geometry_msgs/msg/Twist, not"));
}

TEST(DemoTest, DrivesUntilAClientDoes) {
  ServerOptions options = Served::Paused();
  options.demo = true;
  Served served("flat", options);
  const int husky = served.simulation().world().FindModel("husky");
  const Vector3d start = served.simulation().ModelPose(husky).p;
  served.Step(4000);
  EXPECT_GT(served.simulation().ModelVelocity(husky).w.z(), 0.1);
  // The robot returns to its start and stays near it.
  double furthest = 0.0;
  double nearest = 1e9;
  for (int i = 0; i < 80; ++i) {
    served.Step(500);
    const double away = (served.simulation().ModelPose(husky).p - start).norm();
    furthest = std::max(furthest, away);
    nearest = std::min(nearest, away);
  }
  EXPECT_GT(furthest, 2.0);
  EXPECT_LT(furthest, 4.0);
  EXPECT_LT(nearest, 0.5);
  for (int i = 0; i < 10; ++i) {
    served.client().Publish("/husky/cmd_vel", Ahead(-0.4));
    served.Step(100);
  }
  EXPECT_LT(served.simulation().ModelVelocity(husky).v.norm(), 0.6);
  EXPECT_NEAR(served.simulation().ModelVelocity(husky).w.z(), 0.0, 0.05);
}

}  // namespace
}  // namespace surefoot::serve::test
