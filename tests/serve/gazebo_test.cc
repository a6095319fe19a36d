// The services and topics of Gazebo, compared with those of simulation_interfaces.

#include <gmock/gmock.h>

#include <algorithm>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/gazebo_msgs.h"
#include "surefoot/msgs/std_srvs.h"
#include "tests/serve/served.h"

namespace surefoot::serve::test {
namespace {

namespace gz = msgs::gazebo_msgs;
namespace si = msgs::simulation_interfaces;
using msgs::std_srvs::Empty;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kBox =
    "<sdf version='1.9'><model name='crate'><link name='body'>"
    "<inertial><mass>1</mass></inertial><collision name='c'><geometry><box><size>1 1 1</size></box>"
    "</geometry></collision></link></model></sdf>";

gz::SpawnModel::Response Spawn(Served* served, const std::string& name, const Vector3d& p,
                               const std::string& frame = "", const std::string& space = "") {
  gz::SpawnModel::Request request;
  request.model_name = name;
  request.model_xml = kBox;
  request.robot_namespace = space;
  request.initial_pose = msgs::ToPose(RigidTransform(p));
  request.reference_frame = frame;
  return served->Call<gz::SpawnModel>("/gazebo/spawn_sdf_model", request);
}

gz::GetModelState::Response StateOf(Served* served, const std::string& name,
                                    const std::string& frame) {
  return served->Call<gz::GetModelState>("/gazebo/get_model_state",
                                         {.model_name = name, .relative_entity_name = frame});
}

TEST(GazeboTest, ModelsAreSpawnedMovedAndDeleted) {
  Served served("flat");
  EXPECT_TRUE(Spawn(&served, "a", {4.0, 5.0, 0.5}).success);
  const auto again = Spawn(&served, "a", {0.0, 0.0, 3.0});
  EXPECT_FALSE(again.success);
  EXPECT_THAT(again.status_message, HasSubstr("SpawnModel: an entity 'a' exists already"));
  EXPECT_TRUE(Spawn(&served, "b", {0.0, 2.0, 0.0}, "a", "/").success);
  EXPECT_TRUE(Spawn(&served, "c", {9.0, 9.0, 0.5}, "map", "/c").success);
  EXPECT_THAT(Spawn(&served, "d", {0.0, 0.0, 3.0}, "", "/other").status_message,
              HasSubstr("namespace"));
  EXPECT_FALSE(Spawn(&served, "d", {0.0, 0.0, 3.0}, "nobody").success);
  EXPECT_NEAR(StateOf(&served, "b", "").pose.position.y, 7.0, 1e-9);
  EXPECT_NEAR(StateOf(&served, "b", "a::body").pose.position.y, 2.0, 1e-9);
  EXPECT_NEAR(StateOf(&served, "a", "b").pose.position.y, -2.0, 1e-9);

  gz::SetModelState::Request set;
  set.model_state.model_name = "b";
  set.model_state.reference_frame = "a";
  set.model_state.pose = msgs::ToPose(RigidTransform(Vector3d(0.0, 3.0, 0.0)));
  set.model_state.twist.linear.x = 0.25;
  EXPECT_TRUE(served.Call<gz::SetModelState>("/gazebo/set_model_state", set).success);
  EXPECT_NEAR(StateOf(&served, "b", "world").pose.position.y, 8.0, 1e-9);
  EXPECT_NEAR(StateOf(&served, "b", "world").twist.linear.x, 0.25, 1e-9);
  set.model_state.reference_frame = "nobody";
  EXPECT_FALSE(served.Call<gz::SetModelState>("/gazebo/set_model_state", set).success);

  const gz::DeleteModel::Request remove{.model_name = "b"};
  EXPECT_TRUE(served.Call<gz::DeleteModel>("/gazebo/delete_model", remove).success);
  EXPECT_FALSE(served.Call<gz::DeleteModel>("/gazebo/delete_model", remove).success);
  EXPECT_EQ(StateOf(&served, "b", "").status_message, "GetModelState: model does not exist");
  EXPECT_THAT(StateOf(&served, "a", "b").status_message, HasSubstr("not found"));
}

// A frame that turns: velocities are differences in the world, turned into the frame.
TEST(GazeboTest, VelocitiesAreThoseOfGazebo) {
  Served served("flat");
  ASSERT_TRUE(Spawn(&served, "a", {4.0, 5.0, 5.0}).success);
  ASSERT_TRUE(Spawn(&served, "b", {4.0, 8.0, 5.0}).success);
  const auto set = [&](const std::string& name, double turn, const Vector3d& v, double spin) {
    gz::SetModelState::Request request;
    request.model_state.model_name = name;
    request.model_state.pose = StateOf(&served, name, "").pose;
    request.model_state.pose.orientation = msgs::ToQuaternion(QuaternionFromRpy(0.0, 0.0, turn));
    request.model_state.twist.linear = msgs::ToVector3(v);
    request.model_state.twist.angular.z = spin;
    ASSERT_TRUE(served.Call<gz::SetModelState>("/gazebo/set_model_state", request).success);
  };
  set("a", M_PI_2, {1.0, 0.0, 0.0}, 0.5);
  set("b", 0.0, {0.0, 2.0, 0.0}, 0.25);
  const auto state = StateOf(&served, "b", "a");
  ASSERT_TRUE(state.success);
  // b is 3 m in y of the world, which is x of a.
  EXPECT_NEAR(state.pose.position.x, 3.0, 1e-9);
  EXPECT_NEAR(state.pose.position.y, 0.0, 1e-9);
  EXPECT_NEAR(state.twist.linear.x, 2.0, 1e-9);
  EXPECT_NEAR(state.twist.linear.y, 1.0, 1e-9);
  EXPECT_NEAR(state.twist.angular.z, -0.25, 1e-9);
  const auto link = served.Call<gz::GetLinkState>("/gazebo/get_link_state",
                                                  {.link_name = "b::body", .reference_frame = "a"});
  EXPECT_EQ(link.link_state.pose, state.pose);
  EXPECT_NEAR(link.link_state.twist.linear.x, 2.0, 1e-9);
}

TEST(GazeboTest, Properties) {
  Served served("flat");
  ASSERT_TRUE(Spawn(&served, "a", {4.0, 5.0, 0.5}).success);
  served.Step(5);
  const auto world = served.Call<gz::GetWorldProperties>("/gazebo/get_world_properties");
  EXPECT_TRUE(world.success);
  EXPECT_DOUBLE_EQ(world.sim_time, ToSeconds(served.simulation().time_ns()));
  EXPECT_EQ(world.model_names, served.Call<si::GetEntities>("/get_entities").entities);
  const auto model =
      served.Call<gz::GetModelProperties>("/gazebo/get_model_properties", {.model_name = "a"});
  EXPECT_TRUE(model.success);
  EXPECT_THAT(model.body_names, ElementsAre("body"));
  EXPECT_THAT(model.geom_names, ElementsAre("c"));
  EXPECT_EQ(model.canonical_body_name, "body");
  EXPECT_FALSE(model.is_static);
  EXPECT_FALSE(
      served.Call<gz::GetModelProperties>("/gazebo/get_model_properties", {.model_name = "nobody"})
          .success);
}

TEST(GazeboTest, JointsAreRead) {
  Served served("flat");
  served.Step(200);
  using Joint = gz::GetJointProperties;
  const auto wheel =
      served.Call<Joint>("/gazebo/get_joint_properties", {.joint_name = "husky::front_left_wheel"});
  ASSERT_TRUE(wheel.success) << wheel.status_message;
  EXPECT_EQ(wheel.type_, Joint::Response::REVOLUTE);
  EXPECT_THAT(wheel.damping, ElementsAre(0.1));
  const int id = served.simulation().world().FindJoint("husky::front_left_wheel");
  const auto& layout = served.simulation().world().joint(id);
  // The Husky of this world drives, so its wheels turn.
  EXPECT_GT(wheel.rate.at(0), 0.1);
  EXPECT_THAT(wheel.position,
              ElementsAre(served.simulation().state().q.at(static_cast<std::size_t>(layout.q))));
  EXPECT_THAT(wheel.rate,
              ElementsAre(served.simulation().state().v.at(static_cast<std::size_t>(layout.v))));
  const auto alone =
      served.Call<Joint>("/gazebo/get_joint_properties", {.joint_name = "front_left_wheel"});
  EXPECT_EQ(alone.position, wheel.position);
  const auto none = served.Call<Joint>("/gazebo/get_joint_properties", {.joint_name = "nobody"});
  EXPECT_FALSE(none.success);
  EXPECT_THAT(none.status_message, HasSubstr("joint not found"));
}

TEST(GazeboTest, TimeStopsGoesOnAndIsReset) {
  Served served("flat", Served::Playing());
  ASSERT_TRUE(Spawn(&served, "a", {4.0, 5.0, 0.5}).success);
  for (int i = 0; i < 2; ++i) {
    served.Call<Empty>("/gazebo/pause_physics");
    EXPECT_EQ(served.run().mode(), Run::Mode::kPaused);
  }
  const SimTimeNs paused_ns = served.simulation().time_ns();
  ASSERT_GT(paused_ns, 0);
  gz::SetModelState::Request set;
  set.model_state.model_name = "a";
  set.model_state.pose = msgs::ToPose(RigidTransform(Vector3d(1.0, 1.0, 0.5)));
  ASSERT_TRUE(served.Call<gz::SetModelState>("/gazebo/set_model_state", set).success);
  // The time stays, the models go back, and those that were added stay.
  served.Call<Empty>("/gazebo/reset_world");
  EXPECT_EQ(served.simulation().time_ns(), paused_ns);
  EXPECT_TRUE(StateOf(&served, "a", "").success);
  EXPECT_NEAR(StateOf(&served, "a", "").pose.position.x, 4.0, 1e-9);
  served.Call<Empty>("/gazebo/reset_simulation");
  EXPECT_EQ(served.simulation().time_ns(), 0);
  EXPECT_TRUE(StateOf(&served, "a", "").success);
  served.Call<Empty>("/gazebo/unpause_physics");
  EXPECT_EQ(served.run().mode(), Run::Mode::kPlaying);
}

TEST(GazeboTest, WithoutAWorld) {
  Served served("");
  Client& client = served.client();
  const auto id = client.Call<Empty>("/gazebo/pause_physics", {});
  while (client.answers.count(id) == 0) {
    served.Turn();
    client.Look();
  }
  EXPECT_FALSE(client.answers.at(id).ok());
  EXPECT_FALSE(served.Call<gz::GetWorldProperties>("/gazebo/get_world_properties").success);
  EXPECT_FALSE(Spawn(&served, "a", Vector3d::Zero()).success);
}

TEST(GazeboTest, StatesArePublishedOnlyToThoseWhoAskForThem) {
  Served served("flat");
  served.Step(100);
  Client& client = served.client();
  client.Look();
  EXPECT_EQ(client.count("/gazebo/model_states"), 0);
  client.bridge().Subscribe("/gazebo/model_states");
  client.bridge().Subscribe("/gazebo/link_states");
  served.Turn();
  served.Step(100);
  gz::ModelStates models;
  gz::LinkStates links;
  ASSERT_TRUE(client.Last("/gazebo/model_states", &models));
  ASSERT_TRUE(client.Last("/gazebo/link_states", &links));
  EXPECT_EQ(models.name, served.Call<si::GetEntities>("/get_entities").entities);
  ASSERT_EQ(models.pose.size(), models.name.size());
  const auto husky = std::find(models.name.begin(), models.name.end(), "husky");
  ASSERT_NE(husky, models.name.end());
  // Each hundredth of a simulated second, and after the last step.
  EXPECT_EQ(models.pose[static_cast<std::size_t>(husky - models.name.begin())],
            StateOf(&served, "husky", "").pose);
  EXPECT_THAT(links.name, Contains("husky::base_link"));
  EXPECT_GE(client.count("/gazebo/model_states"), 10);
}

}  // namespace
}  // namespace surefoot::serve::test
