// Sonar and infrared against closed forms, brute force and statistics.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/base/random.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/range/range_finder_spec.h"
#include "tests/sensors/sensor_run.h"

namespace surefoot::sensor_tests {
namespace {

using msgs::sensor_msgs::Range;

constexpr double kPi = 3.14159265358979323846;

/// A sensor at the origin that looks along x, on a separate small body.
std::string Eye(const std::string& parameters, const std::string& type = "sonar",
                double rate = 100.0) {
  return "<model name='eye'><static>true</static><link name='l'><collision name='body'><geometry>"
         "<sphere><radius>0.05</radius></sphere></geometry></collision><sensor name='beam' type='" +
         type + "'><update_rate>" + std::to_string(rate) + "</update_rate>" + parameters +
         "</sensor></link></model>\n";
}

constexpr const char* kBeam =
    "<surefoot:min>0.1</surefoot:min><surefoot:max>10</surefoot:max>"
    "<surefoot:field_of_view>0</surefoot:field_of_view>";

std::vector<Range> Readings(const std::string& inside, double seconds = 0.01,
                            std::uint64_t seed = 1) {
  RunOptions options;
  options.seed = seed;
  auto run = RunText(World(inside), options);
  if (run == nullptr) return {};
  Listener heard(run.get());
  Advance(run.get(), seconds);
  return heard.Messages<Range>("/eye/beam");
}

double Reading(const std::string& inside) {
  const std::vector<Range> readings = Readings(inside);
  EXPECT_EQ(readings.size(), 1u);
  return readings.empty() ? -1.0 : static_cast<double>(readings[0].range);
}

std::string Number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

TEST(RangeBeam, MeetsATurnedWall) {
  for (double yaw : {0.0, 0.3, 0.9, -1.2}) {
    // The face is 1 m from the wall's centre at x = 3.
    const double x = Reading(Eye(kBeam) + Wall("wall", "3 0 0 0 0 " + Number(yaw), "2 100 4"));
    EXPECT_NEAR(x, 3.0 - 1.0 / std::cos(yaw), 1e-5) << yaw;
  }
}

TEST(RangeBeam, MeetsASphereAndTheEdgesOfABox) {
  const auto ball = [](double y) {
    return "<model name='ball'><static>true</static><pose>3 " + Number(y) +
           " 0 0 0 0</pose><link name='l'><collision "
           "name='c'><geometry><sphere><radius>0.5</radius>"
           "</sphere></geometry></collision></link></model>";
  };
  EXPECT_NEAR(Reading(Eye(kBeam) + ball(0.3)), 3.0 - std::sqrt(0.25 - 0.09), 1e-5);
  EXPECT_NEAR(Reading(Eye(kBeam) + ball(0.51)), 10.0, 1e-5);
  const auto box = [](double y) { return Wall("box", "2 " + Number(y) + " 0 0 0 0", "1 1 1"); };
  EXPECT_NEAR(Reading(Eye(kBeam) + box(0.499)), 1.5, 1e-5);
  EXPECT_NEAR(Reading(Eye(kBeam) + box(0.501)), 10.0, 1e-5);
}

TEST(RangeBeam, LimitsAndNothing) {
  const std::string far = Wall("wall", "20 0 0 0 0 0", "1 9 9");
  const std::string near = Wall("wall", "0.57 0 0 0 0 0", "1 9 9");
  EXPECT_NEAR(Reading(Eye(kBeam) + far), 10.0, 1e-6);
  const std::string inf = "<surefoot:without_echo>inf</surefoot:without_echo>";
  EXPECT_EQ(Reading(Eye(kBeam + inf) + far), std::numeric_limits<double>::infinity());
  EXPECT_NEAR(Reading(Eye(kBeam) + near), 0.1, 1e-6);
  const std::string blind = "<surefoot:below_min>blind</surefoot:below_min>";
  EXPECT_NEAR(Reading(Eye(kBeam + blind) + near), 1.07, 1e-5);  // the wall's far side
  // Its own body of 5 cm is in the way only with ignore_self off.
  const std::string self =
      "<surefoot:ignore_self>false</surefoot:ignore_self>"
      "<surefoot:min>0.01</surefoot:min>";
  const std::string from_zero =
      "<surefoot:max>10</surefoot:max><surefoot:field_of_view>0</surefoot:field_of_view>";
  EXPECT_NEAR(Reading(Eye(self + from_zero) + far), 0.05, 1e-5);
  const std::string fine = "<surefoot:resolution>0.25</surefoot:resolution>";
  EXPECT_NEAR(Reading(Eye(kBeam + fine) + Wall("wall", "3.6 0 0 0 0 0", "1 9 9")), 3.0, 1e-6);
}

TEST(RangeBeam, MessageSaysWhatItIs) {
  const auto sonar = Readings(Eye("<surefoot:preset>hc-sr04</surefoot:preset>", "ultrasonic"));
  ASSERT_EQ(sonar.size(), 1u);
  EXPECT_EQ(sonar[0].radiation_type, Range::ULTRASOUND);
  EXPECT_FLOAT_EQ(sonar[0].min_range, 0.02f);
  EXPECT_FLOAT_EQ(sonar[0].max_range, 4.0f);
  EXPECT_NEAR(sonar[0].field_of_view, 15.0 * kPi / 180.0, 1e-6);
  EXPECT_EQ(sonar[0].header.frame_id, "eye/l");
  const auto infrared =
      Readings(Eye("<surefoot:preset>gp2y0a41sk0f</surefoot:preset>", "infrared"));
  ASSERT_EQ(infrared.size(), 1u);
  EXPECT_EQ(infrared[0].radiation_type, Range::INFRARED);
  EXPECT_FLOAT_EQ(infrared[0].min_range, 0.04f);
  EXPECT_FLOAT_EQ(infrared[0].max_range, 0.3f);
  const auto sdf = Readings(Eye("<sonar><min>0.1</min><max>2</max><radius>2</radius></sonar>"));
  ASSERT_EQ(sdf.size(), 1u);
  EXPECT_NEAR(sdf[0].field_of_view, kPi / 2.0, 1e-6);
  const auto fan =
      Readings(Eye("<ray><scan><horizontal><samples>5</samples>"
                   "<min_angle>-0.2</min_angle><max_angle>0.2</max_angle>"
                   "</horizontal></scan><range><min>0.05</min><max>3</max></range>"
                   "</ray>",
                   "infrared"));
  ASSERT_EQ(fan.size(), 1u);
  EXPECT_NEAR(fan[0].field_of_view, 0.4, 1e-6);
  EXPECT_FLOAT_EQ(fan[0].max_range, 3.0f);
}

TEST(RangeEcho, IsLostWhenTheWallIsOblique) {
  const std::string specular = "<surefoot:max_incidence>0.5</surefoot:max_incidence>";
  const auto wall = [](double yaw, const std::string& inside = "") {
    return Wall("wall", "3 0 0 0 0 " + Number(yaw), "2 100 4", inside);
  };
  EXPECT_NEAR(Reading(Eye(kBeam + specular) + wall(0.49)), 3.0 - 1.0 / std::cos(0.49), 1e-5);
  EXPECT_NEAR(Reading(Eye(kBeam + specular) + wall(0.51)), 10.0, 1e-6);
  const std::string rough = specular +
                            "<surefoot:diffuse_echo>0.2</surefoot:diffuse_echo>"
                            "<surefoot:threshold>0.15</surefoot:threshold>";
  EXPECT_NEAR(Reading(Eye(kBeam + rough) + wall(0.6)), 3.0 - 1.0 / std::cos(0.6), 1e-5);
  // A surface that absorbs half of the sound's power.
  const std::string soft = "<surefoot:reflectance sonar='0.5' infrared='1'/>";
  EXPECT_NEAR(Reading(Eye(kBeam + rough) + wall(0.6, soft)), 10.0, 1e-6);
  EXPECT_NEAR(Reading(Eye(kBeam + rough) + wall(0.4, soft)), 3.0 - 1.0 / std::cos(0.4), 1e-5);
  EXPECT_NEAR(Reading(Eye(kBeam + rough, "infrared") + wall(0.6, soft)), 3.0 - 1.0 / std::cos(0.6),
              1e-5);
  // A cone measures the nearest point of the wall within it; at a yaw of 0.2 the perpendicular is
  // within.
  const std::string cone =
      "<surefoot:field_of_view>0.6</surefoot:field_of_view>"
      "<surefoot:rays>2000</surefoot:rays><surefoot:max>10</surefoot:max>"
      "<surefoot:max_incidence>0.05</surefoot:max_incidence>";
  EXPECT_NEAR(Reading(Eye(cone) + wall(0.2)), 3.0 * std::cos(0.2) - 1.0, 0.01);
  EXPECT_NEAR(Reading(Eye(cone) + wall(0.5)), 10.0, 1e-6);
}

struct Ball {
  Vector3d p;
  double r;
};

double RayBall(const Vector3d& d, const Ball& ball) {
  const double along = d.dot(ball.p);
  const double left = ball.r * ball.r - (ball.p.squaredNorm() - along * along);
  return left < 0.0 || along < 0.0 ? 1e9 : along - std::sqrt(left);
}

TEST(RangeCone, FindsTheNearestPointInTheCone) {
  constexpr double kHalf = 0.35;
  constexpr int kRays = 400;
  // Largest angle between a direction of the cone and the next ray (echo_test).
  const double reach = 1.6 * std::sqrt(2.0 * (1.0 - std::cos(kHalf)) / kRays);
  RandomStream random(7, "scenes");
  const auto dense = surefoot::sensors::ConeDirections(Vector3d::UnitX(), 2.0 * kHalf, 30000);
  const std::string eye =
      Eye("<surefoot:max>6</surefoot:max><surefoot:field_of_view>" + Number(2.0 * kHalf) +
          "</surefoot:field_of_view><surefoot:rays>" + std::to_string(kRays) + "</surefoot:rays>");
  int seen = 0;
  for (int scene = 0; scene < 25; ++scene) {
    std::string models;
    std::vector<Ball> balls;
    for (int i = 0; i < 4; ++i) {
      Ball ball{
          Vector3d(random.Uniform(1.0, 4.0), random.Uniform(-1.5, 1.5), random.Uniform(-1.5, 1.5)),
          random.Uniform(0.2, 0.5)};
      models += "<model name='b" + std::to_string(i) + "'><static>true</static><pose>" +
                Number(ball.p.x()) + " " + Number(ball.p.y()) + " " + Number(ball.p.z()) +
                " 0 0 0</pose><link name='l'><collision name='c'><geometry><sphere><radius>" +
                Number(ball.r) + "</radius></sphere></geometry></collision></link></model>";
      balls.push_back(ball);
    }
    double nearest = 6.0;
    double at_most = 6.0;
    for (const Ball& ball : balls) {
      for (const Vector3d& d : dense) nearest = std::min(nearest, RayBall(d, ball));
      if (std::acos(ball.p.normalized().x()) > kHalf) continue;
      // A ray passes close enough to its middle.
      const double off = ball.p.norm() * std::sin(reach);
      if (off >= ball.r) continue;
      at_most = std::min(at_most,
                         ball.p.norm() * std::cos(reach) - std::sqrt(ball.r * ball.r - off * off));
    }
    const double reading = Reading(eye + models);
    EXPECT_GE(reading, nearest - 1e-3) << scene;
    EXPECT_LE(reading, at_most + 1e-5) << scene;
    seen += reading < 6.0 ? 1 : 0;
  }
  EXPECT_GT(seen, 15);
}

TEST(RangeCone, ASphereLooksAllAround) {
  const std::string around =
      "<sonar><min>0.1</min><max>5</max><geometry>sphere</geometry></sonar>"
      "<surefoot:rays>3000</surefoot:rays>";
  EXPECT_NEAR(Reading(Eye(around) + Wall("wall", "-3 0.3 0 0 0 0", "2 6 6")), 2.0, 0.01);
}

TEST(RangeNoise, FollowsItsCurvesByChiSquare) {
  // At 2 m: mean error 0.01 + 0.02 * 2, spread 0.005 * 2^2.
  const std::string noise =
      "<surefoot:noise><mean type='linear'>0.01 0.02</mean>"
      "<stddev type='power'>0 0.005 2</stddev></surefoot:noise>";
  const auto readings =
      Readings(Eye(kBeam + noise, "sonar", 1000.0) + Wall("wall", "2.5 0 0 0 0 0", "1 9 9"), 4.0);
  ASSERT_EQ(readings.size(), 4000u);
  constexpr int kBins = 20;
  std::vector<int> bins(kBins, 0);
  for (const Range& reading : readings) {
    const double z = (static_cast<double>(reading.range) - 2.05) / 0.02;
    const double p = 0.5 * std::erfc(-z / std::sqrt(2.0));
    ++bins[static_cast<std::size_t>(std::min(kBins - 1, static_cast<int>(p * kBins)))];
    EXPECT_FLOAT_EQ(reading.variance, 0.0004f);
  }
  double chi_square = 0.0;
  const double expected = 4000.0 / kBins;
  for (int count : bins) chi_square += (count - expected) * (count - expected) / expected;
  EXPECT_LT(chi_square, 43.8);  // 19 degrees of freedom, 99.9 %
  EXPECT_GT(chi_square, 5.4);   // 0.1 %
}

TEST(RangeNoise, DropsAndInventsItsShare) {
  const std::string faults =
      "<surefoot:dropout>0.1</surefoot:dropout><surefoot:outliers>0.05</surefoot:outliers>";
  const auto readings =
      Readings(Eye(kBeam + faults, "sonar", 1000.0) + Wall("wall", "2.5 0 0 0 0 0", "1 9 9"), 4.0);
  ASSERT_EQ(readings.size(), 4000u);
  int good = 0;
  int lost = 0;
  for (const Range& reading : readings) {
    good += std::abs(reading.range - 2.0f) < 1e-5f ? 1 : 0;
    lost += reading.range == 10.0f ? 1 : 0;
  }
  // Binomial; four standard deviations.
  EXPECT_NEAR(lost, 400, 4.0 * std::sqrt(4000 * 0.1 * 0.9));
  EXPECT_NEAR(good, 3400, 4.0 * std::sqrt(4000 * 0.85 * 0.15));
}

TEST(RangeNoise, FadingEchoesComeAndGoByTheirStrength) {
  // The wall reflects 0.6, the threshold is 0.5, and the logarithm of the strength has a deviation
  // of 0.3.
  const std::string fading =
      "<surefoot:threshold>0.5</surefoot:threshold><surefoot:fading>0.3</surefoot:fading>";
  const std::string soft = "<surefoot:reflectance sonar='0.6' infrared='1'/>";
  const auto readings = Readings(
      Eye(kBeam + fading, "sonar", 1000.0) + Wall("wall", "2.5 0 0 0 0 0", "1 9 9", soft), 4.0);
  ASSERT_EQ(readings.size(), 4000u);
  int seen = 0;
  for (const Range& reading : readings) seen += reading.range < 9.0f ? 1 : 0;
  const double share = 0.5 * std::erfc(-std::log(0.6 / 0.5) / 0.3 / std::sqrt(2.0));
  EXPECT_NEAR(seen, 4000 * share, 4.0 * std::sqrt(4000 * share * (1.0 - share)));
}

TEST(RangeNoise, CurvesAreChecked) {
  const auto text_of = [](const std::string& noise) {
    Problems problems;
    const auto world =
        ReadWorld(World(Eye("\n<surefoot:noise>\n" + noise + "</surefoot:noise>")), &problems);
    EXPECT_FALSE(world.ok()) << noise;
    return problems.ErrorText();
  };
  for (const char* noise :
       {"<stddev type='linear'>1</stddev>", "<stddev type='piecewise'>0 1 2</stddev>",
        "<stddev type='piecewise'>0 1 0 2</stddev>", "<stddev type='cubic'>1</stddev>",
        "<stddev>x</stddev>", "<mean>1e300</mean>"}) {
    EXPECT_NE(text_of(noise).find(":6: error"), std::string::npos) << noise << text_of(noise);
  }
}

}  // namespace
}  // namespace surefoot::sensor_tests
