// Processing of recorded poses: choice of topics, refusal of wheel odometry, jumps, velocities.

#include "surefoot/evaluation/recordings/motion/motion_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/evaluation/recordings/motion/motion_topics.h"
#include "surefoot/evaluation/recordings/motion/reference_path.h"

namespace surefoot::gap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

RigidTransform Flat(double x, double y, double yaw) {
  return RigidTransform(Quaterniond(Eigen::AngleAxisd(yaw, Vector3d::UnitZ())), Vector3d(x, y, 0));
}

/// Winding motion at 0.5 m/s, 20 s at 50 Hz; `slip` adds lateral motion in turns.
MotionLog Weave(double slip, double noise = 0.0) {
  MotionLog log;
  log.file = "drive.bag";
  log.pose_topic = "/tracker/pose";
  RandomStream random(3, "poses");
  PlanarPose pose;
  const double dt = 0.02;
  RecordedWheel left{"front_left_wheel", {}}, right{"front_right_wheel", {}};
  for (int i = 0; i <= 1000; ++i) {
    const double t = dt * i, turn = 0.6 * std::sin(0.9 * t);
    log.pose_time.push_back(t);
    log.X_RP.push_back(Flat(pose.x + noise * random.Normal(), pose.y + noise * random.Normal(),
                            pose.yaw + noise * random.Normal()));
    for (auto* wheel : {&left, &right}) {
      wheel->speed.time.push_back(t + 0.5 * dt);
      wheel->speed.value.push_back((0.5 + (wheel == &left ? -0.25 : 0.25) * turn) / 0.16);
    }
    pose = Moved(pose, {0.5 * dt, slip * turn * dt, turn * dt});
  }
  log.wheels = {left, right};
  return log;
}

TEST(MotionTopics, TakesTheTruthAndTheControllersCommands) {
  const TopicsOfLog topics = {
      {"/odom", {"nav_msgs/msg/Odometry", 100}},
      {"/husky/ground_truth", {"nav_msgs/msg/Odometry", 100}},
      {"/amcl_pose", {"geometry_msgs/msg/PoseWithCovarianceStamped", 9}},
      {"/cmd_vel", {"geometry_msgs/msg/Twist", 20}},
      {"/husky_velocity_controller/cmd_vel", {"geometry_msgs/msg/Twist", 20}},
      {"/empty/cmd_vel", {"geometry_msgs/msg/Twist", 0}}};
  MotionNames names;
  names.robot = "husky";
  EXPECT_EQ(ChoosePoseTopic("a", topics, names).value(), "/husky/ground_truth");
  EXPECT_EQ(ChooseCommandTopic("a", topics, "", names).value(),
            "/husky_velocity_controller/cmd_vel");
  names.listened = {"/cmd_vel"};
  EXPECT_EQ(ChooseCommandTopic("a", topics, "", names).value(), "/cmd_vel");
  names.truth = "/amcl_pose";
  EXPECT_EQ(ChoosePoseTopic("a", topics, names).value(), "/amcl_pose");
  names.truth = "/cmd_vel";
  EXPECT_THAT(ChoosePoseTopic("a", topics, names).error().message,
              HasSubstr("/cmd_vel has 20 messages of type geometry_msgs/msg/Twist; there are: "));
}

TEST(MotionTopics, NeverChoosesWheelOdometryByItself) {
  const TopicsOfLog topics = {{"/odom", {"nav_msgs/msg/Odometry", 100}}};
  EXPECT_THAT(ChoosePoseTopic("a.bag", topics, {}).error().message,
              HasSubstr("a.bag: /odom is wheel odometry"));
  EXPECT_THAT(ChoosePoseTopic("a.bag", {}, {}).error().message,
              HasSubstr("The recording has no pose topic of a supported type"));
  EXPECT_THAT(ChooseCommandTopic("a.bag", topics, "", {}).error().message,
              HasSubstr("no commands of the robot were recorded"));
  EXPECT_EQ(ChooseCommandTopic("a.bag", topics, "/joint_states", {}).value(), "/joint_states");
}

TEST(WheelOdometry, IsKnownByItsContent) {
  EXPECT_TRUE(IsWheelOdometry(Weave(0.0)));
  EXPECT_FALSE(IsWheelOdometry(Weave(0.05)));
  EXPECT_FALSE(IsWheelOdometry(Weave(0.0, 1e-4)));
  MotionLog log = Weave(0.0);
  EXPECT_THAT(CheckReferenceContent(log).error().message,
              HasSubstr("/tracker/pose is wheel odometry by its content"));
  log.pose_topic = "/sim/truth";
  EXPECT_TRUE(CheckReferenceContent(log).ok());
  // Wheel odometry that differs from the poses, so the poses are an independent reference.
  log = Weave(0.0);
  for (double& speed : log.wheels[0].speed.value) speed *= 1.3;
  EXPECT_FALSE(IsWheelOdometry(log));
}

TEST(CleanPoses, TakesOutliersOutAndFindsJumps) {
  MotionLog log = Weave(0.05, 1e-3);
  log.X_RP[300].p.x() += 0.4;
  log.X_RP[301].p.x() -= 2.0;
  for (std::size_t i = 700; i < log.X_RP.size(); ++i) log.X_RP[i].p.y() += 0.3;
  CleanPoses(&log);
  EXPECT_EQ(log.X_RP.size(), 999u);
  EXPECT_THAT(log.jumps, ElementsAre(14.0));
  ASSERT_EQ(log.notes.size(), 2u);
  EXPECT_THAT(log.notes[0], HasSubstr("2 poses of /tracker/pose are left out"));
  MotionLog good = Weave(0.05, 1e-3);
  CleanPoses(&good);
  EXPECT_EQ(good.X_RP.size(), 1001u);
  EXPECT_TRUE(good.jumps.empty());
}

TEST(ReferencePath, ReportsVelocitiesOfTheBaseInTheWorld) {
  const MotionLog log = Weave(0.05);
  PathAlignment alignment;
  // The tracked point is 0.3 m ahead of the base and 0.1 m to the left, turned by 0.2.
  alignment.X_BP = Flat(0.3, 0.1, 0.2);
  alignment.X_WR = AlignPlanar(Flat(2.0, 1.0, 1.5) * alignment.X_BP, log.X_RP.front());
  alignment.time_offset = 0.1;
  const ReferencePath path(log, alignment);
  EXPECT_NEAR(path.begin(), -0.1, 1e-12);
  EXPECT_NEAR(path.At(-0.1).x, 2.0, 1e-9);
  EXPECT_NEAR(path.At(-0.1).y, 1.0, 1e-9);
  EXPECT_NEAR(path.At(-0.1).yaw, 1.5, 1e-9);
  const double t = 7.0, turn = 0.6 * std::sin(0.9 * (t + 0.1));
  const PlanarMotion v = path.VelocityAt(t);
  // v_B = R_BP v_P - w x p_BP.
  EXPECT_NEAR(v.turn, turn, 0.01);
  EXPECT_NEAR(v.ahead, std::cos(0.2) * 0.5 - std::sin(0.2) * 0.05 * turn + 0.1 * turn, 0.01);
  EXPECT_NEAR(v.left, std::sin(0.2) * 0.5 + std::cos(0.2) * 0.05 * turn - 0.3 * turn, 0.01);
  EXPECT_NEAR(path.TurnBetween(0.0, 3.0), 0.6 / 0.9 * (std::cos(0.09) - std::cos(2.79)), 0.01);
}

TEST(ReferencePath, ReportsHowMuchPosesScatter) {
  const MotionLog log = Weave(0.05, 0.004);
  const PlanarMotion scatter = ReferencePath(log, {}).Scatter();
  EXPECT_NEAR(scatter.ahead, 0.004, 0.0004);
  EXPECT_NEAR(scatter.left, 0.004, 0.0004);
  EXPECT_NEAR(scatter.turn, 0.004, 0.0004);
  const PlanarMotion none = ReferencePath(Weave(0.05), {}).Scatter();
  EXPECT_LT(std::hypot(none.ahead, none.left), 1e-5);
}

}  // namespace
}  // namespace surefoot::gap
