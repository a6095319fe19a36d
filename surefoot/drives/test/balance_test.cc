#include "surefoot/drives/legs/balance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/drives/test/bench.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"

namespace surefoot::drives {
namespace {

using msgs::sensor_msgs::Imu;
using msgs::std_msgs::Bool;

constexpr double kTick = 0.01;

/// The balance control of a drive with this text in <balance>, subscribed to an IMU.
class Balanced {
 public:
  explicit Balanced(const std::string& text)
      : bench_(test::MakeTwoWheels(), {}),
        element_(world::test::ParseMarkup("<drive><balance>" + text + "</balance></drive>")),
        reader_(element_, &problems),
        balance(DriveArgs{*bench_.world, 0, "/car", "car/", reader_, &bench_.graph}) {}

  /// IMU messages of a body at rest with this tilt, and with angular velocity w.
  void Receive(double roll, double pitch, const Vector3d& w, double seconds) {
    const Vector3d f = QuaternionFromRpy(roll, pitch, 0.0).conjugate() * Vector3d(0, 0, 9.81);
    Imu imu;
    imu.angular_velocity.x = w.x();
    imu.angular_velocity.y = w.y();
    imu.angular_velocity.z = w.z();
    imu.linear_acceleration.x = f.x();
    imu.linear_acceleration.y = f.y();
    imu.linear_acceleration.z = f.z();
    for (int i = 0; i < static_cast<int>(std::lround(seconds / kTick)); ++i) {
      bench_.time_ns += ToNanoseconds(kTick);
      bench_.Send("/car/imu/data", imu);
    }
  }
  void Switch(bool on) {
    Bool message;
    message.data = on;
    bench_.Send("/car/balance", message);
  }

 private:
  test::Bench bench_;
  world::Element element_;

 public:
  Problems problems;

 private:
  world::ElementReader reader_;

 public:
  Balance balance;
};

TEST(Balance, LeansAgainstATiltByItsGain) {
  Balanced robot(
      "<tilt_gain>0.5</tilt_gain><filter_time>0.01</filter_time><lean_time>0.1</lean_time>");
  robot.Receive(0.2, -0.1, Vector3d::Zero(), 1.0);
  Eigen::Vector2d lean = robot.balance.Lean(kTick);
  for (int i = 1; i < 10; ++i) lean = robot.balance.Lean(kTick);
  // After one time constant.
  EXPECT_NEAR(lean.x(), 0.1 * -std::expm1(-1.0), 1e-4);
  for (int i = 0; i < 200; ++i) lean = robot.balance.Lean(kTick);
  EXPECT_NEAR(lean.x(), 0.1, 1e-6);
  EXPECT_NEAR(lean.y(), -0.05, 1e-6);
  EXPECT_TRUE(robot.problems.ok());
}

TEST(Balance, LeansAgainstATurnRateAndNoFurtherThanIsAllowed) {
  Balanced robot(
      "<tilt_gain>0</tilt_gain><rate_gain>0.1</rate_gain><max_lean>0.05</max_lean>"
      "<lean_time>0</lean_time>");
  robot.Receive(0.0, 0.0, {0.3, -3.0, 0.0}, 0.02);
  const Eigen::Vector2d lean = robot.balance.Lean(kTick);
  EXPECT_NEAR(lean.x(), 0.03, 1e-9);
  EXPECT_NEAR(lean.y(), -0.05, 1e-9);
}

TEST(Balance, DoesNothingWhileItIsSwitchedOff) {
  Balanced robot("<enabled>false</enabled><tilt_gain>1</tilt_gain><turn_gain>1</turn_gain>");
  robot.Receive(0.3, 0.3, {1.0, 1.0, 1.0}, 1.0);
  EXPECT_FALSE(robot.balance.active());
  EXPECT_TRUE(robot.balance.Lean(kTick).isZero(0.0));
  EXPECT_EQ(robot.balance.Turn(0.4, kTick), 0.4);
  EXPECT_TRUE(robot.balance.Tip(kTick).angle.isZero(0.0));
  robot.Switch(true);
  EXPECT_TRUE(robot.balance.active());
  EXPECT_FALSE(robot.balance.Lean(kTick).isZero(0.0));
}

TEST(Balance, MakesUpForTurningTooSlowly) {
  Balanced robot("<turn_gain>2</turn_gain>");
  robot.Receive(0.0, 0.0, {0.0, 0.0, 0.3}, 0.02);
  double turn = 0.0;
  for (int i = 0; i < 20; ++i) turn = robot.balance.Turn(0.4, kTick);
  // 0.1 rad/s too slow for 0.2 s.
  EXPECT_NEAR(turn, 0.4 + 2.0 * 0.02, 1e-9);
  robot.balance.Rest();
  EXPECT_NEAR(robot.balance.Turn(0.4, 0.0), 0.4, 1e-12);
}

// A changing tilt is a fall; a constant one is a slope.
TEST(Balance, ASlopeDoesNotCountAsTipping) {
  Balanced robot("<filter_time>0.01</filter_time><slope_time>1</slope_time>");
  robot.Receive(0.1, 0.0, {0.5, 0.0, 0.0}, 0.5);
  Balance::Tipping tip = robot.balance.Tip(kTick);
  EXPECT_NEAR(tip.angle.x(), 0.1, 0.01);
  EXPECT_EQ(tip.rate.x(), 0.5);
  for (int i = 0; i < 100; ++i) tip = robot.balance.Tip(kTick);
  EXPECT_NEAR(tip.angle.x(), 0.1 * std::exp(-1.0), 0.01);
  for (int i = 0; i < 1000; ++i) tip = robot.balance.Tip(kTick);
  EXPECT_NEAR(tip.angle.x(), 0.0, 1e-4);
}

}  // namespace
}  // namespace surefoot::drives
