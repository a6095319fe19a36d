// Wheels that dig themselves in, walls of soil, and rebound.

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/ground/test/soil_carrier.h"

namespace surefoot::ground {
namespace {

SoilWheel RigidWheel() {
  SoilWheel wheel = RoverWheel();
  wheel.flattening_pressure = kRigid;
  return wheel;
}

TEST(SoilHole, UnderTheWheelIsGroundThatLiesLower) {
  // Shear starts where the tread enters the wall, so only pressures are equal.
  world::Soil smooth = StudySoil(kDrift);
  smooth.cohesion = smooth.friction_angle = 0.0;
  for (const SoilWheel& wheel : {RoverWheel(), RigidWheel()}) {
    const auto contact = SoilContact::Make(smooth, wheel, SoilOptions());
    for (const double slip : {-0.3, 0.0, 0.8}) {
      SoilHole hole;
      hole.depth = 0.03;
      hole.bottom = wheel.radius - 0.09;
      const TreadSlip tread = TreadSlipOf(slip, 0.0);
      const SoilForces in_hole = contact->AtHeight(0.09, tread, {}, hole);
      const SoilForces lower = contact->AtHeight(0.12, tread);
      EXPECT_NEAR(in_hole.fz, lower.fz, 1e-4 * lower.fz);
      EXPECT_NEAR(in_hole.compaction, lower.compaction, 1e-3 * lower.fz);
      EXPECT_NEAR(in_hole.sinkage, lower.sinkage + 0.03, 1e-12);
    }
  }
}

TEST(SoilHole, WallsPushTheWheelBack) {
  const auto contact = SoilContact::Make(StudySoil(kDrift), RigidWheel(), SoilOptions());
  SoilHole hole;
  hole.depth = 0.04;
  hole.bottom = 0.06;
  const double height = RigidWheel().radius - hole.bottom;
  const SoilForces middle = contact->AtHeight(height, {}, {}, hole);
  double last = middle.fx;
  for (int i = 1; i <= 5; ++i) {
    hole.ahead = 0.01 * i;
    const SoilForces at = contact->AtHeight(height, {}, {}, hole);
    EXPECT_LT(at.fx, last);
    EXPECT_GT(at.fz, middle.fz);
    last = at.fx;
  }
  hole.ahead = -0.02;
  EXPECT_GT(contact->AtHeight(height, {}, {}, hole).fx, middle.fx);
  hole.ahead = 0.0;
  hole.beside = 0.01;
  EXPECT_LT(contact->AtHeight(height, {}, {}, hole).fy, -10.0);
  hole.beside = -0.01;
  EXPECT_GT(contact->AtHeight(height, {}, {}, hole).fy, 10.0);
  // Outside of the hole there is none.
  hole.beside = 0.0;
  hole.ahead = hole.HalfLength(0.1425) + 1e-9;
  EXPECT_NEAR(contact->AtHeight(0.12, {}, {}, hole).fz, contact->AtHeight(0.12, {}).fz, 1e-3);
}

TEST(SoilHole, DugInWheelDoesNotDriveAway) {
  const auto distance = [](double rate) {
    world::Soil soil = StudySoil(kDrift);
    soil.dig_rate = rate;
    Carrier carrier(soil, RoverWheel(), MarsOptions());
    carrier.slope = 15.0 * M_PI / 180.0;
    carrier.Run(1.0);
    carrier.hub.spin = 0.2 / 0.1425;
    // An obstacle blocks it for 10 s.
    for (int i = 0; i < 10000; ++i) {
      carrier.Step();
      carrier.hub.v_WC.x() = 0.0;
    }
    const double start = carrier.hub.p_WC.x();
    carrier.Run(10.0);
    return carrier.hub.p_WC.x() - start;
  };
  const double free = distance(0.0);
  EXPECT_GT(free, 1.0);
  EXPECT_LT(distance(0.02), 0.1);
}

TEST(SoilHole, StandsStillInIt) {
  world::Soil soil = StudySoil(kDrift);
  soil.dig_rate = 0.02;
  for (const double dt : {0.5e-3, 1e-3, 2e-3}) {
    Carrier carrier(soil, RoverWheel(), MarsOptions());
    carrier.dt = dt;
    carrier.slope = 10.0 * M_PI / 180.0;
    carrier.Run(1.0);
    carrier.hub.spin = 0.3 / 0.1425;
    carrier.Run(8.0);
    carrier.hub.spin = 0.0;
    carrier.Run(10.0);
    const Vector3d before = carrier.hub.p_WC;
    carrier.Run(20.0);
    EXPECT_LT((carrier.hub.p_WC - before).norm(), 1e-6) << dt;
  }
}

/// Dropped onto the soil with any speed and spin, free to roll, bounce and rock in its hole.
TEST(SoilHole, SoilNeverGivesEnergy) {
  RandomStream random(3, "throws");
  for (int round = 0; round < 40; ++round) {
    world::Soil soil = StudySoil(round % 3);
    soil.dig_rate = round % 2 == 0 ? 0.05 : 0.0;
    soil.ruts = round % 5 == 0;
    Carrier carrier(soil, round % 4 < 2 ? RoverWheel() : RigidWheel(), MarsOptions());
    const double inertia = 0.5 * 5.0 * 0.1425 * 0.1425;
    carrier.hub.p_WC.z() = 0.1425 + random.Uniform(0.0, 0.05);
    carrier.hub.v_WC = Vector3d(random.Uniform(-0.6, 0.6), random.Uniform(-0.2, 0.2), 0.0);
    carrier.hub.spin = random.Uniform(-5.0, 5.0);
    const auto energy = [&] {
      return 0.5 * carrier.mass * carrier.hub.v_WC.squaredNorm() +
             0.5 * inertia * carrier.hub.spin * carrier.hub.spin +
             carrier.mass * kMars * carrier.hub.p_WC.z();
    };
    const double first = energy();
    double max = first;
    for (int i = 0; i < 8000; ++i) {
      carrier.Step();
      carrier.hub.spin += carrier.dt * carrier.last.t_C_W.y() / inertia;
      max = std::max(max, energy());
    }
    EXPECT_LT(max, first * (1.0 + 1e-3)) << round;
    EXPECT_LT(energy(), first) << round;
  }
}

TEST(SoilWall, SlidingBaseBearsWhatPlasticityPredicts) {
  // Clay under a base that slides with its full cohesion: 1 + pi / 2.
  EXPECT_NEAR(SlidingBearing(0.0).cohesion, 1.0 + 0.5 * M_PI, 5e-3);
  EXPECT_NEAR(SlidingBearing(0.0).surcharge, 1.0, 5e-3);
}

TEST(SoilWall, FlankThatIsPushedSidewaysMeetsAllOfTheWall) {
  world::Soil soil = StudySoil(kCloddy);
  soil.cohesion = 0.0;
  SoilOptions options;
  options.bulldozing = Bulldozing::kWall;
  const auto contact = SoilContact::Make(soil, RigidWheel(), options).value();
  // Sunk to the hub and dragged along its axle without turning: the wall's weight over half a disc.
  const double radius = RigidWheel().radius;
  const SoilWall wall(soil, 9.81);
  const SoilForces left = contact.AtHeight(0.0, {1.0, 1e3});
  const SoilForces right = contact.AtHeight(0.0, {1.0, -1e3});
  EXPECT_NEAR(left.bulldozing, -wall.weight * 4.0 / 3.0 * std::pow(radius, 3),
              1e-3 * std::abs(left.bulldozing));
  EXPECT_EQ(left.bulldozing, -right.bulldozing);
  EXPECT_EQ(left.fz, right.fz);
  // At slip angle zero the wall has no effect.
  const auto plain = SoilContact::Make(soil, RigidWheel(), SoilOptions()).value();
  const SoilForces a = contact.AtHeight(0.12, TreadSlipOf(0.3, 0.0));
  const SoilForces b = plain.AtHeight(0.12, TreadSlipOf(0.3, 0.0));
  EXPECT_EQ(a.fx, b.fx);
  EXPECT_EQ(a.fz, b.fz);
  EXPECT_EQ(a.torque, b.torque);
}

}  // namespace
}  // namespace surefoot::ground
