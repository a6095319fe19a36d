/// <surefoot:sun> and <surefoot:sky> in a camera's pictures.

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/test/picture_rig.h"
#include "surefoot/world/test/box_shadow.h"

namespace surefoot::sensors {
namespace {

using test::Colored;
using test::PictureRig;
using test::Robot;
using test::Thing;
using Picture = msgs::sensor_msgs::Image;

constexpr double kPi = 3.14159265358979323846;
constexpr int kWidth = 400;
constexpr int kHeight = 300;
constexpr double kHigh = 8.0;
const Vector3d kLow(-0.6, -0.4, 0.0);
const Vector3d kTop(0.6, 0.4, 1.0);

/// A box on a grey floor, a camera of 90 degrees 8 m above that looks down.
world::WorldSpec BoxWorld(const std::string& sun, const std::string& sky) {
  world::WorldSpec spec;
  spec.models.push_back(Thing("floor", {Colored(world::Box{Vector3d(60, 60, 0.2)},
                                                Vector3d::Constant(0.5), Vector3d(0, 0, -0.1))}));
  spec.models.push_back(Thing(
      "box", {Colored(world::Box{kTop - kLow}, Vector3d(0.2, 0.2, 0.9), Vector3d(0, 0, 0.5))}));
  spec.models.push_back(
      Robot("camera", 10.0,
            "<camera><horizontal_fov>1.5707963267948966</horizontal_fov><image><width>" +
                std::to_string(kWidth) + "</width><height>" + std::to_string(kHeight) +
                "</height></image></camera>"));
  spec.extensions.push_back(test::ParseMarkup(sun));
  if (!sky.empty()) spec.extensions.push_back(test::ParseMarkup(sky));
  return spec;
}

Picture TakeFromAbove(const world::WorldSpec& spec) {
  PictureRig rig(spec, 1);
  rig.PoseOf("robot") = RigidTransform(Quaterniond(Eigen::AngleAxisd(0.5 * kPi, Vector3d::UnitY())),
                                       Vector3d(0, 0, kHigh));
  rig.Listen("image_raw");
  rig.Step(0.1);
  return rig.Last<Picture>("/robot/eye/image_raw");
}

/// The point of the floor in a pixel: x is up in the picture, y to the left.
Vector3d FloorAt(int u, int v) {
  const double scale = kHigh / (0.5 * kWidth);
  return Vector3d(scale * (0.5 * (kHeight - 1) - v), scale * (0.5 * (kWidth - 1) - u), 0.0);
}

double ToLinear(double srgb) { return std::pow((srgb + 0.055) / 1.055, 2.4); }
double ToByte(double linear) {
  return 255.0 * (linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055);
}

struct Counts {
  int lit = 0;
  int dark = 0;
};

/// Every pixel of the floor has the light of the formula: sky, and sun where the box casts no
/// shadow.
Counts ExpectPixels(const Picture& image, const Vector3d& to_sun, const Vector3d& sky,
                    const Vector3d& sun) {
  Counts counts;
  for (int v = 0; v < kHeight; ++v) {
    for (int u = 0; u < kWidth; ++u) {
      const Vector3d p = FloorAt(u, v);
      const Vector3d eye(0, 0, kHigh);
      if (world::test::StayInBox(eye, p - eye, kLow, kTop) > -0.01) continue;
      const double stay = world::test::StayInBox(p, to_sun, kLow, kTop);
      // Directly at the edge, rounding in single precision decides.
      if (std::abs(stay) < 0.002) continue;
      const bool lit = stay < 0.0;
      ++(lit ? counts.lit : counts.dark);
      const Vector3d half = ((eye - p).normalized() + to_sun).normalized();
      const double shine = 2.0 * 0.03 * std::pow(half.z(), 40.0);
      for (int i = 0; i < 3; ++i) {
        const double light = ToLinear(0.5) * (sky[i] + (lit ? sun[i] * to_sun.z() : 0.0)) +
                             (lit ? shine * sun[i] : 0.0);
        const std::size_t at =
            static_cast<std::size_t>(v) * image.step + 3 * static_cast<std::size_t>(u);
        const int seen = image.data[at + static_cast<std::size_t>(i)];
        if (std::abs(seen - ToByte(light)) <= 1.5) continue;
        ADD_FAILURE() << u << " " << v << " colour " << i << ": " << seen << " in place of "
                      << ToByte(light) << (lit ? " in the sun" : " in the shadow");
        return counts;
      }
    }
  }
  return counts;
}

Vector3d ToSun(double azimuth_deg, double elevation_deg) {
  const double azimuth = azimuth_deg * kPi / 180.0;
  const double elevation = elevation_deg * kPi / 180.0;
  return Vector3d(std::sin(azimuth) * std::cos(elevation), std::cos(azimuth) * std::cos(elevation),
                  std::sin(elevation));
}

TEST(Sun, ShadowsLieWhereTheFormulaSaysAndAreHard) {
  const Picture image = TakeFromAbove(BoxWorld(
      "<surefoot:sun azimuth_deg=\"130\" elevation_deg=\"25\"/>", "<surefoot:sky kind=\"mars\"/>"));
  const Counts counts = ExpectPixels(image, ToSun(130.0, 25.0), Vector3d(0.30, 0.23, 0.16),
                                     Vector3d(0.98, 0.90, 0.78));
  EXPECT_GT(counts.lit, 100000);
  EXPECT_GT(counts.dark, 700);
}

TEST(Sun, AirlessShadowsAreBlack) {
  const Picture image = TakeFromAbove(BoxWorld(
      "<surefoot:sun azimuth_deg=\"-60\" elevation_deg=\"10\"/>", "<surefoot:sky kind=\"dark\"/>"));
  const Counts counts = ExpectPixels(image, ToSun(-60.0, 10.0), Vector3d::Zero(), Vector3d::Ones());
  EXPECT_GT(counts.dark, 2000);
}

TEST(Sun, ShadowsCanBeLeftOutAndBelowTheHorizonItIsNight) {
  const Picture without = TakeFromAbove(
      BoxWorld("<surefoot:sun azimuth_deg=\"130\" elevation_deg=\"25\" shadows=\"none\"/>",
               "<surefoot:sky kind=\"dark\"/>"));
  // In the shadow of the first test.
  const std::size_t at = 3 * 70 + static_cast<std::size_t>(100) * without.step;
  EXPECT_GT(without.data[at], 60);
  world::WorldSpec night = BoxWorld("<surefoot:sun azimuth_deg=\"130\" elevation_deg=\"-5\"/>",
                                    "<surefoot:sky kind=\"dark\"/>");
  // Other suns are ignored.
  night.lights.push_back(test::Sun("0 0 -1"));
  const Picture dark = TakeFromAbove(night);
  for (const std::uint8_t byte : dark.data) ASSERT_LE(byte, 40);
  EXPECT_EQ(dark.data[at], 0);
}

}  // namespace
}  // namespace surefoot::sensors
