#include <cmath>
#include <limits>

#include "surefoot/drives/drive.h"
#include "surefoot/drives/test/bench.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"

namespace surefoot::drives::test {
namespace {

using msgs::geometry_msgs::TwistStamped;
using msgs::nav_msgs::Odometry;

std::string Drive(const std::string& more = "") {
  return "<drive name=\"base\" type=\"diff_drive\"><left_joint>w0</left_joint>"
         "<right_joint>w1</right_joint>" +
         more + "</drive>";
}

double YawOf(const msgs::geometry_msgs::Quaternion& q) { return 2.0 * std::atan2(q.z, q.w); }

TEST(DiffDrive, TurnsWheelsByTheFormulaWithGeometryFromTheModel) {
  Bench bench(MakeTwoWheels(), {Drive()});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.SendTwist(0.4, 0.8);
  bench.Step();
  EXPECT_NEAR(bench.Motor("w0").target, (0.4 - 0.8 * 0.25) / 0.1, 1e-12);
  EXPECT_NEAR(bench.Motor("w1").target, (0.4 + 0.8 * 0.25) / 0.1, 1e-12);
}

TEST(DiffDrive, AllWheelsOfASideTurnAlikeAndMultipliersCount) {
  const world::Model model =
      MakeCar({{0.3, 0.25, 0}, {0.3, -0.25, 0}, {-0.3, 0.25, 0}, {-0.3, -0.25, 0}});
  Bench bench(model, {"<drive name=\"base\" type=\"skid_steer\"><left_joint>w0</left_joint>"
                      "<left_joint>w2</left_joint><right_joint>w1</right_joint>"
                      "<right_joint>w3</right_joint><wheel_separation>0.6</wheel_separation>"
                      "<wheel_radius>0.2</wheel_radius>"
                      "<wheel_separation_multiplier>1.5</wheel_separation_multiplier>"
                      "<wheel_radius_multiplier>1.1</wheel_radius_multiplier>"
                      "<left_wheel_radius_multiplier>0.9</left_wheel_radius_multiplier></drive>"});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.SendTwist(0.5, 1.0);
  bench.Step();
  for (const char* joint : {"w0", "w2"}) {
    EXPECT_NEAR(bench.Motor(joint).target, (0.5 - 0.45) / 0.18, 1e-12);
  }
  for (const char* joint : {"w1", "w3"}) {
    EXPECT_NEAR(bench.Motor(joint).target, (0.5 + 0.45) / 0.22, 1e-12);
  }
}

TEST(DiffDrive, StopsWhenCommandsStopComing) {
  Bench bench(MakeTwoWheels(), {Drive("<cmd_vel_timeout>0.25</cmd_vel_timeout>"
                                      "<linear><max_acceleration>2</max_acceleration></linear>")});
  bench.SendTwist(1.0, 0.0);
  // The command was given at time 0 and holds for 250 ms.
  bench.Step(251);
  const double full = bench.Motor("w0").target;
  EXPECT_NEAR(full, 2.0 * 0.251 / 0.1, 1e-9);
  // Then the speed decreases with the acceleration limit, not at once.
  bench.Step(100);
  EXPECT_NEAR(bench.Motor("w0").target, full - 2.0 * 0.1 / 0.1, 1e-9);
  bench.Step(300);
  EXPECT_EQ(bench.Motor("w0").mode, physics::ControlMode::kPosition);
  EXPECT_NEAR(bench.v("w0"), 0.0, 1e-9);
}

TEST(DiffDrive, WithoutTimeoutCommandsHold) {
  Bench bench(MakeTwoWheels(), {Drive("<cmd_vel_timeout>0</cmd_vel_timeout>")});
  bench.SendTwist(0.3, 0.0);
  bench.Step(3000);
  EXPECT_NEAR(bench.Motor("w0").target, 3.0, 1e-12);
}

TEST(DiffDrive, TheLimiterIsThatOfRosStepByStep) {
  Bench bench(MakeTwoWheels(),
              {Drive("<cmd_vel_timeout>0</cmd_vel_timeout><update_rate>50</update_rate>"
                     "<linear><max_velocity>0.8</max_velocity><max_acceleration>1</"
                     "max_acceleration><max_jerk>4</max_jerk></linear>"
                     "<angular><max_velocity>1</max_velocity></angular>")});
  bench.SendTwist(2.0, 3.0);
  double v0 = 0.0;
  double v1 = 0.0;
  const double dt = 0.02;
  for (int i = 0; i < 100; ++i) {
    bench.Step(20);
    double v = 2.0;
    v = v0 + (v0 - v1) + std::clamp((v - v0) - (v0 - v1), -8.0 * dt * dt, 8.0 * dt * dt);
    v = v0 + std::clamp(v - v0, -dt, dt);
    v = std::clamp(v, -0.8, 0.8);
    v1 = v0;
    v0 = v;
    EXPECT_NEAR(0.5 * 0.1 * (bench.Motor("w0").target + bench.Motor("w1").target), v, 1e-12) << i;
    EXPECT_NEAR(0.1 * (bench.Motor("w1").target - bench.Motor("w0").target) / 0.5, 1.0, 1e-12);
  }
}

TEST(DiffDrive, KeepsTheTurningRadiusWhenAsked) {
  Bench bench(MakeTwoWheels(), {Drive("<keep_turning_radius>true</keep_turning_radius>"
                                      "<linear><max_velocity>0.5</max_velocity></linear>")});
  bench.SendTwist(1.0, 0.8);
  bench.Step();
  EXPECT_NEAR(0.1 * (bench.Motor("w1").target - bench.Motor("w0").target) / 0.5, 0.4, 1e-12);
}

TEST(DiffDrive, IgnoresAndCountsWhatIsNotFinite) {
  Bench bench(MakeTwoWheels(), {Drive()});
  bench.SendTwist(0.4, 0.0);
  bench.SendTwist(std::numeric_limits<double>::quiet_NaN(), 0.0);
  bench.SendTwist(0.0, std::numeric_limits<double>::infinity());
  bench.Step();
  EXPECT_NEAR(bench.Motor("w0").target, 4.0, 1e-12);
  EXPECT_EQ(bench.refused().count, 2u);
  EXPECT_NE(bench.refused().last.find("finite"), std::string::npos);
}

TEST(DiffDrive, StampedCommandsCountFromTheirStamp) {
  Bench bench(MakeTwoWheels(), {Drive("<cmd_vel_timeout>0.2</cmd_vel_timeout>")});
  bench.Step(1000);
  TwistStamped stamped;
  stamped.twist.linear.x = 0.4;
  stamped.header.stamp = msgs::ToTime(700000000);
  bench.Send("/car/cmd_vel_stamped", stamped);
  bench.Step();
  EXPECT_EQ(bench.refused().count, 1u);
  EXPECT_NE(bench.Motor("w0").mode, physics::ControlMode::kVelocity);
  stamped.header.stamp = msgs::ToTime(900000000);
  bench.Send("/car/cmd_vel_stamped", stamped);
  bench.Step();
  EXPECT_NEAR(bench.Motor("w0").target, 4.0, 1e-12);
  bench.Step(110);
  EXPECT_EQ(bench.Motor("w0").mode, physics::ControlMode::kPosition);
}

TEST(DiffDrive, OdometryIsTheExactArc) {
  Bench bench(MakeTwoWheels(), {Drive("<cmd_vel_timeout>0</cmd_vel_timeout>")});
  const auto odometry = bench.Collect<Odometry>("/car/odom");
  const auto tf = bench.Collect<msgs::tf2_msgs::TFMessage>("/tf");
  bench.SendTwist(0.5, 0.8);
  bench.Step(2000);
  ASSERT_EQ(odometry->size(), 100u);
  for (std::size_t i = 0; i < odometry->size(); ++i) {
    const Odometry& message = (*odometry)[i];
    const double t = 0.02 * static_cast<double>(i + 1);
    EXPECT_EQ(msgs::FromTime(message.header.stamp), 20000000 * static_cast<SimTimeNs>(i + 1));
    const double R = 0.5 / 0.8;
    EXPECT_NEAR(message.pose.pose.position.x, R * std::sin(0.8 * t), 1e-9);
    EXPECT_NEAR(message.pose.pose.position.y, R * (1.0 - std::cos(0.8 * t)), 1e-9);
    EXPECT_NEAR(std::remainder(YawOf(message.pose.pose.orientation) - 0.8 * t, 6.283185307179586),
                0.0, 1e-9);
  }
  const Odometry& last = odometry->back();
  EXPECT_EQ(last.header.frame_id, "car/odom");
  EXPECT_EQ(last.child_frame_id, "car/base_link");
  EXPECT_NEAR(last.twist.twist.linear.x, 0.5, 1e-9);
  EXPECT_NEAR(last.twist.twist.angular.z, 0.8, 1e-9);
  ASSERT_EQ(tf->size(), 100u);
  EXPECT_EQ(tf->back().transforms[0].transform.translation.x, last.pose.pose.position.x);
  EXPECT_EQ(tf->back().transforms[0].child_frame_id, "car/base_link");
}

TEST(DiffDrive, OdometryAlongAWindingWayMatchesFineSteps) {
  Bench bench(MakeTwoWheels(), {Drive("<cmd_vel_timeout>0</cmd_vel_timeout>")});
  const auto odometry = bench.Collect<Odometry>("/car/odom");
  double x = 0.0;
  double y = 0.0;
  double yaw = 0.0;
  for (int k = 0; k < 40; ++k) {
    const double v = std::sin(0.3 * k);
    const double w = 2.0 * std::cos(0.7 * k);
    bench.SendTwist(v, w);
    bench.Step(20);
    // Explicit Euler with steps of a microsecond.
    for (int i = 0; i < 20000; ++i) {
      x += 1e-6 * v * std::cos(yaw + 0.5e-6 * w);
      y += 1e-6 * v * std::sin(yaw + 0.5e-6 * w);
      yaw += 1e-6 * w;
    }
  }
  EXPECT_NEAR(odometry->back().pose.pose.position.x, x, 1e-6);
  EXPECT_NEAR(odometry->back().pose.pose.position.y, y, 1e-6);
}

TEST(DiffDrive, OpenLoopOdometryIsOfTheCommands) {
  Bench bench(MakeTwoWheels(), {Drive("<open_loop>true</open_loop>"
                                      "<velocity_rolling_window_size>1</velocity_rolling_window_"
                                      "size><motor><max_effort>0.1</max_effort></motor>")});
  const auto odometry = bench.Collect<Odometry>("/car/odom");
  bench.SendTwist(0.5, 0.0);
  bench.Step(200);
  EXPECT_NEAR(odometry->back().pose.pose.position.x, 0.1, 1e-9);
  // The wheels have weak motors.
  EXPECT_LT(bench.q("w0") * 0.1, 0.05);
}

TEST(DiffDrive, TwistIsTheMeanOfTheWindow) {
  Bench bench(MakeTwoWheels(),
              {Drive("<cmd_vel_timeout>0</cmd_vel_timeout>"
                     "<velocity_rolling_window_size>40</velocity_rolling_window_size>")});
  const auto odometry = bench.Collect<Odometry>("/car/odom");
  bench.SendTwist(0.2, 0.0);
  bench.Step(40);
  bench.SendTwist(0.6, 0.0);
  bench.Step(20);
  EXPECT_NEAR(odometry->back().twist.twist.linear.x, 0.4, 1e-9);
}

TEST(DiffDrive, CovarianceAndNamesAreThoseOfTheFile) {
  Bench bench(MakeTwoWheels(),
              {Drive("<pose_covariance_diagonal>1 2 3 4 5 6</pose_covariance_diagonal>"
                     "<twist_covariance_diagonal>0.1 0.2 0.3 0.4 0.5 0.6</"
                     "twist_covariance_diagonal><odom_topic>/world/odometry</odom_topic>"
                     "<odom_frame>/map</odom_frame><base_frame>base_footprint</base_frame>"
                     "<enable_odom_tf>false</enable_odom_tf><publish_rate>10</publish_rate>"
                     "<cmd_topic>drive_it</cmd_topic><publish_cmd>true</publish_cmd>")});
  const auto odometry = bench.Collect<Odometry>("/world/odometry");
  const auto out = bench.Collect<TwistStamped>("/car/cmd_vel_out");
  bench.SendTwist(0.2, 0.1, 0.0, "/car/drive_it");
  bench.Step(500);
  ASSERT_EQ(odometry->size(), 5u);
  for (std::size_t i = 0; i < 36; ++i) {
    const double on = i % 7 == 0 ? static_cast<double>(i / 7 + 1) : 0.0;
    EXPECT_EQ(odometry->back().pose.covariance[i], on);
    EXPECT_NEAR(odometry->back().twist.covariance[i], 0.1 * on, 1e-15);
  }
  EXPECT_EQ(odometry->back().header.frame_id, "map");
  EXPECT_EQ(odometry->back().child_frame_id, "car/base_footprint");
  EXPECT_EQ(bench.graph.FindTopic("/tf"), nullptr);
  EXPECT_EQ(out->back().twist.linear.x, 0.2);
  EXPECT_EQ(out->back().twist.angular.z, 0.1);
}

TEST(DiffDrive, CurrentsArePublishedWhenTheConstantIsKnown) {
  Bench bench(MakeTwoWheels(), {Drive("<motor><torque_constant>0.5</torque_constant>"
                                      "<velocity_gain>0.2</velocity_gain></motor>")});
  const auto currents =
      bench.Collect<msgs::std_msgs::Float64MultiArray>("/car/base/motor_currents");
  bench.SendTwist(0.5, 0.0);
  bench.Step(20);
  ASSERT_EQ(currents->size(), 1u);
  ASSERT_EQ(currents->back().data.size(), 2u);
  const double effort = bench.state.effort[static_cast<std::size_t>(bench.V("w0"))];
  EXPECT_NEAR(currents->back().data[0], effort / 0.5, 1e-12);
}

TEST(DiffDrive, ASnapshotContinuesBitForBit) {
  const std::string drive = Drive(
      "<linear><max_acceleration>1</max_acceleration><max_jerk>3</max_jerk></linear>"
      "<motor><lag>0.05</lag></motor><update_rate>70</update_rate>");
  Bench bench(MakeTwoWheels(), {drive});
  bench.SendTwist(0.7, 0.3);
  bench.Step(123);
  Bench other(MakeTwoWheels(), {drive});
  other.ContinueFrom(bench);
  const auto a = bench.Collect<Odometry>("/car/odom");
  const auto b = other.Collect<Odometry>("/car/odom");
  bench.Step(700);
  other.Step(700);
  EXPECT_EQ(bench.state.q, other.state.q);
  ASSERT_EQ(a->size(), b->size());
  EXPECT_EQ(a->back().pose.pose.position.x, b->back().pose.pose.position.x);
  EXPECT_EQ(a->back().twist.twist.linear.x, b->back().twist.twist.linear.x);
}

TEST(DiffDrive, MistakesAreNamed) {
  const auto problems = [](const std::string& drive) {
    Bench bench(MakeTwoWheels(), {drive});
    return bench.problems.ErrorText();
  };
  EXPECT_NE(problems("<drive name=\"b\" type=\"diff_drive\"/>").find("left_joint"),
            std::string::npos);
  EXPECT_NE(problems("<drive name=\"b\" type=\"diff_drive\"><left_joint>w7</left_joint>"
                     "<right_joint>w1</right_joint></drive>")
                .find("w7"),
            std::string::npos);
  EXPECT_NE(problems("<drive name=\"b\" type=\"diff_driv\"/>").find("diff_drive"),
            std::string::npos);
  EXPECT_NE(problems(Drive("<wheel_radius>-1</wheel_radius>")).find("wheel_radius"),
            std::string::npos);
  EXPECT_NE(problems(Drive("<publish_rate>nan</publish_rate>")), "");
  EXPECT_NE(problems("<drive name=\"b\" type=\"diff_drive\"><left_joint>w0</left_joint>"
                     "<right_joint>w0</right_joint><wheel_separation>1</wheel_separation></drive>")
                .find("two roles"),
            std::string::npos);
}

TEST(DiffDrive, ARadiusThatIsNowhereIsAskedFor) {
  world::Model model = MakeTwoWheels();
  model.links[1].collisions.clear();
  Bench bench(model, {Drive()});
  EXPECT_NE(bench.problems.ErrorText().find("wheel_radius"), std::string::npos);
}

TEST(DriveSet, TwoDrivesOnOneJointAreRefused) {
  Bench bench(MakeTwoWheels(), {Drive(),
                                "<drive name=\"c\" type=\"joint_group\"><joint>w1</joint>"
                                "</drive>"});
  EXPECT_NE(bench.problems.ErrorText().find("two drives"), std::string::npos);
}

}  // namespace
}  // namespace surefoot::drives::test
