// Individually steered wheels, on the test bench and as geometry.

#include <cmath>

#include "surefoot/drives/drive.h"
#include "surefoot/drives/test/bench.h"
#include "surefoot/msgs/ackermann_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "tests/allocation_counter.h"

namespace surefoot::drives::test {
namespace {

using msgs::ackermann_msgs::AckermannDriveStamped;
using msgs::nav_msgs::Odometry;
using msgs::std_msgs::Float64MultiArray;

constexpr double kPi = 3.14159265358979323846;
constexpr double kRadius = 0.1;
/// Front, middle and rear, left and right: as "w0" to "w5", steered by "s0" to "s5".
const std::vector<Vector3d> kSix = {{0.7, 0.6, 0}, {0.7, -0.6, 0}, {0, 0.6, 0},
                                    {0, -0.6, 0},  {-0.7, 0.6, 0}, {-0.7, -0.6, 0}};

/// Wheels on knuckles; each pivot is `inward` of its wheel (m).
world::Model MakeRover(double limit = 1.7, double inward = 0.0, double rate = world::kInfinity) {
  world::Model model;
  model.name = "car";
  model.links.push_back(world::test::MakeLink("base_link"));
  for (std::size_t i = 0; i < kSix.size(); ++i) {
    const std::string number = std::to_string(i);
    const double side = kSix[i].y() > 0.0 ? 1.0 : -1.0;
    model.links.push_back(world::test::MakeLink("knuckle" + number));
    model.links.back().X_ML.p = kSix[i] - Vector3d(0.0, side * inward, 0.0);
    const int knuckle = static_cast<int>(model.links.size()) - 1;
    model.joints.push_back(
        world::test::MakeJoint(model, "s" + number, world::JointType::kRevolute, 0, knuckle));
    model.joints.back().axes[0].axis_J = Vector3d::UnitZ();
    model.joints.back().axes[0].lower = -limit;
    model.joints.back().axes[0].upper = limit;
    model.joints.back().axes[0].velocity = rate;
    model.links.push_back(world::test::MakeLink("wheel" + number));
    model.links.back().X_ML.p = kSix[i];
    model.links.back().collisions[0].geometry = world::Cylinder{kRadius, 0.05};
    model.joints.push_back(world::test::MakeJoint(
        model, "w" + number, world::JointType::kContinuous, knuckle, knuckle + 1));
    model.joints.back().axes[0].axis_J = Vector3d::UnitY();
  }
  return model;
}

std::string SixWheels(const std::string& more = "") {
  std::string text = "<drive name=\"r\" type=\"steered_wheels\">";
  for (int i = 0; i < 6; ++i) {
    const std::string number = std::to_string(i);
    text += "<wheel joint=\"w" + number + "\" steering_joint=\"s" + number + "\"/>";
  }
  return text + more + "</drive>";
}

std::string S(std::size_t i) { return "s" + std::to_string(i); }
std::string W(std::size_t i) { return "w" + std::to_string(i); }
const std::string kForEver = "<cmd_vel_timeout>0</cmd_vel_timeout>";

/// Every wheel rolls with the motion of the base, without lateral slip.
void ExpectRolling(Bench* bench, double x, double y, double turn, double slack = 1e-9) {
  for (std::size_t i = 0; i < kSix.size(); ++i) {
    const double vx = x - turn * kSix[i].y();
    const double vy = y + turn * kSix[i].x();
    const double angle = bench->q(S(i));
    EXPECT_NEAR(kRadius * bench->v(W(i)), vx * std::cos(angle) + vy * std::sin(angle), slack) << i;
    EXPECT_NEAR(vy * std::cos(angle) - vx * std::sin(angle), 0.0, slack) << i;
  }
}

TEST(SteeredWheels, RollAboutAnyCentre) {
  const double twists[][3] = {{0.5, 0.0, 0.4},  {0.5, 0.0, 0.0},  {0.3, 0.2, 0.0},
                              {0.0, 0.4, 0.0},  {0.0, -0.4, 0.0}, {0.0, 0.0, 0.3},
                              {-0.3, 0.1, 0.2}, {0.1, 0.3, -0.5}};
  for (const auto& [x, y, turn] : twists) {
    Bench bench(MakeRover(), {SixWheels(kForEver)});
    ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
    const auto odometry = bench.Collect<Odometry>("/car/odom");
    bench.SendTwist(x, turn, y);
    bench.Step(1000);
    ExpectRolling(&bench, x, y, turn);
    const auto& received = odometry->back().twist.twist;
    EXPECT_NEAR(received.linear.x, x, 1e-9);
    EXPECT_NEAR(received.linear.y, y, 1e-9);
    EXPECT_NEAR(received.angular.z, turn, 1e-9);
  }
}

TEST(SteeredWheels, StandAtTheAnglesOfAckermann) {
  Bench bench(MakeRover(), {SixWheels(kForEver)});
  bench.SendTwist(0.5, 0.25);
  bench.Step(500);
  const double R = 2.0;
  EXPECT_NEAR(bench.q("s0"), std::atan(0.7 / (R - 0.6)), 1e-9);
  EXPECT_NEAR(bench.q("s1"), std::atan(0.7 / (R + 0.6)), 1e-9);
  EXPECT_NEAR(bench.q("s2"), 0.0, 1e-9);
  EXPECT_NEAR(bench.q("s4"), -std::atan(0.7 / (R - 0.6)), 1e-9);
  EXPECT_NEAR(bench.v("w0"), 0.25 * std::hypot(0.7, R - 0.6) / kRadius, 1e-9);
}

TEST(SteeredWheels, TurnOnTheSpotAcrossTheirRadii) {
  Bench bench(MakeRover(), {SixWheels(kForEver)});
  bench.SendTwist(0.0, 0.2);
  bench.Step(500);
  // The left ones roll backward at less than a right angle.
  EXPECT_NEAR(bench.q("s0"), -std::atan(0.7 / 0.6), 1e-9);
  EXPECT_NEAR(bench.q("s1"), std::atan(0.7 / 0.6), 1e-9);
  EXPECT_NEAR(bench.v("w0"), -0.2 * std::hypot(0.7, 0.6) / kRadius, 1e-9);
  EXPECT_NEAR(bench.v("w3"), 0.2 * 0.6 / kRadius, 1e-9);
}

TEST(SteeredWheels, StayWithinLimitsAndTurnBackwardInstead) {
  Bench bench(MakeRover(1.6), {SixWheels(kForEver)});
  bench.SendTwist(-0.2, 0.0, 0.2);
  bench.Step(500);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(bench.q(S(i)), -kPi / 4, 1e-9);
  ExpectRolling(&bench, -0.2, 0.2, 0.0);
  // In the opposite direction: the same steering angle, because pivots turn as little as possible.
  bench.SendTwist(0.0, 0.0, -0.2);
  bench.Step(500);
  const double right = bench.q("s0");
  EXPECT_NEAR(std::abs(right), kPi / 2, 1e-9);
  bench.SendTwist(0.0, 0.0, 0.2);
  bench.Step(50);
  EXPECT_NEAR(bench.q("s0"), right, 1e-9);
  ExpectRolling(&bench, 0.0, 0.2, 0.0);
}

TEST(SteeredWheels, GoToTheirLimitsWhenTheyCannotFollow) {
  Bench bench(MakeRover(0.5), {SixWheels(kForEver)});
  bench.SendTwist(0.1, 0.0, 0.3);
  bench.Step(500);
  EXPECT_NEAR(bench.q("s0"), 0.5, 1e-9);
  EXPECT_NEAR(kRadius * bench.v("w0"), 0.1 * std::cos(0.5) + 0.3 * std::sin(0.5), 1e-9);
}

TEST(SteeredWheels, WaitForTheirPivots) {
  Bench bench(MakeRover(1.7, 0.0, 0.5), {SixWheels(kForEver)});
  const auto odometry = bench.Collect<Odometry>("/car/odom");
  bench.SendTwist(0.0, 0.0, 0.4);
  bench.Step(2000);
  EXPECT_EQ(bench.v("w0"), 0.0);
  bench.Step(1500);
  ExpectRolling(&bench, 0.0, 0.4, 0.0);
  // It rolls sideways only after its wheel points there.
  EXPECT_LT(std::abs(odometry->back().pose.pose.position.x), 0.015);
  EXPECT_GT(odometry->back().pose.pose.position.y, 0.1);
}

TEST(SteeredWheels, KeepTheirWayWhileTheyStop) {
  Bench bench(MakeRover(), {SixWheels("<linear><max_acceleration>1</max_acceleration></linear>"
                                      "<angular><max_acceleration>9</max_acceleration></angular>"
                                      "<cmd_vel_timeout>0.2</cmd_vel_timeout>")});
  bench.SendTwist(0.1, 0.1);
  bench.Step(200);
  ExpectRolling(&bench, 0.1, 0.0, 0.1, 1e-4);
  const double angle = bench.q("s0");
  for (int i = 0; i < 300; ++i) {
    bench.Step();
    EXPECT_NEAR(bench.q("s0"), angle, 1e-4);
    // All wheels roll about the same centre.
    EXPECT_NEAR(bench.v("w2") * (1.0 + 0.6), bench.v("w3") * (1.0 - 0.6), 1e-9);
  }
  EXPECT_EQ(bench.v("w0"), 0.0);
}

TEST(SteeredWheels, ListenToAckermannMessages) {
  Bench bench(MakeRover(), {SixWheels(kForEver)});
  AckermannDriveStamped message;
  message.drive.speed = 0.3F;
  message.drive.steering_angle = 0.2F;
  bench.Send("/car/ackermann_cmd", message);
  bench.Step(500);
  const double R = 0.7 / std::tan(0.2);
  EXPECT_NEAR(bench.q("s0"), std::atan(0.7 / (R - 0.6)), 1e-6);
  EXPECT_NEAR(bench.q("s5"), -std::atan(0.7 / (R + 0.6)), 1e-6);
  ExpectRolling(&bench, 0.3, 0.0, 0.3 / R, 1e-6);
  // Steered at rest.
  message.drive.speed = 0.0F;
  message.drive.steering_angle = -0.2F;
  bench.Send("/car/ackermann_cmd", message);
  bench.Step(500);
  EXPECT_NEAR(bench.q("s1"), -std::atan(0.7 / (R - 0.6)), 1e-6);
  EXPECT_EQ(bench.v("w0"), 0.0);
  message.drive.steering_angle = NAN;
  bench.Send("/car/ackermann_cmd", message);
  EXPECT_EQ(bench.refused().count, 1u);
}

TEST(SteeredWheels, TakeAnglesOneByOneAndTurnAlike) {
  const double a = 4.0 * kPi / 180.0;
  Bench bench(MakeRover(), {SixWheels(kForEver)});
  Float64MultiArray angles;
  angles.data = {a, a, 0.0, 0.0, -a, -a};
  bench.Send("/car/steering_cmd", angles);
  bench.SendTwist(0.2, 0.7);
  bench.Step(500);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(bench.q(S(i)), angles.data[i], 1e-9);
    EXPECT_NEAR(bench.v(W(i)), 2.0, 1e-9);
  }
  angles.data = {a};
  bench.Send("/car/steering_cmd", angles);
  EXPECT_EQ(bench.refused().last, "1 angles for 6 steering joints");
  angles.data = {a, a, 0.0, 0.0, NAN, -a};
  bench.Send("/car/steering_cmd", angles);
  EXPECT_EQ(bench.refused().count, 2u);
  angles.data.clear();
  bench.Send("/car/steering_cmd", angles);
  bench.SendTwist(0.2, 0.1);
  bench.Step(500);
  ExpectRolling(&bench, 0.2, 0.0, 0.1);
}

TEST(SteeredWheels, MayBeginWithAnglesOfTheFile) {
  Bench bench(MakeRover(), {SixWheels("<fixed_angles>0.1 0.1 0 0 -0.1 -0.1</fixed_angles>")});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.Step(500);
  EXPECT_NEAR(bench.q("s4"), -0.1, 1e-9);
  Bench wrong(MakeRover(), {SixWheels("<fixed_angles>0.1 0.1</fixed_angles>")});
  EXPECT_NE(wrong.problems.ErrorText().find("2 numbers where 6"), std::string::npos);
}

TEST(SteeredWheels, RollAroundTheirPivotsWithoutMovingTheBase) {
  Bench bench(MakeRover(1.7, 0.15, 0.5),
              {SixWheels(kForEver + "<stop_angle>0.1</stop_angle><slow_angle>0.1</slow_angle>")});
  const auto odometry = bench.Collect<Odometry>("/car/odom");
  AckermannDriveStamped message;
  message.drive.steering_angle = 0.6F;
  bench.Send("/car/ackermann_cmd", message);
  bench.Step(200);
  EXPECT_NEAR(bench.v("w0"), -0.5 * 0.15 / kRadius, 1e-9);
  EXPECT_NEAR(bench.v("w1"), 0.5 * 0.15 / kRadius, 1e-9);
  bench.Step(2000);
  const auto& pose = odometry->back().pose.pose;
  EXPECT_LT(std::hypot(pose.position.x, pose.position.y) + std::abs(pose.orientation.z), 5e-4);
}

TEST(SteeredWheels, WheelsThatKeepTheirDirectionSetTheCentre) {
  std::string drive = "<drive name=\"r\" type=\"steered_wheels\">" + kForEver;
  for (const int i : {0, 1}) {
    const std::string n = std::to_string(i);
    drive += "<wheel joint=\"w" + n + "\" steering_joint=\"s" + n + "\"/>";
  }
  Bench bench(MakeRover(), {drive + "<wheel>w4</wheel><wheel>w5</wheel></drive>"});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  const auto odometry = bench.Collect<Odometry>("/car/odom");
  AckermannDriveStamped message;
  message.drive.speed = 0.2F;
  message.drive.steering_angle = 0.3F;
  bench.Send("/car/ackermann_cmd", message);
  bench.Step(500);
  // As a car: about the rear axle, 1.4 m behind.
  const double R = 1.4 / std::tan(0.3);
  EXPECT_NEAR(bench.q("s0"), std::atan(1.4 / (R - 0.6)), 1e-6);
  EXPECT_NEAR(kRadius * bench.v("w4"), 0.2 * (R - 0.6) / R, 1e-6);
  EXPECT_NEAR(odometry->back().twist.twist.angular.z, 0.2 / R, 1e-6);
}

/// Moves the base at `share` of the wheels' rolling speed.
void StepWithSlip(Bench* bench, int steps, double share) {
  for (int i = 0; i < steps; ++i) {
    bench->Step();
    bench->state.V_WL_W[0].v = Vector3d(share * kRadius * bench->v("w0"), 0.0, 0.0);
  }
}

TEST(SteeredWheels, HoldTheirSpeedInSpiteOfSlip) {
  Bench bench(MakeRover(),
              {SixWheels(kForEver + "<true_speed_control><p>5</p><d>0.1</d>"
                                    "<max_speed>0.5</max_speed></true_speed_control>")});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.SendTwist(0.1, 0.0);
  StepWithSlip(&bench, 10000, 0.29);
  EXPECT_NEAR(kRadius * bench.v("w0"), 0.1 / 0.29, 1e-4);
  StepWithSlip(&bench, 10000, 0.1);
  EXPECT_NEAR(kRadius * bench.v("w0"), 0.5, 1e-9);
  // Downhill the base moves faster than the wheels roll.
  StepWithSlip(&bench, 10000, 1.25);
  EXPECT_NEAR(kRadius * bench.v("w0"), 0.08, 1e-4);
  bench.SendTwist(0.0, 0.0);
  bench.Step(100);
  EXPECT_EQ(bench.v("w0"), 0.0);
}

TEST(SteeredWheels, ContinueFromWhatWasSaved) {
  const std::string drive = SixWheels(
      "<max_steering_rate>0.4</max_steering_rate>"
      "<true_speed_control><p>1</p></true_speed_control>");
  Bench first(MakeRover(), {drive});
  first.SendTwist(0.1, 0.2, 0.05);
  StepWithSlip(&first, 300, 0.5);
  Bench second(MakeRover(), {drive});
  second.ContinueFrom(first);
  StepWithSlip(&first, 150, 0.5);
  StepWithSlip(&second, 150, 0.5);
  EXPECT_EQ(first.state.q, second.state.q);
  EXPECT_EQ(first.state.v, second.state.v);
}

TEST(SteeredWheels, DoNotAllocate) {
  Bench bench(MakeRover(), {SixWheels(kForEver + "<true_speed_control/><motor><torque_constant>1"
                                                 "</torque_constant></motor>")});
  ASSERT_TRUE(bench.problems.ok()) << bench.problems.ErrorText();
  bench.SendTwist(0.1, 0.2);
  bench.Step(100);
  const long before = AllocationCount();
  bench.Step(1000);
  EXPECT_EQ(AllocationCount(), before);
}

std::string ErrorOf(const std::string& inner, world::Model model = MakeRover()) {
  Bench bench(std::move(model),
              {"<drive name=\"r\" type=\"steered_wheels\">" + inner + "</drive>"});
  return bench.problems.ErrorText();
}

TEST(SteeredWheels, SayWhatIsWrong) {
  EXPECT_NE(ErrorOf("<wheel>w0</wheel>").find("at least 2"), std::string::npos);
  EXPECT_NE(ErrorOf("<wheel joint=\"w0\" steering_joint=\"s9\"/><wheel>w1</wheel>").find("s9"),
            std::string::npos);
  EXPECT_NE(ErrorOf("<wheel joint=\"w0\" steering_joint=\"w2\"/><wheel>w1</wheel>").find("upright"),
            std::string::npos);
  EXPECT_NE(ErrorOf("<wheel joint=\"w0\" steering_joint=\"s0\"/>"
                    "<wheel joint=\"w1\" steering_joint=\"s0\"/>")
                .find("twice"),
            std::string::npos);
  EXPECT_NE(ErrorOf("<wheel>w0</wheel><wheel>w1</wheel><slow_angle>0.3</slow_angle>"
                    "<stop_angle>0.2</stop_angle>")
                .find("stop_angle"),
            std::string::npos);
  EXPECT_NE(ErrorOf("<wheel>w0</wheel><wheel>w1</wheel>", MakeCar({{0, 0, 0}, {0, 0, 0}}))
                .find("at the same place"),
            std::string::npos);
  EXPECT_NE(
      ErrorOf(
          "<wheel>w0</wheel><wheel>w1</wheel><true_speed_control><p>-1</p></true_speed_control>")
          .find("p"),
      std::string::npos);
}

}  // namespace
}  // namespace surefoot::drives::test
