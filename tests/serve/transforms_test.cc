// What clients may do to the frames of robots, and to the names of their topics.

#include <gmock/gmock.h>

#include <algorithm>

#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/simulation_interfaces.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace si = msgs::simulation_interfaces;
using msgs::tf2_msgs::TFMessage;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

TFMessage Transform(const std::string& parent, const std::string& child, double x = 0.0) {
  TFMessage message;
  message.transforms.resize(1);
  message.transforms[0].header.frame_id = parent;
  message.transforms[0].child_frame_id = child;
  message.transforms[0].transform.translation.x = x;
  message.transforms[0].transform.rotation.w = 1.0;
  return message;
}

std::vector<std::string> Children(const TFMessage& message) {
  std::vector<std::string> names;
  for (const auto& one : message.transforms) names.push_back(one.child_frame_id);
  return names;
}

/// The x of a frame's transform; NaN if it is not in the message.
double XOf(const TFMessage& message, const std::string& child) {
  for (const auto& one : message.transforms) {
    if (one.child_frame_id == child) return one.transform.translation.x;
  }
  return NAN;
}

/// A frame of the Husky that the server publishes as static.
constexpr const char* kFixed = "husky/imu_link";

class TransformsTest : public testing::Test {
 protected:
  TransformsTest() {
    for (int i : {0, 1}) served_.client(i).role = graph::Role::kDriver;
  }
  /// The last message of a latched topic, as a subscriber that comes now receives it.
  TFMessage Late() {
    TFMessage message;
    const graph::Subscription subscription = served_.run().graph().Subscribe(
        "/tf_static",
        [&](const graph::Delivery& delivery) { message = *delivery.As<TFMessage>(); });
    return message;
  }
  void Drive(int client) {
    served_.client(client).Publish("/husky/cmd_vel", msgs::geometry_msgs::TwistStamped());
    served_.Turn();
    ASSERT_THAT(served_.client(client).refusals(), SizeIs(0));
  }

  Served served_{"flat", FastPaused()};

 private:
  static ServerOptions FastPaused() {
    ServerOptions options = Served::Paused();
    options.idle = std::chrono::milliseconds(1);
    return options;
  }
};

TEST_F(TransformsTest, StaticOnesOfClientsAreKeptBesideTheWorlds) {
  const TFMessage before = Late();
  ASSERT_THAT(Children(before), Contains(kFixed));
  served_.client(0).Publish("/tf_static", Transform("husky/base_link", "husky/gripper", 0.5));
  served_.client(1).Publish("/tf_static", Transform("map", "marker", 1.0));
  served_.Turn(2);
  const TFMessage both = Late();
  EXPECT_THAT(Children(both), SizeIs(before.transforms.size() + 2));
  EXPECT_EQ(XOf(both, kFixed), XOf(before, kFixed));
  EXPECT_EQ(XOf(both, "husky/gripper"), 0.5);
  EXPECT_EQ(XOf(both, "marker"), 1.0);
  // The later one of a frame counts.
  served_.client(0).Publish("/tf_static", Transform("map", "marker", 2.0));
  served_.Turn();
  EXPECT_EQ(XOf(Late(), "marker"), 2.0);
  // An edit publishes the transforms of the world again.
  si::SpawnEntityService::Request spawn;
  spawn.name = "other";
  spawn.uri = "model://husky";
  spawn.initial_pose.pose.position.x = 5.0;
  const auto spawned = served_.Call<si::SpawnEntityService>("/spawn_entity", spawn);
  ASSERT_EQ(spawned.result.result, si::Result::RESULT_OK) << spawned.result.error_message;
  served_.client(0).role = graph::Role::kOwner;
  served_.Step(1);
  EXPECT_THAT(Children(Late()), Contains("other/imu_link"));
  EXPECT_EQ(XOf(Late(), "marker"), 2.0);
  EXPECT_THAT(served_.client(0).refusals(), SizeIs(0));
}

TEST_F(TransformsTest, StaticFramesOfTheWorldKeepTheirTransforms) {
  const double x = XOf(Late(), kFixed);
  TFMessage message = Transform("husky/base_link", kFixed, x + 9.0);
  message.transforms.push_back(Transform("map", "marker", 1.0).transforms[0]);
  served_.client(0).Publish("/tf_static", message);
  served_.client(1).Publish("/tf_static", Transform("map", "/husky/base_link"));
  served_.Turn(2);
  EXPECT_EQ(XOf(Late(), kFixed), x);
  EXPECT_EQ(XOf(Late(), "marker"), 1.0) << "the rest of the message is accepted";
  EXPECT_THAT(served_.client(0).refusals(), Contains(HasSubstr("the simulator publishes it")));
  EXPECT_THAT(served_.client(1).refusals(), Contains(HasSubstr("the simulator publishes it")));
  EXPECT_THAT(Children(Late()), Not(Contains("/husky/base_link")));
}

TEST_F(TransformsTest, FramesOfOthersRobotsAreRefused) {
  Drive(0);
  served_.client().bridge().Subscribe("/tf");
  served_.client(1).Publish("/tf_static", Transform("husky/base_link", "husky/gripper", 0.5));
  served_.client(1).Publish("/tf", Transform("map", "husky/base_link", 7.0));
  served_.client(1).Publish("/tf", Transform("map", "/husky/odom", 7.0));
  served_.Turn(3);
  EXPECT_THAT(served_.client(1).refusals(), SizeIs(3));
  EXPECT_THAT(served_.client(1).refusals()[1],
              HasSubstr("the transform of the frame 'husky/base_link' is refused: one:1 has "
                        "control of husky"));
  EXPECT_THAT(Children(Late()), Not(Contains("husky/gripper")));
  // The server does not yield the pose of the base to that client.
  served_.client(0).role = graph::Role::kOwner;
  served_.Step(100);
  TFMessage message;
  ASSERT_TRUE(served_.client().Last("/tf", &message));
  EXPECT_THAT(Children(message), Contains("husky/base_link"));
  EXPECT_NE(XOf(message, "husky/base_link"), 7.0);
  // The client that drives it may place it.
  served_.client(0).Publish("/tf", Transform("map", "husky/base_link", 7.0));
  served_.Step(100);
  ASSERT_TRUE(served_.client().Last("/tf", &message));
  EXPECT_THAT(Children(message), Not(Contains("husky/base_link")));
  EXPECT_THAT(served_.client(0).refusals(), SizeIs(0));
}

TEST_F(TransformsTest, StaticOnesOfClientsAreLimited) {
  TFMessage many;
  for (int i = 0; i < 1001; ++i) {
    many.transforms.push_back(Transform("map", "f" + std::to_string(i)).transforms[0]);
  }
  served_.client().Publish("/tf_static", many);
  served_.client().Publish("/tf_static", Transform("map", std::string(300, 'x')));
  served_.Turn(2);
  ASSERT_THAT(served_.client().refusals(), SizeIs(2));
  EXPECT_THAT(served_.client().refusals()[0], HasSubstr("at most 1000 static transforms"));
  EXPECT_THAT(served_.client().refusals()[1], HasSubstr("at most 256 characters"));
}

/// A driver takes names of a robot that does not exist yet, with other types.
TEST_F(TransformsTest, NamesOfLaterRobotsCannotBeTaken) {
  // The last one is an alias.
  const char* names[] = {"/new/imu/data", "/new/cmd_vel", "/new/husky_velocity_controller/odom",
                         "/new/platform/odom"};
  std::uint64_t id = 100;
  for (const char* name : names) {
    served_.client(0).bridge().Advertise(
        ++id, name, msgs::std_msgs::String::type(),
        {.latched = true, .reliable = true, .open = true, .of_client = true},
        served_.client(0).caller());
    served_.client(0).Publish(name, msgs::std_msgs::String{.data = "mine"});
  }
  served_.Turn(2);
  ASSERT_EQ(served_.run().graph().FindTopic("/new/imu/data")->type,
            &msgs::std_msgs::String::type());
  si::SpawnEntityService::Request spawn;
  spawn.name = "new";
  spawn.uri = "model://husky";
  spawn.initial_pose.pose.position.x = 5.0;
  const auto spawned = served_.Call<si::SpawnEntityService>("/spawn_entity", spawn, 1);
  ASSERT_EQ(spawned.result.result, si::Result::RESULT_OK) << spawned.result.error_message;
  for (const char* name : names) {
    const graph::Topic* topic = served_.run().graph().FindTopic(name);
    ASSERT_NE(topic, nullptr) << name;
    const std::string same = std::string("/husky") + (name + 4);
    const graph::Topic* of_husky = served_.run().graph().FindTopic(same);
    ASSERT_NE(of_husky, nullptr) << same;
    EXPECT_EQ(topic->type, of_husky->type) << name;
  }
  served_.client(0).Publish("/new/imu/data", msgs::std_msgs::String{.data = "mine"});
  served_.Turn();
  EXPECT_THAT(served_.client(0).refusals(), SizeIs(1));
}

}  // namespace
}  // namespace surefoot::serve::test
