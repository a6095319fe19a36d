// Ackermann, mecanum and omni drives on the test bench; no drive allocates.

#include <cmath>

#include "surefoot/drives/test/bench.h"
#include "surefoot/msgs/ackermann_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "tests/allocation_counter.h"

namespace surefoot::drives::test {
namespace {

using msgs::nav_msgs::Odometry;

/// Pivots "left" and "right" at x = 0.5, driven wheels "w0" and "w1" at the rear axle.
world::Model MakeSteered() {
  world::Model model = MakeCar({{0, 0.2, 0}, {0, -0.2, 0}});
  for (const double side : {1.0, -1.0}) {
    const std::string name = side > 0.0 ? "left" : "right";
    model.links.push_back(world::test::MakeLink(name + "_knuckle"));
    model.links.back().X_ML.p = Vector3d(0.5, 0.2 * side, 0);
    model.joints.push_back(world::test::MakeJoint(model, name, world::JointType::kRevolute, 0,
                                                  static_cast<int>(model.links.size()) - 1));
    model.joints.back().axes[0].lower = -0.8;
    model.joints.back().axes[0].upper = 0.8;
  }
  return model;
}

std::string AckermannDrive(const std::string& more = "") {
  return "<drive name=\"a\" type=\"ackermann\"><left_steering_joint>left</left_steering_joint>"
         "<right_steering_joint>right</right_steering_joint><left_joint>w0</left_joint>"
         "<right_joint>w1</right_joint>" +
         more + "</drive>";
}

TEST(Ackermann, OdometryAndWheelsFollowTheCircle) {
  Bench bench(MakeSteered(), {AckermannDrive("<cmd_vel_timeout>0</cmd_vel_timeout>")});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  const auto odometry = bench.Collect<Odometry>("/car/odom");
  bench.SendTwist(0.5, 0.4);
  bench.Step(3000);
  const double R = 0.5 / 0.4;
  EXPECT_NEAR(bench.q("left"), std::atan(0.5 / (R - 0.2)), 1e-9);
  EXPECT_NEAR(bench.q("right"), std::atan(0.5 / (R + 0.2)), 1e-9);
  EXPECT_NEAR(bench.v("w0"), 0.5 * (R - 0.2) / R / 0.1, 1e-9);
  EXPECT_NEAR(bench.v("w1"), 0.5 * (R + 0.2) / R / 0.1, 1e-9);
  EXPECT_NEAR(odometry->back().twist.twist.linear.x, 0.5, 1e-9);
  EXPECT_NEAR(odometry->back().twist.twist.angular.z, 0.4, 1e-9);
  // At rest it keeps its steering angle.
  bench.SendTwist(0.0, 0.0);
  bench.Step(200);
  EXPECT_NEAR(bench.q("left"), std::atan(0.5 / (R - 0.2)), 1e-9);
  EXPECT_NEAR(bench.v("w0"), 0.0, 1e-9);
}

TEST(Ackermann, TheInnerWheelStaysInItsLimits) {
  Bench bench(MakeSteered(), {AckermannDrive()});
  bench.SendTwist(0.1, 5.0);
  bench.Step(400);
  EXPECT_NEAR(bench.q("left"), 0.8, 1e-6);
  EXPECT_LT(bench.q("right"), 0.8);
}

TEST(Ackermann, SteersAtItsRateByAckermannMessages) {
  Bench bench(MakeSteered(), {AckermannDrive("<max_steering_rate>0.5</max_steering_rate>"
                                             "<max_steering_angle>0.4</max_steering_angle>")});
  msgs::ackermann_msgs::AckermannDriveStamped message;
  message.drive.speed = 0.3F;
  message.drive.steering_angle = 1.0F;
  bench.Send("/car/ackermann_cmd", message);
  bench.Step(400);
  const double angle = std::atan(0.5 * std::tan(0.2) / (0.5 - 0.2 * std::tan(0.2)));
  EXPECT_NEAR(bench.Motor("left").target, angle, 1e-6);
  bench.Send("/car/ackermann_cmd", message);
  bench.Step(450);
  EXPECT_NEAR(bench.Motor("left").target,
              std::atan(0.5 * std::tan(0.4) / (0.5 - 0.2 * std::tan(0.4))), 1e-6);
  message.drive.speed = NAN;
  bench.Send("/car/ackermann_cmd", message);
  EXPECT_EQ(bench.refused().count, 1u);
}

TEST(Ackermann, AskForAWheelBaseThatTheModelDoesNotShow) {
  Bench bench(MakeCar({{0, 0.2, 0}, {0, -0.2, 0}, {0, 0, 0}}),
              {"<drive name=\"a\" type=\"ackermann\"><steering_joint>w2</steering_joint>"
               "<left_joint>w0</left_joint><right_joint>w1</right_joint></drive>"});
  EXPECT_NE(bench.problems.ErrorText().find("wheel_base"), std::string::npos);
}

const std::vector<Vector3d> kCorners = {
    {0.3, 0.2, 0}, {0.3, -0.2, 0}, {-0.3, 0.2, 0}, {-0.3, -0.2, 0}};

const char* const kMecanum =
    "<drive name=\"m\" type=\"mecanum\"><front_left_joint>w0</front_left_joint>"
    "<front_right_joint>w1</front_right_joint><rear_left_joint>w2</rear_left_joint>"
    "<rear_right_joint>w3</rear_right_joint></drive>";

TEST(Mecanum, GoesSidewaysAndKnowsIt) {
  Bench bench(MakeCar(kCorners), {kMecanum});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  const auto odometry = bench.Collect<Odometry>("/car/odom");
  bench.SendTwist(0.0, 0.0, 0.4);
  bench.Step(500);
  EXPECT_NEAR(bench.v("w0"), -4.0, 1e-9);
  EXPECT_NEAR(bench.v("w1"), 4.0, 1e-9);
  EXPECT_NEAR(odometry->back().pose.pose.position.y, 0.2, 1e-9);
  EXPECT_NEAR(odometry->back().pose.pose.position.x, 0.0, 1e-9);
  EXPECT_NEAR(odometry->back().twist.twist.linear.y, 0.4, 1e-9);
}

TEST(Omni, PlaceAndDirectionMayBeGiven) {
  Bench bench(MakeCar({{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}),
              {"<drive name=\"o\" type=\"omni\">"
               "<wheel joint=\"w0\"><position>0.2 0</position><direction>1.5708</direction></wheel>"
               "<wheel joint=\"w1\"><position>-0.1 0.17</position><direction>3.66519</direction>"
               "</wheel>"
               "<wheel joint=\"w2\"><position>-0.1 -0.17</position><direction>5.75959</direction>"
               "<radius>0.2</radius></wheel></drive>"});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.SendTwist(0.0, 0.0, 0.3);
  bench.Step(5);
  EXPECT_NEAR(bench.v("w0"), 3.0, 1e-3);
  EXPECT_NEAR(bench.v("w2"), 0.3 * std::sin(5.75959) / 0.2, 1e-3);
}

TEST(Omni, WheelsThatAreAllAlikeAreRefused) {
  Bench bench(MakeCar(kCorners), {"<drive name=\"o\" type=\"omni\"><wheel joint=\"w0\"/>"
                                  "<wheel joint=\"w1\"/><wheel joint=\"w2\"/></drive>"});
  EXPECT_NE(bench.problems.ErrorText().find("in x, y and rotation"), std::string::npos);
}

TEST(Drives, DoNotAllocateWhileTheyRun) {
  const std::string joints = "<joint>w0</joint><joint>w1</joint>";
  const std::string drives[] = {
      kMecanum,
      "<drive name=\"d\" type=\"skid_steer\"><left_joint>w0</left_joint><left_joint>w2</left_joint>"
      "<right_joint>w1</right_joint><publish_cmd>true</publish_cmd>"
      "<motor><torque_constant>1</torque_constant></motor></drive>",
      "<drive name=\"g\" type=\"joint_group\">" + joints + "</drive>",
      "<drive name=\"c\" type=\"joint_controller\">" + joints + "</drive>",
      "<drive name=\"t\" type=\"joint_trajectory\">" + joints + "</drive>"};
  for (const std::string& drive : drives) {
    Bench bench(MakeCar(kCorners), {drive});
    ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
    bench.SendTwist(0.1, 0.2);
    bench.Step(100);
    const long before = AllocationCount();
    bench.Step(1000);
    EXPECT_EQ(AllocationCount(), before) << drive;
  }
}

}  // namespace
}  // namespace surefoot::drives::test
