// The controller managers of robots and the actions of their controllers, as clients use them.

#include <gmock/gmock.h>

#include <algorithm>

#include "surefoot/base/test/temp_folder.h"
#include "surefoot/msgs/control_msgs.h"
#include "surefoot/msgs/controller_manager_msgs.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "tests/serve/served.h"
#include "tests/source_dir.h"

namespace surefoot::serve::test {
namespace {

namespace cm = msgs::controller_manager_msgs;
using msgs::control_msgs::FollowJointTrajectory;
using msgs::sensor_msgs::JointState;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kArm = SUREFOOT_SOURCE_DIR "/examples/06_ros2_control/arm.urdf";
constexpr const char* kFollow = "/arm/arm_controller/follow_joint_trajectory";

class RosControl : public testing::Test {
 protected:
  void Open(const std::string& world, ServerOptions options = Served::Paused()) {
    served_ = std::make_unique<Served>(world, options);
  }
  const sim::Simulation& simulation() { return served_->simulation(); }

  template <typename S>
  typename S::Response Manage(const std::string& service, const typename S::Request& request = {},
                              int client = 0) {
    return served_->Call<S>("/" + robot_ + "/controller_manager/" + service, request, client);
  }
  bool Load(const std::string& name) {
    return Manage<cm::LoadController>("load_controller", {.name = name}).ok;
  }
  bool Configure(const std::string& name) {
    return Manage<cm::ConfigureController>("configure_controller", {.name = name}).ok;
  }
  bool Unload(const std::string& name) {
    return Manage<cm::UnloadController>("unload_controller", {.name = name}).ok;
  }
  cm::SwitchController::Response Switch(std::vector<std::string> activate,
                                        std::vector<std::string> deactivate, int client = 0) {
    cm::SwitchController::Request request;
    request.activate_controllers = std::move(activate);
    request.deactivate_controllers = std::move(deactivate);
    request.strictness = cm::SwitchController::Request::STRICT;
    return Manage<cm::SwitchController>("switch_controller", request, client);
  }

  /// "name type state" of each.
  std::vector<std::string> List() {
    std::vector<std::string> lines;
    for (const auto& one : Manage<cm::ListControllers>("list_controllers").controller) {
      lines.push_back(one.name + " " + one.type_ + " " + one.state);
    }
    return lines;
  }

  double Joint(const std::string& name) {
    return served_->run().session()->JointPosition(robot_ + "::" + name).value();
  }

  static FollowJointTrajectory::Goal GoalTo(const std::vector<double>& positions, int seconds) {
    FollowJointTrajectory::Goal goal;
    goal.trajectory.joint_names = {"shoulder", "elbow", "wrist"};
    goal.trajectory.points.resize(1);
    goal.trajectory.points[0].positions = positions;
    goal.trajectory.points[0].velocities = {0.0, 0.0, 0.0};
    goal.trajectory.points[0].time_from_start.sec = seconds;
    return goal;
  }
  void Send(const FollowJointTrajectory::Goal& goal, int client = 0) {
    Client& sender = served_->client(client);
    sender.bridge().SendGoal(++goal_, kFollow, Cdr(goal), sender.caller());
    served_->Turn(2);
    sender.Look();
  }
  /// The end of the only goal that has ended since the last call.
  std::pair<graph::GoalEnd, FollowJointTrajectory::Result> TakeEnd() {
    Client& client = served_->client();
    client.Look();
    std::pair<graph::GoalEnd, FollowJointTrajectory::Result> end{};
    if (client.ends.size() != 1) {
      ADD_FAILURE() << client.ends.size() << " goals have ended";
      return end;
    }
    end.first = client.ends[0].first;
    EXPECT_TRUE(msgs::Decode(client.ends[0].second, &end.second));
    client.ends.clear();
    return end;
  }

  std::unique_ptr<Served> served_;
  std::string robot_ = "arm";
  std::uint64_t goal_ = 1000;
};

TEST_F(RosControl, ListsTheControllersOfTheHusky) {
  Open("husky_lab");
  robot_ = "husky";
  EXPECT_THAT(List(),
              ElementsAre("husky_velocity_controller diff_drive_controller/DiffDriveController "
                          "active",
                          "joint_state_broadcaster "
                          "joint_state_broadcaster/JointStateBroadcaster active"));
  const auto controllers = Manage<cm::ListControllers>("list_controllers").controller;
  EXPECT_THAT(controllers[0].claimed_interfaces,
              ElementsAre("front_left_wheel/velocity", "rear_left_wheel/velocity",
                          "front_right_wheel/velocity", "rear_right_wheel/velocity"));
  EXPECT_EQ(controllers[0].update_rate, 1000);
  const auto types = Manage<cm::ListControllerTypes>("list_controller_types");
  EXPECT_THAT(types.types, testing::Contains("diff_drive_controller/DiffDriveController"));
  EXPECT_EQ(types.types.size(), types.base_classes.size());
}

TEST_F(RosControl, TheHuskyStopsWithoutItsController) {
  Open("husky_lab");
  robot_ = "husky";
  Client& driver = served_->client();
  const auto wheel = [&] {
    return served_->run().session()->JointVelocity("husky::front_left_wheel").value();
  };
  const auto drive = [&](int times) {
    for (int i = 0; i < times; ++i) {
      msgs::geometry_msgs::Twist twist;
      twist.linear.x = 0.5;
      driver.Publish("/husky/cmd_vel", twist);
      served_->Turn();
      served_->Step(100);
    }
  };
  driver.bridge().Subscribe("/husky/husky_velocity_controller/odom");
  drive(10);
  EXPECT_GT(wheel(), 2.0);
  ASSERT_TRUE(Switch({}, {"husky_velocity_controller"}).ok);
  driver.Look();
  const int odometry = driver.count("/husky/husky_velocity_controller/odom");
  EXPECT_GT(odometry, 40);
  drive(10);
  EXPECT_NEAR(wheel(), 0.0, 1e-3);
  driver.Look();
  EXPECT_LE(driver.count("/husky/husky_velocity_controller/odom"), odometry + 1)
      << "an inactive controller publishes nothing";
  EXPECT_THAT(List()[0], HasSubstr(" inactive"));
  // Commands that came meanwhile are void.
  ASSERT_TRUE(Switch({"husky_velocity_controller"}, {}).ok);
  served_->Step(100);
  EXPECT_NEAR(wheel(), 0.0, 1e-3);
  drive(10);
  EXPECT_GT(wheel(), 2.0);
}

TEST_F(RosControl, FollowsATrajectory) {
  Open(kArm);
  EXPECT_THAT(List(),
              ElementsAre(HasSubstr("arm_controller joint_trajectory_controller/"
                                    "JointTrajectoryController active"),
                          HasSubstr("forward_position_controller forward_command_controller/"
                                    "ForwardCommandController inactive"),
                          HasSubstr("joint_state_broadcaster")));
  EXPECT_NEAR(Joint("elbow"), 0.8, 1e-6);
  Send(GoalTo({0.2, -0.5, 1.0}, 1));
  served_->Step(500);
  EXPECT_THAT(served_->client().ends, IsEmpty());
  served_->Step(700);
  const auto [end, result] = TakeEnd();
  EXPECT_EQ(end, graph::GoalEnd::kSucceeded);
  EXPECT_EQ(result.error_code, FollowJointTrajectory::Result::SUCCESSFUL);
  EXPECT_NEAR(Joint("shoulder"), 0.2, 0.02);
  EXPECT_NEAR(Joint("elbow"), -0.5, 0.02);
  EXPECT_NEAR(Joint("wrist"), 1.0, 0.02);
  // At 20 Hz for 1 s.
  EXPECT_NEAR(static_cast<double>(served_->client().feedback.size()), 20.0, 2.0);
  FollowJointTrajectory::Feedback feedback;
  ASSERT_TRUE(msgs::Decode(served_->client().feedback[10], &feedback));
  EXPECT_THAT(feedback.joint_names, ElementsAre("shoulder", "elbow", "wrist"));
  EXPECT_NEAR(feedback.desired.positions[1], feedback.actual.positions[1], 0.05);
}

TEST_F(RosControl, RejectsGoals) {
  Open(kArm);
  auto goal = GoalTo({0.2, -0.5, 1.0}, 1);
  const auto refused = [&] {
    Send(goal);
    Client& client = served_->client();
    const bool one = client.ends.size() == 1 && client.ends[0].second.empty();
    client.ends.clear();
    return one;
  };
  goal.trajectory.joint_names[0] = "knee";
  EXPECT_TRUE(refused());
  goal = GoalTo({0.2, -0.5}, 1);
  EXPECT_TRUE(refused());
  goal = GoalTo({0.2, -0.5, 1.0}, 1);
  goal.trajectory.points[0].velocities[2] = 0.1;
  EXPECT_TRUE(refused()) << "it ends in motion";
  goal = GoalTo({0.2, -0.5, 1.0}, 1);
  goal.trajectory.points.clear();
  EXPECT_TRUE(refused());
  goal = GoalTo({0.2, -0.5, 1.0}, 1);
  goal.path_tolerance.resize(1);
  goal.path_tolerance[0].name = "knee";
  EXPECT_TRUE(refused());
  goal = GoalTo({0.2, -0.5, 1.0}, 1);
  goal.trajectory.joint_names.pop_back();
  goal.trajectory.points[0].positions.pop_back();
  goal.trajectory.points[0].velocities.pop_back();
  EXPECT_TRUE(refused()) << "allow_partial_joints_goal is false";
  ASSERT_TRUE(Switch({}, {"arm_controller"}).ok);
  goal = GoalTo({0.2, -0.5, 1.0}, 1);
  EXPECT_TRUE(refused()) << "the controller is inactive";
  EXPECT_NEAR(Joint("elbow"), 0.8, 1e-3);
}

TEST_F(RosControl, EndsGoalsThatFail) {
  Open(kArm);
  // Faster than the joints can move.
  auto goal = GoalTo({2.4, -2.4, -2.9}, 0);
  goal.trajectory.points[0].time_from_start.nanosec = 20'000'000;
  Send(goal);
  served_->Step(300);
  auto [end, result] = TakeEnd();
  EXPECT_EQ(end, graph::GoalEnd::kAborted);
  EXPECT_EQ(result.error_code, FollowJointTrajectory::Result::PATH_TOLERANCE_VIOLATED)
      << result.error_string;
  // The arm holds where it was.
  served_->Step(1000);
  const double held = Joint("elbow");
  EXPECT_GT(held, -2.3);
  served_->Step(500);
  EXPECT_NEAR(Joint("elbow"), held, 1e-3);
}

TEST_F(RosControl, GoalsAreCanceledAndPreempted) {
  Open(kArm);
  Send(GoalTo({0.0, 0.0, 0.0}, 4));
  served_->Step(1000);
  Send(GoalTo({0.4, 0.8, 0.5}, 2));
  auto [end, result] = TakeEnd();
  EXPECT_EQ(end, graph::GoalEnd::kCanceled);
  EXPECT_THAT(result.error_string, HasSubstr("new incoming action"));
  served_->Step(1000);
  served_->client().bridge().CancelGoal(goal_);
  served_->Turn(2);
  EXPECT_EQ(TakeEnd().first, graph::GoalEnd::kCanceled);
  served_->Step(300);
  const double held = Joint("wrist");
  EXPECT_GT(held, 0.05);
  EXPECT_LT(held, 0.45);
  served_->Step(1500);
  EXPECT_NEAR(Joint("wrist"), held, 1e-3);
  Send(GoalTo({0.0, 0.0, 0.0}, 4));
  served_->Step(100);
  ASSERT_TRUE(Switch({}, {"arm_controller"}).ok);
  served_->Step(1);
  std::tie(end, result) = TakeEnd();
  EXPECT_EQ(end, graph::GoalEnd::kCanceled);
  EXPECT_THAT(result.error_string, HasSubstr("deactivate"));
}

TEST_F(RosControl, SwitchesControllersOfTheSameJoints) {
  Open(kArm);
  const auto refused = Switch({"forward_position_controller"}, {});
  EXPECT_FALSE(refused.ok);
  EXPECT_THAT(refused.message, HasSubstr("'arm_controller' has claimed"));
  msgs::std_msgs::Float64MultiArray command;
  command.data = {0.1, 0.2, 0.3};
  served_->client().Publish("/arm/forward_position_controller/commands", command);
  served_->Turn();
  served_->Step(500);
  EXPECT_NEAR(Joint("elbow"), 0.8, 1e-3) << "it is inactive";
  const auto done = Switch({"forward_position_controller"}, {"arm_controller"});
  EXPECT_TRUE(done.ok) << done.message;
  served_->Step(500);
  EXPECT_NEAR(Joint("elbow"), 0.8, 1e-3) << "earlier commands are void";
  served_->client().Publish("/arm/forward_position_controller/commands", command);
  served_->Turn();
  served_->Step(1000);
  EXPECT_NEAR(Joint("elbow"), 0.2, 0.01);
  const auto interfaces = Manage<cm::ListHardwareInterfaces>("list_hardware_interfaces");
  ASSERT_EQ(interfaces.command_interfaces.size(), 3u);
  EXPECT_EQ(interfaces.command_interfaces[0].name, "elbow/position");
  EXPECT_TRUE(interfaces.command_interfaces[0].is_claimed);
  EXPECT_EQ(interfaces.state_interfaces.size(), 9u);
}

TEST_F(RosControl, WithoutABroadcasterThereAreNoJointStates) {
  Open(kArm);
  Client& client = served_->client();
  client.bridge().Subscribe("/arm/joint_states");
  served_->Step(1000);
  client.Look();
  EXPECT_GT(client.count("/arm/joint_states"), 40);
  ASSERT_TRUE(Switch({}, {"joint_state_broadcaster"}).ok);
  const int count = client.count("/arm/joint_states");
  served_->Step(1000);
  client.Look();
  EXPECT_EQ(client.count("/arm/joint_states"), count);
  ASSERT_TRUE(Switch({"joint_state_broadcaster"}, {}).ok);
  served_->Step(1000);
  client.Look();
  EXPECT_GT(client.count("/arm/joint_states"), count + 40);
}

// The calls of `ros2 run controller_manager spawner`, with the robot as after gz_ros2_control.
TEST_F(RosControl, SpawnersLoadControllers) {
  ServerOptions options = Served::Paused();
  options.wait_for_spawner = true;
  Open(kArm, options);
  EXPECT_THAT(List(), IsEmpty());
  EXPECT_FALSE(Switch({"arm_controller"}, {}).ok);
  EXPECT_FALSE(Configure("arm_controller"));
  EXPECT_FALSE(Load("leg_controller"));
  ASSERT_TRUE(Load("arm_controller"));
  EXPECT_FALSE(Load("arm_controller")) << "it is loaded already";
  EXPECT_THAT(List(), ElementsAre(HasSubstr("arm_controller")));
  EXPECT_FALSE(Switch({"arm_controller"}, {}).ok) << "it is not configured";
  ASSERT_TRUE(Configure("arm_controller"));
  ASSERT_TRUE(Switch({"arm_controller"}, {}).ok);
  EXPECT_FALSE(Configure("arm_controller")) << "it is active";
  EXPECT_FALSE(Unload("arm_controller"));
  Send(GoalTo({0.2, -0.5, 1.0}, 1));
  served_->Step(1200);
  EXPECT_EQ(TakeEnd().first, graph::GoalEnd::kSucceeded);
  ASSERT_TRUE(Switch({}, {"arm_controller"}).ok);
  ASSERT_TRUE(Unload("arm_controller"));
  EXPECT_THAT(List(), IsEmpty());
}

TEST_F(RosControl, SpawnersMayAskForWhatRuns) {
  Open(kArm);
  EXPECT_TRUE(Load("arm_controller"));
  EXPECT_TRUE(Configure("arm_controller"));
  EXPECT_TRUE(Switch({"arm_controller"}, {}).ok);
  EXPECT_FALSE(Switch({"arm_controller"}, {}).ok) << "now it is the client's";
}

TEST_F(RosControl, HardwareWithoutPowerIsInactive) {
  Open(kArm);
  auto components = Manage<cm::ListHardwareComponents>("list_hardware_components").component;
  ASSERT_EQ(components.size(), 1u);
  EXPECT_EQ(components[0].name, "ArmSystem");
  EXPECT_EQ(components[0].plugin_name, "gz_ros2_control/GazeboSimSystem");
  EXPECT_EQ(components[0].state.label, "active");
  EXPECT_EQ(components[0].command_interfaces.size(), 3u);
  cm::SetHardwareComponentState::Request request;
  request.name = "ArmSystem";
  request.target_state.label = "inactive";
  EXPECT_TRUE(Manage<cm::SetHardwareComponentState>("set_hardware_component_state", request).ok);
  served_->Step(1000);
  EXPECT_GT(std::abs(Joint("shoulder") - 0.4), 0.1) << "the arm falls";
  request.target_state.label = "finalized";
  request.target_state.id = 4;
  const auto refused =
      Manage<cm::SetHardwareComponentState>("set_hardware_component_state", request);
  EXPECT_FALSE(refused.ok);
  EXPECT_EQ(refused.state.label, "inactive");
  request.name = "LegSystem";
  request.target_state.label = "active";
  EXPECT_FALSE(Manage<cm::SetHardwareComponentState>("set_hardware_component_state", request).ok);
}

TEST_F(RosControl, RobotsOfOtherClientsAreLeftAlone) {
  Open(kArm);
  Send(GoalTo({0.2, -0.5, 1.0}, 1));
  EXPECT_FALSE(Switch({}, {"arm_controller"}, 1).ok);
  Client& other = served_->client(1);
  other.bridge().SendGoal(1, kFollow, Cdr(GoalTo({0.0, 0.0, 0.0}, 1)), other.caller());
  served_->Turn(2);
  other.Look();
  ASSERT_EQ(other.ends.size(), 1u);
  EXPECT_EQ(other.ends[0].first, graph::GoalEnd::kAborted);
  served_->Step(1200);
  EXPECT_EQ(TakeEnd().first, graph::GoalEnd::kSucceeded);
}

// States of controllers are part of the run: of its hash, its snapshots and its recording.
TEST_F(RosControl, ControllersAreStateOfTheRun) {
  Open(kArm);
  served_->Step(100);
  const std::uint64_t untouched = simulation().hash();
  const sim::Snapshot before = simulation().machine().Save();
  ASSERT_TRUE(Switch({"forward_position_controller"}, {"arm_controller"}).ok);
  served_->Step(100);
  const std::uint64_t switched = simulation().hash();
  const sim::Snapshot after = simulation().machine().Save();
  ASSERT_TRUE(served_->run().session()->Restore(before).ok());
  EXPECT_EQ(simulation().hash(), untouched);
  EXPECT_THAT(List()[0], HasSubstr("arm_controller"));
  EXPECT_THAT(List()[0], HasSubstr(" active"));
  served_->Step(100);
  EXPECT_NE(simulation().hash(), switched);
  ASSERT_TRUE(served_->run().session()->Restore(after).ok());
  EXPECT_EQ(simulation().hash(), switched);
  EXPECT_THAT(List()[0], HasSubstr(" inactive"));
  EXPECT_THAT(List()[1], HasSubstr(" active"));
}

TEST_F(RosControl, ARecordingRepeatsTheRun) {
  const TempFolder folder;
  const std::string file = folder.path() + "/run.mcap";
  ServerOptions options = Served::Paused();
  options.record = file;
  Open(kArm, options);
  Send(GoalTo({0.2, -0.5, 1.0}, 1));
  served_->Step(600);
  served_->client().bridge().CancelGoal(goal_);
  served_->Turn(2);
  served_->Step(100);
  ASSERT_TRUE(Switch({"forward_position_controller"}, {"arm_controller"}).ok);
  msgs::std_msgs::Float64MultiArray command;
  command.data = {0.1, 0.2, 0.3};
  served_->client().Publish("/arm/forward_position_controller/commands", command);
  served_->Turn();
  served_->Step(300);
  const std::int64_t steps = simulation().step_count();
  const std::uint64_t hash = simulation().hash();
  ASSERT_TRUE(served_->run().StopRecording(nullptr).ok());

  const auto again = Session::Open(BuiltinParts(), kArm);
  ASSERT_TRUE(again.ok());
  const auto plan = (*again)->Replay(file);
  ASSERT_TRUE(plan.ok()) << plan.error().message;
  ASSERT_TRUE((*again)->Step(steps).ok());
  EXPECT_EQ((*again)->simulation().hash(), hash);
}

// A client's description cannot name files of the server, so the owner gives the parameters.
TEST_F(RosControl, SpawnedRobotsHaveTheParametersOfTheOwner) {
  const TempFolder folder;
  const std::string file = folder.path() + "/run.mcap";
  ServerOptions options = Served::Paused();
  options.session.ros_parameters = SUREFOOT_SOURCE_DIR "/examples/06_ros2_control/controllers.yaml";
  options.record = file;
  Open("husky_lab", options);
  const RigidTransform X_WM(Vector3d(0.0, 5.0, 0.0));
  ASSERT_TRUE(served_->run().session()->Spawn(kArm, "arm", X_WM).ok());
  served_->Turn();
  EXPECT_THAT(List(),
              ElementsAre(HasSubstr("arm_controller"), HasSubstr("forward_position_controller"),
                          HasSubstr("joint_state_broadcaster")));
  ASSERT_TRUE(Switch({"forward_position_controller"}, {"arm_controller"}).ok);
  served_->Step(50);
  const std::uint64_t hash = simulation().hash();
  ASSERT_TRUE(served_->run().StopRecording(nullptr).ok());
  const auto again = Session::Open(BuiltinParts(), "husky_lab", options.session);
  ASSERT_TRUE(again.ok());
  ASSERT_TRUE((*again)->Replay(file).ok());
  ASSERT_TRUE((*again)->Step(50).ok());
  EXPECT_EQ((*again)->simulation().hash(), hash);
}

// ROS nodes do not spawn their controllers again when the simulation is reset.
TEST_F(RosControl, AResetKeepsTheControllers) {
  Open(kArm);
  ASSERT_TRUE(Switch({"forward_position_controller"}, {"arm_controller"}).ok);
  served_->Step(10);
  for (const std::uint8_t scope : {Run::kResetAll, Run::kResetState, Run::kResetTime}) {
    ASSERT_TRUE(served_->run().Reset(scope).ok());
    EXPECT_THAT(List()[0], HasSubstr(" inactive")) << int{scope};
    EXPECT_THAT(List()[1], HasSubstr(" active")) << int{scope};
    served_->Step(300);
    EXPECT_NEAR(Joint("elbow"), 0.8, 0.02) << int{scope};
  }
}

TEST_F(RosControl, ServicesFollowTheRobots) {
  Open("husky_lab");
  robot_ = "husky_2";
  const graph::Graph& graph = simulation().graph();
  const auto exists = [&] {
    const auto services = graph.Services();
    return std::any_of(services.begin(), services.end(), [](const auto& service) {
      return service.first == "/husky_2/controller_manager/list_controllers";
    });
  };
  EXPECT_FALSE(exists());
  const RigidTransform X_WM(Vector3d(0.0, 3.0, 0.2));
  ASSERT_TRUE(served_->run().session()->Spawn("husky", "husky_2", X_WM).ok());
  served_->Turn();
  ASSERT_TRUE(exists());
  EXPECT_EQ(List().size(), 2u);
  ASSERT_TRUE(Switch({}, {"husky_velocity_controller"}).ok);
  // Edits of the world and resets of its models keep the states.
  ASSERT_TRUE(served_->run().session()->Remove("husky").ok());
  EXPECT_THAT(List()[0], HasSubstr("inactive"));
  ASSERT_TRUE(served_->run().Reset(Run::kResetState).ok());
  EXPECT_THAT(List()[0], HasSubstr("inactive"));
  ASSERT_TRUE(served_->run().session()->Spawn("husky", "third", X_WM).ok());
  EXPECT_THAT(List()[0], HasSubstr("inactive"));
  ASSERT_TRUE(served_->run().session()->Remove("husky_2").ok());
  served_->Turn();
  EXPECT_FALSE(exists());
}

}  // namespace
}  // namespace surefoot::serve::test
