#include "surefoot/world/light/daylight.h"

#include <gtest/gtest.h>

#include "surefoot/world/test/markup.h"

namespace surefoot::world {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;

DaylightSpec Read(const std::string& element, Problems* problems, double heading_deg = 0.0) {
  WorldSpec spec;
  spec.extensions.push_back(test::ParseMarkup(element));
  if (heading_deg != 0.0) {
    spec.spherical_coordinates.emplace();
    spec.spherical_coordinates->heading_deg = heading_deg;
  }
  return ReadDaylight(spec, problems);
}

TEST(Daylight, AzimuthIsFromNorthTowardsEast) {
  // x is east, y north.
  EXPECT_TRUE(DirectionToSun(0.0, 0.0, 0.0).isApprox(Vector3d(0, 1, 0)));
  EXPECT_TRUE(DirectionToSun(90.0 * kDegree, 0.0, 0.0).isApprox(Vector3d(1, 0, 0), 1e-12));
  EXPECT_TRUE(DirectionToSun(180.0 * kDegree, 30.0 * kDegree, 0.0)
                  .isApprox(Vector3d(0, -std::sqrt(0.75), 0.5), 1e-12));
  // In a world whose x axis points north, the sun in the north is along x.
  EXPECT_TRUE(DirectionToSun(0.0, 0.0, 90.0 * kDegree).isApprox(Vector3d(1, 0, 0), 1e-12));
}

TEST(Daylight, DegreesAndRadiansAreTheSame) {
  Problems problems;
  const auto degrees =
      Read("<surefoot:sun azimuth_deg=\"135\" elevation_deg=\"12\" shadows=\"soft\"/>", &problems);
  const auto radians = Read(
      "<surefoot:sun azimuth=\"2.356194490192345\" elevation=\"0.20943951023931956\"/>", &problems);
  ASSERT_TRUE(degrees.sun && radians.sun);
  EXPECT_TRUE(degrees.sun->to_sun_W.isApprox(radians.sun->to_sun_W, 1e-12));
  EXPECT_NEAR(degrees.sun->to_sun_W.z(), std::sin(12.0 * kDegree), 1e-12);
  EXPECT_GT(degrees.sun->to_sun_W.x(), 0.0);
  EXPECT_LT(degrees.sun->to_sun_W.y(), 0.0);
  EXPECT_EQ(degrees.sun->shadows, SunShadows::kSoft);
  EXPECT_EQ(radians.sun->shadows, SunShadows::kHard);
  EXPECT_TRUE(problems.all().empty());
  EXPECT_EQ(Read("<surefoot:sky kind=\"dark\"/>", &problems).sky, SkyKind::kDark);
}

TEST(Daylight, WrongValuesAreErrors) {
  for (const char* element :
       {"<surefoot:sun azimuth=\"135\" elevation=\"0.2\"/>",
        "<surefoot:sun azimuth_deg=\"135\" elevation_deg=\"100\"/>",
        "<surefoot:sun azimuth_deg=\"135\"/>", "<surefoot:sun elevation_deg=\"10\"/>",
        "<surefoot:sun azimuth_deg=\"a\" elevation_deg=\"10\"/>",
        "<surefoot:sun azimuth_deg=\"1\" elevation_deg=\"10\" color=\"2 0 0\"/>",
        "<surefoot:sun azimuth_deg=\"1\" elevation_deg=\"10\" shadows=\"long\"/>",
        "<surefoot:sky kind=\"venus\"/>"}) {
    Problems problems;
    Read(element, &problems);
    EXPECT_FALSE(problems.ok()) << element;
  }
}

}  // namespace
}  // namespace surefoot::world
