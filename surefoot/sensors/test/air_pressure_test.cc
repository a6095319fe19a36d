#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/place/atmosphere.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/test/rig.h"

namespace surefoot::sensors {
namespace {

using msgs::geometry_msgs::PointStamped;
using msgs::geometry_msgs::Vector3Stamped;
using msgs::sensor_msgs::FluidPressure;
using test::MakeSensor;
using test::Rig;

/// Tables of ISO 2533 and the U.S. Standard Atmosphere 1976, by geometric height.
TEST(Atmosphere, HasThePressuresOfTheStandardTables) {
  const double table[][2] = {{-1000.0, 1.1393e5}, {0.0, 101325.0},     {1000.0, 8.9876e4},
                             {5000.0, 5.4048e4},  {10000.0, 2.6500e4}, {15000.0, 1.2111e4},
                             {20000.0, 5.5293e3}};
  for (const auto& row : table) {
    EXPECT_NEAR(Atmosphere().PressureAt(row[0]) / row[1], 1.0, 1e-4) << row[0];
  }
}

TEST(Atmosphere, StaysFinite) {
  for (const double gradient : {-0.1, 0.0, 0.1}) {
    for (const double height : {-1e9, -1e4, 0.0, 1e5, 1e9}) {
      Atmosphere air;
      air.temperature_gradient = gradient;
      EXPECT_TRUE(std::isfinite(air.PressureAt(height))) << gradient << " " << height;
    }
  }
}

TEST(AirPressure, FallsWithTheHeightOfTheSensor) {
  world::WorldSpec spec;
  spec.spherical_coordinates = world::SphericalCoordinates{};
  spec.spherical_coordinates->elevation = 990.0;
  Rig rig({MakeSensor("<sensor name=\"p\" type=\"air_pressure\"><update_rate>10</update_rate>"
                      "<air_pressure><pressure><noise><stddev>5</stddev></noise></pressure>"
                      "</air_pressure></sensor>",
                      RigidTransform(Vector3d(0, 0, 4.0)))},
          spec, 0.1);
  const auto messages = rig.Collect<FluidPressure>("/bot/air_pressure");
  rig.state.X_WL[0].p.z() = 6.0;
  rig.Rest(2000);
  double mean = 0.0;
  for (const FluidPressure& message : *messages) mean += message.fluid_pressure / 2000.0;
  EXPECT_NEAR(mean, Atmosphere().PressureAt(1000.0), 4.0 * 5.0 / std::sqrt(2000.0));
  EXPECT_EQ(messages->at(0).variance, 25.0);
}

TEST(AirPressure, TakesTheWorldsAtmosphereAndTheFilesReference) {
  world::WorldSpec spec;
  spec.kept.push_back(
      test::ParseMarkup("<atmosphere type=\"adiabatic\"><temperature>300"
                        "</temperature><pressure>90000</pressure></atmosphere>"));
  Rig rig({MakeSensor("<sensor name=\"p\" type=\"air_pressure\"><air_pressure>"
                      "<reference_altitude>500</reference_altitude></air_pressure></sensor>")},
          spec, 0.1);
  const auto messages = rig.Collect<FluidPressure>("/bot/air_pressure");
  rig.Rest(1);
  Atmosphere air;
  air.temperature = 300.0;
  air.pressure = 90000.0;
  EXPECT_EQ(messages->at(0).fluid_pressure, air.PressureAt(500.0));
}

TEST(Altimeter, ReportsHeightOverItsStartAndSpeed) {
  Rig rig(
      {MakeSensor("<sensor name=\"a\" type=\"altimeter\"><update_rate>10</update_rate></sensor>",
                  RigidTransform(Vector3d(1.0, 0, 0.5)))},
      {}, 0.1);
  const auto heights = rig.Collect<PointStamped>("/bot/altimeter");
  const auto speeds = rig.Collect<Vector3Stamped>("/bot/altimeter/vel");
  Twist V;
  V.v.z() = 2.0;
  V.w.y() = 1.0;  // the sensor is 1 m ahead, so it moves down at 1 m/s
  rig.Step(RigidTransform(Vector3d(0, 0, 3.0)), V);
  ASSERT_EQ(heights->size(), 1u);
  EXPECT_DOUBLE_EQ(heights->at(0).point.z, 3.0);
  EXPECT_DOUBLE_EQ(speeds->at(0).vector.z, 1.0);
}

}  // namespace
}  // namespace surefoot::sensors
