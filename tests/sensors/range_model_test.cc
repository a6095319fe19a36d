// Range sensors described by a file, against the numbers in that file.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "tests/sensors/sensor_run.h"

namespace surefoot::sensor_tests {
namespace {

using msgs::sensor_msgs::Range;
using msgs::std_msgs::Float64;

std::string Text(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

std::string Eye(const std::string& type, const std::string& parameters) {
  return "<model name='eye'><static>true</static><link name='l'><sensor name='beam' type='" + type +
         "'>" + parameters + "</sensor></link></model>\n";
}

/// A wall whose face is `distance` away along x, rotated by `yaw` about the point on the axis.
std::string Face(double distance, double yaw = 0.0) {
  const double half = 0.005;
  return Wall("wall",
              Text(distance + half * std::cos(yaw)) + " " + Text(half * std::sin(yaw)) + " 0 0 0 " +
                  Text(yaw),
              Text(2.0 * half) + " 4 4");
}

struct Sample {
  std::vector<double> ranges;
  std::vector<double> raw;
  std::vector<Range> messages;
};

Sample Readings(const std::string& inside, double seconds, std::uint64_t seed = 1) {
  RunOptions options;
  options.seed = seed;
  Sample sample;
  auto run = RunText(World(inside), options);
  if (run == nullptr) return sample;
  Listener heard(run.get());
  Advance(run.get(), seconds);
  sample.messages = heard.Messages<Range>("/eye/beam");
  for (const Range& message : sample.messages) sample.ranges.push_back(message.range);
  for (const Float64& message : heard.Messages<Float64>("/eye/beam/raw")) {
    sample.raw.push_back(message.data);
  }
  return sample;
}

double MeanOf(const std::vector<double>& v) {
  double sum = 0.0;
  for (const double x : v) sum += x;
  return sum / static_cast<double>(v.size());
}

double StddevOf(const std::vector<double>& v) {
  double sum = 0.0;
  const double mean = MeanOf(v);
  for (const double x : v) sum += (x - mean) * (x - mean);
  return std::sqrt(sum / static_cast<double>(v.size() - 1));
}

/// Within four standard errors of a normal sample.
void ExpectNormal(const std::vector<double>& sample, double mean, double sd) {
  const double n = static_cast<double>(sample.size());
  ASSERT_GT(n, 500.0);
  EXPECT_NEAR(MeanOf(sample), mean, 4.0 * sd / std::sqrt(n));
  EXPECT_NEAR(StddevOf(sample), sd, 4.0 * sd / std::sqrt(2.0 * n));
}

constexpr const char* kFast = "<update_rate>1000</update_rate>";

TEST(RangeModelSensor, UltrasonicReadsAsItWasCharacterised) {
  for (const double cm : {2.0, 10.0, 20.0}) {
    const Sample sample =
        Readings(Eye("ultrasonic",
                     std::string("<surefoot:preset>centurion_hc-sr04</surefoot:preset>") + kFast) +
                     Face(0.01 * cm),
                 2.0);
    const double sd = 0.01 * (0.4878 + 0.0093 * cm);
    ExpectNormal(sample.ranges, 0.01 * (0.7626 + 0.9582 * cm), sd);
    EXPECT_NEAR(sample.messages[0].variance, sd * sd, 1e-6 * sd * sd);
    EXPECT_TRUE(sample.raw.empty());
  }
}

TEST(RangeModelSensor, InfraredReportsCountsAndTheirDistance) {
  for (const double cm : {2.0, 10.0, 20.0}) {
    const Sample sample = Readings(
        Eye("infrared",
            std::string("<surefoot:preset>centurion_gp2y0a41sk0f</surefoot:preset>") + kFast) +
            Face(0.01 * cm),
        2.0);
    const double mean = 14001.0 * std::pow(cm, -1.005);
    const double sd = 3.78 * std::exp(0.157 * cm);
    ExpectNormal(sample.raw, mean, sd);
    ASSERT_EQ(sample.raw.size(), sample.ranges.size());
    for (std::size_t i = 0; i < sample.raw.size(); ++i) {
      const double distance = 0.01 * std::pow(sample.raw[i] / 14001.0, -1.0 / 1.005);
      EXPECT_NEAR(sample.ranges[i], std::min(distance, 0.6), 1e-6);
    }
    // Standard deviation of the distance, to first order.
    const double slope = 14001.0 * 1.005 * std::pow(cm, -2.005) * 100.0;
    EXPECT_NEAR(std::sqrt(sample.messages[0].variance), sd / slope, 1e-4 * sd / slope);
  }
}

TEST(RangeModelSensor, RateIsThatOfTheFileUnlessTheSensorSays) {
  const std::string preset = "<surefoot:preset>centurion_hc-sr04</surefoot:preset>";
  EXPECT_EQ(Readings(Eye("sonar", preset) + Face(0.1), 2.0).ranges.size(), 20u);
  const std::string slow = preset + "<update_rate>2</update_rate>";
  EXPECT_EQ(Readings(Eye("sonar", slow) + Face(0.1), 2.0).ranges.size(), 4u);
}

TEST(RangeModelSensor, IdealBeamIsExact) {
  const Sample sample = Readings(
      Eye("range", "<surefoot:preset>ideal_beam</surefoot:preset>") + Face(0.123, 0.4), 1.0);
  ASSERT_EQ(sample.ranges.size(), 10u);
  for (const double range : sample.ranges) EXPECT_NEAR(range, 0.123, 1e-6);
}

class OwnFile : public ::testing::Test {
 protected:
  /// Writes the sensor's file beside the world's file.
  void Write(const std::string& inside) const {
    std::ofstream(testing::TempDir() + "own_range_sensor.xml")
        << "<range_sensor name='own'>\n<max>2</max><min>0.01</min>" + inside + "</range_sensor>";
  }
  static std::string Own(const std::string& more = kFast) {
    return "<surefoot:model>own_range_sensor.xml</surefoot:model>" + more;
  }
};

TEST_F(OwnFile, AnglesMoveAndWidenTheReading) {
  Write(
      "<reading unit='mm' angle_unit='deg'><mean><distance type='linear'>0 1000</distance>"
      "<incidence type='linear'>0 -0.5</incidence></mean>"
      "<stddev><distance>2</distance><incidence type='linear'>0 0.1</incidence></stddev>"
      "</reading><field_of_view>0</field_of_view>");
  for (const double deg : {0.0, 30.0}) {
    const Sample sample =
        Readings(Eye("sonar", Own()) + Face(0.5, deg * 3.14159265358979 / 180.0), 2.0);
    ExpectNormal(sample.ranges, 0.5 - 0.0005 * deg, 0.002 + 0.0001 * deg);
  }
}

TEST_F(OwnFile, OffsetIsThatOfTheEcho) {
  // A post that only the rim of the cone meets: its echo arrives obliquely to the axis.
  Write(
      "<field_of_view>0.8</field_of_view><rays>3000</rays><reading><mean>"
      "<distance type='linear'>0 1</distance><offset type='linear'>0 "
      "0.5</offset></mean></reading>");
  const std::string post =
      "<model name='post'><static>true</static><pose>0.9553365 0.2955202 0 0 0 0</pose><link "
      "name='l'><collision name='c'><geometry><sphere><radius>0.05</radius></sphere></geometry>"
      "</collision></link></model>";
  const Sample sample = Readings(Eye("sonar", Own()) + post, 0.01);
  ASSERT_FALSE(sample.ranges.empty());
  // 0.3 rad off; the nearest point of the ball is at 0.95 m.
  EXPECT_NEAR(sample.ranges[0], 0.95 + 0.5 * 0.3, 0.01);
}

TEST_F(OwnFile, LosesEchoesFromObliqueWallsByItsShare) {
  Write(
      "<field_of_view>0</field_of_view><reading angle_unit='deg'><mean type='linear'>0 1</mean>"
      "<dropout><incidence type='piecewise'>20 0 40 0.8</incidence></dropout></reading>");
  const Sample square = Readings(Eye("sonar", Own()) + Face(0.5), 1.0);
  for (const double range : square.ranges) EXPECT_NEAR(range, 0.5, 1e-5);
  const Sample oblique = Readings(Eye("sonar", Own()) + Face(0.5, 3.14159265358979 / 6.0), 2.0);
  int lost = 0;
  for (const double range : oblique.ranges) lost += range > 1.99 ? 1 : 0;
  EXPECT_NEAR(lost, 800, 4.0 * std::sqrt(2000 * 0.4 * 0.6));
}

TEST_F(OwnFile, MistakesAreReportedWithTheirLine) {
  for (const char* inside :
       {"<reading/>", "<reading unit='counts'><mean>5</mean></reading>",
        "<reading><mean type='power'>1</mean></reading>",
        "<reading distance_unit='ell'><mean type='linear'>0 1</mean></reading>",
        "<reading><mean type='linear'>0 1</mean><from>2</from><to>1</to></reading>",
        "<reading><mean type='linear'>0 1</mean><outliers low='3' "
        "high='2'>0.1</outliers></reading>",
        "<threshold>7</threshold>"}) {
    Write(inside);
    Problems problems;
    EXPECT_FALSE(ReadWorld(World(Eye("sonar", Own())), &problems).ok()) << inside;
    EXPECT_NE(problems.ErrorText().find("own_range_sensor.xml:2"), std::string::npos)
        << inside << "\n"
        << problems.ErrorText();
  }
  Write("<reading><mean type='linear'>0 1</mean></reading>");
  Problems problems;
  const std::string twice = Own("<surefoot:dropout>0.1</surefoot:dropout>");
  EXPECT_FALSE(ReadWorld(World(Eye("sonar", twice)), &problems).ok());
}

}  // namespace
}  // namespace surefoot::sensor_tests
