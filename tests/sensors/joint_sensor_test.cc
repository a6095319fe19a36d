// Encoder, joint state and wheel odometry on a robot that drives.

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "tests/sensors/sensor_run.h"

namespace surefoot::sensor_tests {
namespace {

using msgs::nav_msgs::Odometry;
using msgs::sensor_msgs::JointState;
using msgs::std_msgs::Int64;

constexpr double kTwoPi = 6.283185307179586;

std::string Encoder(const std::string& parameters) {
  return "<sensor name='ticker' type='encoder'><update_rate>50</update_rate>" + parameters +
         "</sensor>";
}

double JointPosition(const sim::Simulation& run, const std::string& joint) {
  const int id = run.world().FindJoint(joint);
  return run.state().q[static_cast<std::size_t>(run.world().joint(id).q)];
}

TEST(Encoder, CountsTheEdgesOfTheJoint) {
  auto run = RunText(World(Floor() + Robot("", 3.0, 3.0,
                                           Encoder("<surefoot:ticks_per_revolution>100"
                                                   "</surefoot:ticks_per_revolution>"))));
  ASSERT_NE(run, nullptr);
  Listener heard(run.get());
  const double per_rad = 100.0 / kTwoPi;
  Advance(run.get(), 0.001);
  const double start = std::floor(JointPosition(*run, "robot::left") * per_rad);
  double angle_before = 0.0;
  for (int i = 0; i < 100; ++i) {
    Advance(run.get(), i == 0 ? 0.019 : 0.02);
    const double angle = JointPosition(*run, "robot::left");
    const auto ticks = heard.Messages<Int64>("/robot/ticker/ticks");
    const auto states = heard.Messages<JointState>("/robot/ticker/joint_state");
    ASSERT_EQ(ticks.size(), static_cast<std::size_t>(i + 1));
    ASSERT_EQ(states.size(), ticks.size());
    EXPECT_EQ(static_cast<double>(ticks.back().data), std::floor(angle * per_rad) - start);
    ASSERT_EQ(states.back().name, std::vector<std::string>{"left"});
    EXPECT_NEAR(states.back().position[0], angle, 1.0 / per_rad);
    // The speed is a difference of two rounded positions.
    EXPECT_NEAR(states.back().velocity[0], (angle - angle_before) / 0.02, 1.0 / per_rad / 0.02);
    angle_before = angle;
  }
  EXPECT_GT(angle_before, 4.0);
}

TEST(Encoder, GearAndSignAndWindow) {
  const std::string common =
      "<surefoot:ticks_per_revolution>64</surefoot:ticks_per_revolution>"
      "<surefoot:gear_ratio>34</surefoot:gear_ratio>";
  auto run = RunText(
      World(Floor() +
            Robot("", 3.0, 3.0,
                  Encoder(common + "<surefoot:inverted>true</surefoot:inverted>"
                                   "<surefoot:velocity_window>10</surefoot:velocity_window>"))));
  ASSERT_NE(run, nullptr);
  Listener heard(run.get());
  Advance(run.get(), 2.0);
  const double angle = JointPosition(*run, "robot::left");
  const double per_rad = 64.0 * 34.0 / kTwoPi;
  EXPECT_NEAR(static_cast<double>(heard.Messages<Int64>("/robot/ticker/ticks").back().data),
              -angle * per_rad, 2.0);
  const JointState last = heard.Messages<JointState>("/robot/ticker/joint_state").back();
  EXPECT_NEAR(last.position[0], angle, 2.0 / per_rad);
  EXPECT_NEAR(last.velocity[0], 3.0, 0.05);
}

TEST(Encoder, MissesAndInventsItsShare) {
  const auto ticks_with = [](const std::string& parameters) {
    auto run = RunText(World(Floor() + Robot("", 20.0, 20.0,
                                             Encoder("<surefoot:ticks_per_revolution>10000"
                                                     "</surefoot:ticks_per_revolution>" +
                                                     parameters))));
    Listener heard(run.get());
    Advance(run.get(), 2.0);
    return static_cast<double>(heard.Messages<Int64>("/robot/ticker/ticks").back().data);
  };
  const double all = ticks_with("");
  ASSERT_GT(all, 3e4);
  // Binomial; five standard deviations.
  const double missed = ticks_with("<surefoot:missed_ticks>0.1</surefoot:missed_ticks>");
  EXPECT_NEAR(all - missed, 0.1 * all, 5.0 * std::sqrt(all * 0.1 * 0.9));
  const double extra = ticks_with("<surefoot:extra_ticks>0.02</surefoot:extra_ticks>");
  EXPECT_NEAR(extra - all, 0.02 * all, 5.0 * std::sqrt(all * 0.02 * 0.98));
}

TEST(JointStates, ReportsTheJointsInOrder) {
  auto run = RunText(World(
      Floor() + Robot("<sensor name='joints' type='joint_state'><update_rate>100</update_rate>"
                      "</sensor>",
                      2.0, -1.0)));
  ASSERT_NE(run, nullptr);
  Listener heard(run.get());
  Advance(run.get(), 1.0);
  const auto messages = heard.Messages<JointState>("/robot/joint_states");
  ASSERT_EQ(messages.size(), 100u);
  const JointState& last = messages.back();
  ASSERT_EQ(last.name, (std::vector<std::string>{"left", "right"}));
  for (std::size_t i = 0; i < 2; ++i) {
    const int id = run->world().FindJoint("robot::" + last.name[i]);
    const auto v = static_cast<std::size_t>(run->world().joint(id).v);
    EXPECT_EQ(last.position[i], JointPosition(*run, "robot::" + last.name[i]));
    EXPECT_EQ(last.velocity[i], run->state().v[v]);
    EXPECT_EQ(last.effort[i], run->state().effort[v]);
  }
  EXPECT_EQ(msgs::FromTime(last.header.stamp), run->time_ns());
}

TEST(JointStates, HasNoiseAndSteps) {
  auto run = RunText(
      World(Floor() +
            Robot("<sensor name='joints' type='joint_state'><update_rate>1000</update_rate>"
                  "<surefoot:joint>right</surefoot:joint>"
                  "<surefoot:position><noise type='gaussian'><precision>0.01</precision></noise>"
                  "</surefoot:position>"
                  "<surefoot:velocity><noise type='gaussian'><stddev>0.2</stddev></noise>"
                  "</surefoot:velocity></sensor>")));
  ASSERT_NE(run, nullptr);
  Listener heard(run.get());
  Advance(run.get(), 4.0);
  const auto messages = heard.Messages<JointState>("/robot/joint_states");
  ASSERT_EQ(messages.size(), 4000u);
  double squares = 0.0;
  for (const JointState& message : messages) {
    ASSERT_EQ(message.name, std::vector<std::string>{"right"});
    EXPECT_EQ(message.position[0], std::round(message.position[0] / 0.01) * 0.01);
    squares += message.velocity[0] * message.velocity[0];
  }
  // The standard deviation of the variance of 4000 samples is 2.2 %; four of them.
  EXPECT_NEAR(squares / 4000.0 / 0.04, 1.0, 0.09);
}

std::string OdometrySensor(const std::string& parameters, int rate = 50) {
  return "<sensor name='odo' type='wheel_odometry'><update_rate>" + std::to_string(rate) +
         "</update_rate><surefoot:left_joint>left</surefoot:left_joint>"
         "<surefoot:right_joint>right</surefoot:right_joint>" +
         parameters + "</sensor>";
}

Odometry LastOf(const std::string& parameters, std::uint64_t seed = 1, int rate = 50,
                double left = 2.0, double right = 3.0, double seconds = 3.0) {
  RunOptions options;
  options.seed = seed;
  auto run =
      RunText(World(Floor() + Robot(OdometrySensor(parameters, rate), left, right)), options);
  Listener heard(run.get());
  Advance(run.get(), seconds);
  return heard.Messages<Odometry>("/robot/wheel_odometry").back();
}

TEST(WheelOdometry, FollowsTheWheelsAlongArcs) {
  auto run = RunText(World(Floor() + Robot(OdometrySensor(""), 2.0, 3.0)));
  ASSERT_NE(run, nullptr);
  Listener heard(run.get());
  Advance(run.get(), 5.0);
  // The same from the wheels' total angles, because the speeds are constant except at the start.
  const double left = 0.1 * JointPosition(*run, "robot::left");
  const double right = 0.1 * JointPosition(*run, "robot::right");
  const double yaw = (right - left) / 0.4;
  const double radius = 0.5 * (left + right) / yaw;
  const Odometry last = heard.Messages<Odometry>("/robot/wheel_odometry").back();
  EXPECT_NEAR(last.pose.pose.position.x, radius * std::sin(yaw), 2e-3);
  EXPECT_NEAR(last.pose.pose.position.y, radius * (1.0 - std::cos(yaw)), 2e-3);
  EXPECT_NEAR(2.0 * std::atan2(last.pose.pose.orientation.z, last.pose.pose.orientation.w), yaw,
              1e-3);
  EXPECT_NEAR(last.twist.twist.linear.x, 0.25, 1e-3);
  EXPECT_NEAR(last.twist.twist.angular.z, 0.25, 1e-3);
  EXPECT_EQ(last.header.frame_id, "robot/odom");
  EXPECT_EQ(last.child_frame_id, "robot/base");
}

TEST(WheelOdometry, IsTrueOnAStraightLine) {
  // Tyres would deflect and roll on a smaller radius than the rim.
  auto run = RunText(
      World("<surefoot:ground contact='engine'/>" + Floor() + Robot(OdometrySensor(""), 3.0, 3.0)));
  ASSERT_NE(run, nullptr);
  Listener heard(run.get());
  Advance(run.get(), 5.0);
  const int base = run->world().FindLink("robot::base");
  const Vector3d p = run->state().X_WL[static_cast<std::size_t>(base)].p;
  const Odometry last = heard.Messages<Odometry>("/robot/wheel_odometry").back();
  EXPECT_GT(p.x(), 1.4);
  EXPECT_NEAR(last.pose.pose.position.x, p.x(), 0.01);
  EXPECT_NEAR(last.pose.pose.position.y, 0.0, 1e-3);
}

TEST(WheelOdometry, BelievesWrongRadiiAndTracks) {
  const Odometry right = LastOf("", 1, 50, 2.0, 2.0);
  const Odometry wrong = LastOf("<surefoot:radius_error>0.05</surefoot:radius_error>", 1, 50, 2, 2);
  EXPECT_NEAR(wrong.pose.pose.position.x / right.pose.pose.position.x, 1.05, 1e-9);
  const Odometry received =
      LastOf("<surefoot:wheel_radius>0.2</surefoot:wheel_radius>", 1, 50, 2, 2);
  EXPECT_NEAR(received.pose.pose.position.x / right.pose.pose.position.x, 2.0, 1e-9);
  const auto yaw = [](const Odometry& o) {
    return 2.0 * std::atan2(o.pose.pose.orientation.z, o.pose.pose.orientation.w);
  };
  const Odometry turn = LastOf("");
  const Odometry wide = LastOf("<surefoot:track_error>0.25</surefoot:track_error>");
  EXPECT_NEAR(yaw(turn) / yaw(wide), 1.25, 1e-9);
}

TEST(WheelOdometry, TicksMakeItCoarse) {
  const Odometry coarse =
      LastOf("<surefoot:ticks_per_revolution>20</surefoot:ticks_per_revolution>", 1, 50, 2, 2);
  const double length = 0.1 * kTwoPi / 20.0;
  const double ticks = coarse.pose.pose.position.x / length;
  EXPECT_NEAR(ticks, std::round(ticks), 1e-6);
  EXPECT_NEAR(coarse.twist.covariance[0], length * length / 12.0 / (0.02 * 0.02), 1e-9);
}

TEST(WheelOdometry, ErrorsSpreadAsTheCovarianceSays) {
  const std::string slip =
      "<surefoot:distance_noise>0.05</surefoot:distance_noise>"
      "<surefoot:turn_noise>0.1</surefoot:turn_noise>"
      "<surefoot:turn_distance_noise>0.05</surefoot:turn_distance_noise>"
      "<surefoot:sideways_noise>0.02</surefoot:sideways_noise>";
  const Odometry truth = LastOf("", 1, 50, 2.0, 3.0, 1.5);
  const int rates[] = {50, 10};
  Eigen::Matrix3d reported[2];
  double mean_nees = 0.0;
  constexpr int kRuns = 120;
  for (int i = 0; i < kRuns; ++i) {
    const int rate = rates[i % 2];
    const Odometry o = LastOf(slip, static_cast<std::uint64_t>(100 + i), rate, 2.0, 3.0, 1.5);
    Vector3d error(
        o.pose.pose.position.x - truth.pose.pose.position.x,
        o.pose.pose.position.y - truth.pose.pose.position.y,
        2.0 * std::atan2(o.pose.pose.orientation.z, o.pose.pose.orientation.w) -
            2.0 * std::atan2(truth.pose.pose.orientation.z, truth.pose.pose.orientation.w));
    const std::size_t rows[] = {0, 1, 5};
    Eigen::Matrix3d& P = reported[i % 2];
    for (int a = 0; a < 3; ++a) {
      for (int b = 0; b < 3; ++b) P(a, b) = o.pose.covariance[6 * rows[a] + rows[b]];
    }
    mean_nees += error.dot(P.inverse() * error) / kRuns;
  }
  // The mean of 120 chi-squares with 3 degrees of freedom: 3 +- 0.22; four of those.
  EXPECT_NEAR(mean_nees, 3.0, 0.9);
  // The growth of errors does not depend on the rate.
  EXPECT_LT((reported[0] - reported[1]).norm(), 0.1 * reported[0].norm());
}

TEST(WheelOdometry, NamesWhatIsMissing) {
  Problems problems;
  const auto world =
      ReadWorld(World(Robot("<sensor name='odo' type='wheel_odometry'>\n"
                            "<surefoot:left_joint>lft</surefoot:left_joint></sensor>")),
                &problems);
  ASSERT_FALSE(world.ok());
  const std::string text = problems.ErrorText();
  EXPECT_NE(text.find(":6: error"), std::string::npos) << text;
  EXPECT_NE(text.find("did you mean \"left\""), std::string::npos) << text;
  EXPECT_NE(text.find("right_joint"), std::string::npos) << text;
}

}  // namespace
}  // namespace surefoot::sensor_tests
