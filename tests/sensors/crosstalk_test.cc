// Ultrasonic sensors that hear each other, against times of flight computed by hand.

#include "surefoot/sensors/range/crosstalk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/sensor_msgs.h"
#include "tests/sensors/sensor_run.h"

namespace surefoot::sensor_tests {
namespace {

using msgs::sensor_msgs::Range;

std::string Robot(const std::string& name, const std::string& pose, const std::string& more) {
  return "<model name='" + name + "'><static>true</static><pose>" + pose +
         "</pose><link name='l'><collision name='body'><geometry><sphere><radius>0.03</radius>"
         "</sphere></geometry></collision><sensor name='us' type='sonar'><update_rate>10"
         "</update_rate><surefoot:max>3</surefoot:max><surefoot:field_of_view>0.5"
         "</surefoot:field_of_view><surefoot:rays>500</surefoot:rays>" +
         more + "</sensor></link></model>\n";
}

std::vector<double> Readings(const std::string& inside, double seconds = 0.1) {
  auto run = RunText(World(inside), {});
  if (run == nullptr) return {};
  Listener heard(run.get());
  Advance(run.get(), seconds);
  std::vector<double> readings;
  for (const Range& message : heard.Messages<Range>("/a/us")) readings.push_back(message.range);
  return readings;
}

constexpr const char* kHears = "<surefoot:crosstalk>true</surefoot:crosstalk>";
constexpr const char* kAtOnce = "<surefoot:ping_jitter>0</surefoot:ping_jitter>";

TEST(Crosstalk, FacingSensorsThatPingAtOnceReadHalfTheirDistance) {
  const std::string both = std::string(kHears) + kAtOnce;
  const std::string facing = Robot("b", "2 0 0 0 0 3.14159265", kAtOnce);
  EXPECT_NEAR(Readings(Robot("a", "0 0 0 0 0 0", both) + facing).at(0), 1.0, 1e-4);
  // Without crosstalk it measures the body of the other sensor.
  EXPECT_NEAR(Readings(Robot("a", "0 0 0 0 0 0", kAtOnce) + facing).at(0), 1.97, 1e-3);
  // It does not hear a sensor that faces away or is behind a wall.
  const std::string away = Robot("b", "2 0 0 0 0 0", kAtOnce);
  EXPECT_NEAR(Readings(Robot("a", "0 0 0 0 0 0", both) + away).at(0), 1.97, 1e-3);
  EXPECT_NEAR(
      Readings(Robot("a", "0 0 0 0 0 0", both) + facing + Wall("wall", "1.55 0 0 0 0 0", "0.1 9 9"))
          .at(0),
      1.5, 1e-3);
}

TEST(Crosstalk, ComesByWayOfAWall) {
  // Two sensors side by side, 1 m apart, before a wall at 2 m. The other one is turned so that
  // the wall reflects its ping to the first: a path of 2 sqrt(4 + 0.25). The first one's own echo
  // would arrive earlier, so it looks 0.3 rad past the normal, and the wall reflects only within
  // 0.05 rad of its normal.
  const double aim = std::atan2(0.5, 2.0);
  const std::string specular =
      std::string(kHears) + kAtOnce + "<surefoot:max_incidence>0.05</surefoot:max_incidence>";
  const std::string narrow = "<surefoot:field_of_view>0.3</surefoot:field_of_view>";
  const auto robot = [&](const char* name, double y, double yaw, const std::string& more) {
    std::string text =
        Robot(name, "0 " + std::to_string(y) + " 0 0 0 " + std::to_string(yaw), more);
    const std::string wide = "<surefoot:field_of_view>0.5</surefoot:field_of_view>";
    return text.replace(text.find(wide), wide.size(), narrow);
  };
  const std::string wall = Wall("wall", "2.5 0 0 0 0 0", "1 9 9");
  const std::string other = robot("b", -0.5, aim, kAtOnce);
  const auto readings = Readings(robot("a", 0.5, -aim, specular) + other + wall);
  ASSERT_EQ(readings.size(), 1u);
  EXPECT_NEAR(readings[0], std::sqrt(4.25), 0.02);
  // Without the other sensor no echo returns: the normal is outside of the cone.
  EXPECT_NEAR(Readings(robot("a", 0.5, -aim, specular) + wall).at(0), 3.0, 1e-6);
}

TEST(Crosstalk, WithoutACommonClockItIsNowAndThen) {
  // Period 0.1 s, window 2 * 3 / 343 s: a ping that arrives before the echo of the other's body.
  const auto readings =
      Readings(Robot("a", "0 0 0 0 0 0", kHears) + Robot("b", "2 0 0 0 0 3.14159265", ""), 200.0);
  ASSERT_EQ(readings.size(), 2000u);
  int early = 0;
  for (const double reading : readings) {
    EXPECT_LE(reading, 1.98);
    early += reading < 1.96 ? 1 : 0;
  }
  // The other's ping precedes the own one by at most 2 m / c, and follows it by at most the time
  // of a 1.96 m echo: an interval of 2 * 1.96 / c. Two independent uniform times in a period of 0.1
  // s differ so with this probability, including neighbouring samples.
  const double expected = 2000.0 * (2.0 * 1.96 / 343.0) / 0.1;
  EXPECT_NEAR(early, expected, 4.5 * std::sqrt(expected));
}

TEST(Crosstalk, PingsAreTheSameForWhoeverAsks) {
  using sensors::PingTime;
  EXPECT_EQ(PingTime(1, "a", 10.0, 0.1, 7), PingTime(1, "a", 10.0, 0.1, 7));
  EXPECT_NE(PingTime(1, "a", 10.0, 0.1, 7), PingTime(1, "b", 10.0, 0.1, 7));
  EXPECT_EQ(PingTime(1, "a", 10.0, 0.0, 7), 0.7);
}

TEST(Crosstalk, NeedsACone) {
  Problems problems;
  const std::string beam = std::string(kHears) + "<surefoot:preset>ideal_beam</surefoot:preset>";
  const std::string text =
      "<model name='a'><static>true</static><link name='l'><sensor name='us' "
      "type='sonar'>" +
      beam + "</sensor></link></model>";
  EXPECT_FALSE(ReadWorld(World(text), &problems).ok());
}

}  // namespace
}  // namespace surefoot::sensor_tests
