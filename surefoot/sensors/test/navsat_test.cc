#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/math/geodesy.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/sensors/sensor.h"
#include "surefoot/sensors/test/rig.h"

namespace surefoot::sensors {
namespace {

using msgs::geometry_msgs::TwistStamped;
using msgs::geometry_msgs::Vector3Stamped;
using msgs::sensor_msgs::NavSatFix;
using msgs::sensor_msgs::NavSatStatus;
using test::MakeSensor;
using test::Rig;

constexpr double kDegree = 3.14159265358979323846 / 180.0;

std::string Text(const std::string& inside) {
  return "<sensor name=\"gps\" type=\"navsat\"><update_rate>10</update_rate>" + inside +
         "</sensor>";
}

world::WorldSpec At(double heading_deg) {
  world::WorldSpec spec;
  spec.spherical_coordinates = world::SphericalCoordinates{};
  spec.spherical_coordinates->latitude_deg = 49.9;
  spec.spherical_coordinates->longitude_deg = 8.9;
  spec.spherical_coordinates->elevation = 140.0;
  spec.spherical_coordinates->heading_deg = heading_deg;
  return spec;
}

/// Positions of PROJ's topocentric conversion (math/test/geodesy_test.cc).
TEST(NavSat, ReportsLatitudeLongitudeAndAltitude) {
  for (const double heading : {0.0, 90.0}) {
    const RigidTransform X_LS(Vector3d(0, 0, 1.0));
    Rig rig({MakeSensor(Text(""), X_LS)}, At(heading), 0.1);
    ASSERT_TRUE(rig.ok()) << rig.problems.ErrorText();
    const auto fixes = rig.Collect<NavSatFix>("/bot/navsat/fix");
    const auto velocities = rig.Collect<TwistStamped>("/bot/navsat/vel");
    const Vector3d enu(143.689115831, 111.231682025, 9.997413973);
    const Vector3d p = heading == 0.0 ? enu : Vector3d(enu.y(), -enu.x(), enu.z());
    Twist V;
    V.v = Vector3d(1.0, 0.0, 0.0);
    rig.Step(RigidTransform(p - X_LS.p), V);
    ASSERT_EQ(fixes->size(), 1u);
    EXPECT_NEAR(fixes->at(0).latitude, 49.901, 1e-12);
    EXPECT_NEAR(fixes->at(0).longitude, 8.902, 1e-12);
    EXPECT_NEAR(fixes->at(0).altitude, 150.0, 1e-8);
    EXPECT_EQ(fixes->at(0).status.status, NavSatStatus::STATUS_FIX);
    // The world's x is east, or north; 180 m away the axes differ by some 3e-5 rad.
    const auto& v = velocities->at(0).twist.linear;
    EXPECT_NEAR(heading == 0.0 ? v.x : v.y, 1.0, 1e-9);
    EXPECT_NEAR(heading == 0.0 ? v.y : v.x, 0.0, 1e-4);
    EXPECT_NEAR(v.z, 0.0, 1e-4);
  }
}

TEST(NavSat, ErrorsHaveTheSpreadThatTheCovarianceStates) {
  Rig rig({MakeSensor(Text("<navsat><position_sensing><horizontal><noise type=\"gaussian\">"
                           "<stddev>1.5</stddev></noise></horizontal><vertical><noise>"
                           "<stddev>3</stddev></noise></vertical></position_sensing>"
                           "<velocity_sensing><horizontal><noise><stddev>0.1</stddev></noise>"
                           "</horizontal></velocity_sensing></navsat>"))},
          At(0.0), 0.1);
  const auto fixes = rig.Collect<NavSatFix>("/bot/navsat/fix");
  const auto velocities = rig.Collect<TwistStamped>("/bot/navsat/vel");
  rig.Rest(4000);
  const LocalFrame frame(Ellipsoid(), {49.9 * kDegree, 8.9 * kDegree, 140.0}, 0.0);
  Vector3d squares = Vector3d::Zero();
  double velocity = 0.0;
  for (std::size_t i = 0; i < fixes->size(); ++i) {
    const NavSatFix& fix = fixes->at(i);
    const Vector3d off =
        frame.FromGeodetic({fix.latitude * kDegree, fix.longitude * kDegree, fix.altitude});
    squares += off.cwiseAbs2() / 4000.0;
    velocity += std::pow(velocities->at(i).twist.linear.x, 2) / 4000.0;
  }
  // Four standard errors of a variance from 4000 samples: 9 %.
  EXPECT_EQ(fixes->at(0).position_covariance[0], 1.5 * 1.5);
  EXPECT_EQ(fixes->at(0).position_covariance[4], 1.5 * 1.5);
  EXPECT_EQ(fixes->at(0).position_covariance[8], 9.0);
  EXPECT_EQ(fixes->at(0).position_covariance_type, NavSatFix::COVARIANCE_TYPE_DIAGONAL_KNOWN);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(squares[i] / fixes->at(0).position_covariance[static_cast<std::size_t>(4 * i)], 1.0,
                0.09);
  }
  EXPECT_NEAR(velocity / 0.01, 1.0, 0.09);
}

TEST(NavSat, HasNoFixAtFirstAndInOutages) {
  Rig rig({MakeSensor(Text("<preset>rtk</preset><time_to_first_fix>1</time_to_first_fix><outage>"
                           "<from>2</from><to>3</to></outage><velocity_message>vector3"
                           "</velocity_message><topic>gps/fix</topic>"))},
          At(0.0), 0.1);
  const auto fixes = rig.Collect<NavSatFix>("/bot/gps/fix");
  const auto velocities = rig.Collect<Vector3Stamped>("/bot/gps/vel");
  rig.Rest(40);
  ASSERT_EQ(fixes->size(), 40u);
  EXPECT_EQ(velocities->size(), 21u);
  for (int i = 0; i < 40; ++i) {
    const NavSatFix& fix = fixes->at(static_cast<std::size_t>(i));
    const bool has_fix = i + 1 >= 10 && !(i + 1 >= 20 && i + 1 < 30);
    EXPECT_EQ(fix.status.status,
              has_fix ? NavSatStatus::STATUS_GBAS_FIX : NavSatStatus::STATUS_NO_FIX)
        << i;
    EXPECT_EQ(std::isnan(fix.latitude), !has_fix) << i;
  }
}

TEST(NavSat, KnowsTheMoonAndOwnSurfaces) {
  world::WorldSpec moon = At(0.0);
  moon.spherical_coordinates->surface_model = "MOON_SCS";
  moon.spherical_coordinates->latitude_deg = 0.0;
  Rig rig({MakeSensor(Text(""))}, moon, 0.1);
  const auto fixes = rig.Collect<NavSatFix>("/bot/navsat/fix");
  rig.Step(RigidTransform(Vector3d(0.01, 0, 0)));
  EXPECT_NEAR(fixes->at(0).longitude - 8.9, 0.01 / (1738100.0 + 140.0) / kDegree, 1e-11);

  world::WorldSpec own = At(0.0);
  own.spherical_coordinates->surface_model = "CUSTOM_SURFACE";
  own.spherical_coordinates->latitude_deg = 0.0;
  Rig other({MakeSensor(Text("<surface_axis_equatorial>1000</surface_axis_equatorial>"))}, own,
            0.1);
  EXPECT_TRUE(other.problems.all().empty());
  const auto there = other.Collect<NavSatFix>("/bot/navsat/fix");
  other.Step(RigidTransform(Vector3d(0.01, 0, 0)));
  EXPECT_NEAR(there->at(0).longitude - 8.9, 0.01 / 1140.0 / kDegree, 1e-9);
}

TEST(NavSat, WarnsWhenTheWorldDoesNotSayWhereItIs) {
  Rig rig({MakeSensor(Text(""))}, {}, 0.1);
  EXPECT_TRUE(rig.ok());
  EXPECT_EQ(rig.problems.all().size(), 1u);
  const auto fixes = rig.Collect<NavSatFix>("/bot/navsat/fix");
  rig.Rest(1);
  EXPECT_EQ(fixes->at(0).latitude, 0.0);
}

TEST(NavSat, WrongParametersAreErrors) {
  for (const char* inside :
       {"<preset>galileo</preset>", "<fix>maybe</fix>", "<outage><from>3</from><to>2</to></outage>",
        "<time_to_first_fix>-1</time_to_first_fix>",
        "<surface_axis_equatorial>0</surface_axis_equatorial>",
        "<surface_axis_polar>10</surface_axis_polar>"}) {
    Rig rig({MakeSensor(Text(inside))}, At(0.0), 0.1);
    EXPECT_FALSE(rig.ok()) << inside;
  }
}

TEST(NavSat, ContinuesBitForBit) {
  Rig rig({MakeSensor(Text("<preset>standalone</preset>"))}, At(0.0), 0.1);
  rig.Rest(10);
  Rig again({MakeSensor(Text("<preset>standalone</preset>"))}, At(0.0), 0.1, 7);
  ASSERT_TRUE(again.Restore(rig.Save()));
  again.time_ns = rig.time_ns;
  const auto ours = rig.Collect<NavSatFix>("/bot/navsat/fix");
  const auto theirs = again.Collect<NavSatFix>("/bot/navsat/fix");
  rig.Rest(5);
  again.Rest(5);
  ASSERT_EQ(ours->size(), theirs->size());
  for (std::size_t i = 0; i < ours->size(); ++i) {
    EXPECT_EQ(ours->at(i).latitude, theirs->at(i).latitude);
    EXPECT_EQ(ours->at(i).altitude, theirs->at(i).altitude);
  }
}

}  // namespace
}  // namespace surefoot::sensors
