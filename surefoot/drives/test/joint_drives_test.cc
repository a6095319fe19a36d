// joint_controller, joint_group and joint_trajectory.

#include <cmath>
#include <limits>

#include "surefoot/drives/joint/trajectory.h"
#include "surefoot/drives/test/bench.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/trajectory_msgs.h"

namespace surefoot::drives::test {
namespace {

using msgs::std_msgs::Float64;
using msgs::std_msgs::Float64MultiArray;
using msgs::trajectory_msgs::JointTrajectory;
using physics::ControlMode;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

Float64 Number(double value) {
  Float64 message;
  message.data = value;
  return message;
}

Float64MultiArray Numbers(const std::vector<double>& values) {
  Float64MultiArray message;
  message.data = values;
  return message;
}

TEST(JointController, TheLastCommandDecides) {
  Bench bench(MakeTwoWheels(),
              {"<drive name=\"j\" type=\"joint_controller\"><joint>w0</joint>"
               "<joint name=\"w1\"><mode>velocity</mode><command_topic>spin</command_topic>"
               "</joint></drive>"});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.Step();
  EXPECT_EQ(bench.Motor("w0").mode, ControlMode::kNone);
  bench.Send("/car/w0/cmd_pos", Number(0.5));
  bench.Send("/car/spin", Number(3.0));
  bench.Step(500);
  EXPECT_NEAR(bench.q("w0"), 0.5, 1e-6);
  EXPECT_NEAR(bench.v("w1"), 3.0, 1e-9);
  bench.Send("/car/w0/cmd_vel", Number(-1.0));
  bench.Step(10);
  EXPECT_NEAR(bench.v("w0"), -1.0, 1e-9);
  bench.Send("/car/w0/cmd_effort", Number(0.25));
  bench.Step();
  EXPECT_EQ(bench.Motor("w0").mode, ControlMode::kEffort);
  EXPECT_EQ(bench.Motor("w0").target, 0.25);
  bench.Send("/car/w0/cmd_effort", Number(kNan));
  bench.Step();
  EXPECT_EQ(bench.Motor("w0").target, 0.25);
  EXPECT_EQ(bench.refused().count, 1u);
  EXPECT_EQ(bench.graph.FindTopic("/car/w1/cmd_pos"), nullptr);
}

TEST(JointController, APidReachesItsTargetByEffort) {
  Bench bench(MakeTwoWheels(),
              {"<drive name=\"j\" type=\"joint_controller\"><joint name=\"w0\">"
               "<mode>position</mode><initial>0</initial><pid><p>100</p><d>20</d><i>10</i>"
               "<cmd_max>5</cmd_max><cmd_min>-5</cmd_min></pid></joint></drive>"});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.Send("/car/w0/cmd_pos", Number(1.0));
  bench.Step();
  EXPECT_EQ(bench.Motor("w0").mode, ControlMode::kEffort);
  EXPECT_EQ(bench.Motor("w0").target, 5.0);
  // The integral settles with p / i = 10 s.
  bench.Step(100000);
  EXPECT_NEAR(bench.q("w0"), 1.0, 1e-4);
}

TEST(JointController, CommandsExpireWhenAsked) {
  Bench bench(MakeTwoWheels(), {"<drive name=\"j\" type=\"joint_controller\"><joint>w0</joint>"
                                "<cmd_timeout>0.1</cmd_timeout></drive>"});
  bench.Send("/car/w0/cmd_vel", Number(2.0));
  bench.Step(101);
  EXPECT_NEAR(bench.v("w0"), 2.0, 1e-9);
  bench.Step(10);
  EXPECT_NEAR(bench.v("w0"), 0.0, 1e-9);
}

TEST(JointGroup, ForwardsOneNumberPerJoint) {
  world::Model model = MakeTwoWheels();
  model.initial_positions.push_back({1, 0, 0.7});
  Bench bench(model, {"<drive name=\"g\" type=\"joint_group\"><joint>w1</joint><joint>w0</joint>"
                      "</drive>"});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.Step();
  // Without a trajectory it holds the initial positions.
  EXPECT_EQ(bench.Motor("w1").target, 0.7);
  EXPECT_EQ(bench.Motor("w0").target, 0.0);
  bench.Send("/car/commands", Numbers({1.5, -0.5}));
  bench.Step(500);
  EXPECT_NEAR(bench.q("w1"), 1.5, 1e-6);
  EXPECT_NEAR(bench.q("w0"), -0.5, 1e-6);
  bench.Send("/car/commands", Numbers({1.0}));
  bench.Send("/car/commands", Numbers({1.0, kNan}));
  bench.Step();
  EXPECT_EQ(bench.refused().count, 2u);
  EXPECT_EQ(bench.Motor("w1").target, 1.5);
}

JointTrajectory MakeTrajectory(const std::vector<std::string>& names,
                               const std::vector<std::pair<double, std::vector<double>>>& points) {
  JointTrajectory message;
  message.joint_names = names;
  for (const auto& [time, positions] : points) {
    message.points.emplace_back();
    message.points.back().positions = positions;
    const SimTimeNs ns = ToNanoseconds(time);
    message.points.back().time_from_start.sec = static_cast<std::int32_t>(ns / 1000000000);
    message.points.back().time_from_start.nanosec = static_cast<std::uint32_t>(ns % 1000000000);
  }
  return message;
}

const char* const kBoth =
    "<drive name=\"t\" type=\"joint_trajectory\"><joint>w0</joint><joint>w1</joint></drive>";

TEST(JointTrajectoryDrive, GoesStraightBetweenPositions) {
  Bench bench(MakeTwoWheels(), {kBoth});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.Send("/car/joint_trajectory",
             MakeTrajectory({"w1", "w0"}, {{0.5, {1.0, -1.0}}, {1.0, {1.0, 0.0}}}));
  for (int i = 1; i <= 1000; ++i) {
    bench.Step();
    const double t = 0.001 * i;
    EXPECT_NEAR(bench.q("w1"), t < 0.5 ? 2.0 * t : 1.0, 1e-9) << i;
    EXPECT_NEAR(bench.q("w0"), t < 0.5 ? -2.0 * t : -1.0 + 2.0 * (t - 0.5), 1e-9) << i;
  }
  bench.Step(500);
  EXPECT_NEAR(bench.q("w0"), 0.0, 1e-9);
  EXPECT_EQ(bench.Motor("w0").mode, ControlMode::kPosition);
}

TEST(JointTrajectoryDrive, FollowsCubicsAndQuintics) {
  Bench bench(MakeTwoWheels(), {kBoth});
  JointTrajectory message = MakeTrajectory({"w0", "w1"}, {{1.0, {2.0, 1.0}}});
  message.points[0].velocities = {0.0, 0.0};
  message.points[0].accelerations = {0.0, 0.0};
  bench.Send("/car/joint_trajectory", message);
  for (int i = 1; i <= 1000; ++i) {
    bench.Step();
    const double s = 0.001 * i;
    EXPECT_NEAR(bench.q("w0"), 2.0 * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s), 1e-9);
  }
  // A new trajectory replaces it from its current state; without accelerations it is a cubic.
  message = MakeTrajectory({"w0", "w1"}, {{1.0, {0.0, 0.0}}});
  message.points[0].velocities = {0.0, 0.0};
  bench.Send("/car/joint_trajectory", message);
  bench.Step(250);
  EXPECT_NEAR(bench.q("w0"), 2.0 * (1.0 - 0.0625 * (3.0 - 0.5)), 1e-9);
}

TEST(JointTrajectoryDrive, PartialJointsLeaveTheOthersWhereTheyAre) {
  Bench bench(MakeTwoWheels(), {kBoth});
  bench.Send("/car/joint_trajectory", MakeTrajectory({"w0", "w1"}, {{0.1, {1.0, 0.3}}}));
  bench.Step(200);
  bench.Send("/car/joint_trajectory", MakeTrajectory({"w0"}, {{0.2, {2.0}}}));
  bench.Step(300);
  EXPECT_NEAR(bench.q("w0"), 2.0, 1e-9);
  EXPECT_NEAR(bench.q("w1"), 0.3, 1e-9);
}

TEST(JointTrajectoryDrive, StartsWhenItsStampSays) {
  Bench bench(MakeTwoWheels(), {kBoth});
  bench.Send("/car/joint_trajectory", MakeTrajectory({"w0"}, {{1.0, {1.0}}}));
  bench.Step(100);
  JointTrajectory later = MakeTrajectory({"w0"}, {{0.5, {0.0}}});
  later.header.stamp = msgs::ToTime(500000000);
  bench.Send("/car/joint_trajectory", later);
  bench.Step(400);
  EXPECT_NEAR(bench.q("w0"), 0.5, 1e-9);
  bench.Step(250);
  EXPECT_NEAR(bench.q("w0"), 0.25, 1e-9);
  bench.Step(250);
  EXPECT_NEAR(bench.q("w0"), 0.0, 1e-9);
}

TEST(JointTrajectoryDrive, PastPointsAreDropped) {
  Bench bench(MakeTwoWheels(), {kBoth});
  bench.Step(1000);
  JointTrajectory old = MakeTrajectory({"w0"}, {{0.1, {9.0}}, {1.0, {1.0}}});
  old.header.stamp = msgs::ToTime(500000000);
  bench.Send("/car/joint_trajectory", old);
  bench.Step(250);
  EXPECT_NEAR(bench.q("w0"), 0.5, 1e-9);
  bench.Step(250);
  EXPECT_NEAR(bench.q("w0"), 1.0, 1e-9);
  old.points.resize(1);
  bench.Send("/car/joint_trajectory", old);
  EXPECT_EQ(bench.refused().count, 1u);
  EXPECT_NE(bench.refused().last.find("past"), std::string::npos);
}

TEST(JointTrajectoryDrive, NoPointsMeansStop) {
  Bench bench(MakeTwoWheels(), {kBoth});
  bench.Send("/car/joint_trajectory", MakeTrajectory({"w0"}, {{1.0, {1.0}}}));
  bench.Step(400);
  bench.Send("/car/joint_trajectory", MakeTrajectory({}, {}));
  bench.Step(400);
  EXPECT_NEAR(bench.q("w0"), 0.4, 1e-6);
}

TEST(JointTrajectoryDrive, BadOnesAreRefusedWithTheReason) {
  Bench bench(MakeTwoWheels(), {kBoth});
  std::uint64_t count = 0;
  const auto refused = [&](const JointTrajectory& message, const std::string& word) {
    bench.Send("/car/joint_trajectory", message);
    EXPECT_EQ(bench.refused().count, ++count) << word;
    EXPECT_NE(bench.refused().last.find(word), std::string::npos) << bench.refused().last;
  };
  refused(MakeTrajectory({"w9"}, {{1.0, {1.0}}}), "w9");
  refused(MakeTrajectory({"w0", "w0"}, {{1.0, {1.0, 2.0}}}), "twice");
  refused(MakeTrajectory({"w0"}, {{1.0, {1.0, 2.0}}}), "2 positions for 1");
  refused(MakeTrajectory({"w0"}, {{1.0, {}}}), "0 positions");
  refused(MakeTrajectory({"w0"}, {{1.0, {kNan}}}), "finite");
  refused(MakeTrajectory({"w0"}, {{1.0, {1.0}}, {1.0, {2.0}}}), "point 1: its time is not later");
  JointTrajectory message = MakeTrajectory({"w0"}, {{1.0, {1.0}}});
  message.points[0].velocities = {1.0, 2.0};
  refused(message, "velocities");
  message.points[0].velocities.clear();
  message.points[0].accelerations = {1.0};
  refused(message, "without velocities");
  message.points[0].time_from_start.sec = -5;
  message.points[0].accelerations.clear();
  refused(message, "before the start");
  bench.Step(100);
  EXPECT_EQ(bench.q("w0"), 0.0);
}

TEST(JointTrajectoryDrive, BeginsWhereADirectCommandLeftTheJoints) {
  Bench bench(MakeTwoWheels(), {kBoth});
  bench.Step(10);
  bench.set->OnDirectCommand(bench.V("w0"));
  bench.inputs.motors[static_cast<std::size_t>(bench.V("w0"))] = {ControlMode::kVelocity, 1.0};
  bench.Step(500);
  EXPECT_NEAR(bench.q("w0"), 0.5, 1e-9);
  bench.Send("/car/joint_trajectory", MakeTrajectory({"w0"}, {{1.0, {1.5}}}));
  bench.Step(500);
  EXPECT_NEAR(bench.q("w0"), 1.0, 0.002);
}

TEST(JointTrajectoryDrive, ASnapshotContinuesBitForBit) {
  const std::string drive =
      "<drive name=\"t\" type=\"joint_trajectory\"><joint>w0</joint><joint>w1</joint>"
      "<mode>effort</mode><pid><p>50</p><i>3</i><d>10</d></pid></drive>";
  Bench bench(MakeTwoWheels(), {drive});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.Send("/car/joint_trajectory", MakeTrajectory({"w0"}, {{1.0, {1.0}}, {1.5, {-1.0}}}));
  JointTrajectory later = MakeTrajectory({"w1"}, {{0.5, {0.4}}});
  later.header.stamp = msgs::ToTime(800000000);
  bench.Send("/car/joint_trajectory", later);
  bench.Step(600);
  Bench other(MakeTwoWheels(), {drive});
  other.ContinueFrom(bench);
  bench.Step(900);
  other.Step(900);
  EXPECT_EQ(bench.state.q, other.state.q);
  EXPECT_NEAR(bench.q("w1"), 0.4, 0.1);
}

}  // namespace
}  // namespace surefoot::drives::test
