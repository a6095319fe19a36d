#include "surefoot/ground/soil/soil_law.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/ground/test/soil_carrier.h"
#include "tests/allocation_counter.h"

namespace surefoot::ground {
namespace {

TEST(SoilLaw, SteadyRollingIsTheIntegral) {
  SoilOptions exact;
  exact.gravity = kMars;
  const auto contact = SoilContact::Make(StudySoil(kMixed), RoverWheel(), exact);
  for (const double slip : {-0.6, -0.2, 0.0, 0.3, 0.9}) {
    for (const double angle : {0.0, 0.1, -0.3}) {
      const auto law = std::move(SoilLaw::Make(RoverWheel(), {StudySoil(kMixed)},
                                               std::make_unique<Level>(), nullptr, MarsOptions()))
                           .value();
      const TreadSlip expected_slip = TreadSlipOf(slip, angle);
      HubMotion hub;
      hub.p_WC.z() = 0.12;
      hub.spin = 0.5 / 0.1425;
      hub.v_WC = Vector3d(0.5 * (1.0 - expected_slip.x), 0.5 * expected_slip.y, 0.0);
      WheelForce got;
      for (int i = 0; i < 5000; ++i) got = law->Step(hub, 1e-3);
      const SoilForces expected = contact->AtHeight(0.12, expected_slip);
      const double close = 2e-3 * expected.fz;
      EXPECT_NEAR(got.f_W.x(), expected.fx, close);
      EXPECT_NEAR(got.f_W.y(), expected.fy, close);
      EXPECT_NEAR(got.f_W.z(), expected.fz, close);
      EXPECT_NEAR(got.t_C_W.y(), -expected.torque, close * 0.1425);
      EXPECT_NEAR(got.t_C_W.z(), expected.mz, close * 0.1425);
      EXPECT_NEAR(got.sinkage, expected.sinkage, 1e-9);
    }
  }
}

TEST(SoilLaw, BackwardIsTheMirrorOfForward) {
  const auto roll = [](double sign) {
    const auto law = std::move(SoilLaw::Make(RoverWheel(), {StudySoil(kDrift)},
                                             std::make_unique<Level>(), nullptr, MarsOptions()))
                         .value();
    HubMotion hub;
    hub.p_WC.z() = 0.12;
    hub.spin = sign * 2.0;
    hub.v_WC = Vector3d(sign * 0.2, 0.02, 0.0);
    WheelForce got;
    for (int i = 0; i < 3000; ++i) got = law->Step(hub, 1e-3);
    return got;
  };
  const WheelForce ahead = roll(1.0);
  const WheelForce back = roll(-1.0);
  EXPECT_NEAR(ahead.f_W.x(), -back.f_W.x(), 1e-9);
  EXPECT_NEAR(ahead.f_W.y(), back.f_W.y(), 1e-9);
  EXPECT_NEAR(ahead.f_W.z(), back.f_W.z(), 1e-9);
  EXPECT_NEAR(ahead.t_C_W.y(), -back.t_C_W.y(), 1e-9);
  EXPECT_NEAR(ahead.t_C_W.z(), -back.t_C_W.z(), 1e-9);
}

TEST(SoilLaw, CarrierClimbsAtTheSlipOfTheTable) {
  for (const SlopeCase& expected : kSlopeCases) {
    for (const int soil : {kCloddy, kMixed, kDrift}) {
      if (expected.slip[soil] > 0.6) continue;
      Carrier carrier(soil, RoverWheel(), MarsOptions());
      carrier.slope = expected.slope_deg * kDeg;
      carrier.Run(0.5);
      carrier.Start(0.1);
      carrier.Run(20.0);
      EXPECT_NEAR(carrier.Slip(), expected.slip[soil], 0.003)
          << expected.slope_deg << " deg, soil " << soil;
    }
  }
}

TEST(SoilLaw, SlowAsAMarsRover) {
  Carrier carrier(kDrift, RoverWheel(), MarsOptions());
  carrier.slope = 10.0 * kDeg;
  carrier.Run(0.5);
  carrier.Start(0.011);
  carrier.Run(60.0);
  EXPECT_NEAR(carrier.Slip(), 0.0935, 0.003);
  // No jitter: the speed stays constant.
  double min = 1.0;
  double max = 0.0;
  for (int i = 0; i < 1000; ++i) {
    carrier.Step();
    min = std::min(min, carrier.hub.v_WC.x());
    max = std::max(max, carrier.hub.v_WC.x());
  }
  EXPECT_LT(max - min, 1e-6);
}

TEST(SoilLaw, StandsOnTwentyDegreesOfDrift) {
  for (const double dt : {0.5e-3, 1e-3, 2e-3}) {
    Carrier carrier(kDrift, RoverWheel(), MarsOptions());
    carrier.dt = dt;
    carrier.slope = 20.0 * kDeg;
    carrier.Run(10.0);
    const Vector3d before = carrier.hub.p_WC;
    carrier.Run(60.0);
    EXPECT_LT((carrier.hub.p_WC - before).norm(), 1e-6) << dt;
    EXPECT_GT(before.x(), -0.06);
  }
}

TEST(SoilLaw, HuskyStandsOnASandyHill) {
  SoilWheel wheel;
  wheel.radius = 0.165;
  wheel.width = 0.12;
  SoilLawOptions options;
  Carrier carrier(kCloddy, wheel, options);
  carrier.gravity = 9.81;
  carrier.mass = 75.0 / 4.0;
  carrier.slope = 20.0 * kDeg;
  carrier.hub.p_WC.z() = 0.165;
  carrier.Run(10.0);
  const Vector3d before = carrier.hub.p_WC;
  carrier.Run(60.0);
  EXPECT_LT((carrier.hub.p_WC - before).norm(), 1e-6);
  EXPECT_NEAR(carrier.last.load, carrier.mass * 9.81 * std::cos(20.0 * kDeg), 1e-6);
}

TEST(SoilLaw, TinyRobotWithLightWheelsStaysFinite) {
  SoilWheel wheel;
  wheel.radius = 0.033;
  wheel.width = 0.02;
  Carrier carrier(kCloddy, wheel, SoilLawOptions());
  carrier.gravity = 9.81;
  carrier.mass = 0.25;
  carrier.hub.p_WC.z() = 0.04;
  for (int i = 0; i < 5000; ++i) {
    carrier.hub.spin = i > 1000 ? 5.0 : 0.0;
    carrier.Step();
  }
  EXPECT_NEAR(carrier.last.load, 0.25 * 9.81, 0.01);
  // It rolls at the slip at which its drawbar pull is zero.
  const auto contact = SoilContact::Make(StudySoil(kCloddy), wheel, SoilOptions());
  double low = -0.5;
  double high = 1.0;
  for (int round = 0; round < 40; ++round) {
    const double middle = 0.5 * (low + high);
    const SoilForces at = contact->AtLoad(0.25 * 9.81, TreadSlipOf(middle, 0.0)).value();
    (at.fx < 0.0 ? low : high) = middle;
  }
  EXPECT_NEAR(carrier.hub.v_WC.x(), 5.0 * 0.033 * (1.0 - high), 1e-3);
}

TEST(SoilLaw, NeverPulls) {
  Carrier carrier(kDrift, RoverWheel(), MarsOptions());
  carrier.Run(1.0);
  for (const double speed : {0.1, 1.0, 10.0}) {
    HubMotion up = carrier.hub;
    up.v_WC.z() = speed;
    up.effective_mass_z = 50.0;
    EXPECT_GE(carrier.law->Step(up, 1e-3).load, 0.0);
    up.v_WC.z() = -speed;
    EXPECT_LT(carrier.law->Step(up, 1e-3).load, 1000.0);
  }
}

TEST(SoilLaw, SecondWheelFindsTheRut) {
  world::Soil soil = StudySoil(kDrift);
  soil.ruts = true;
  SoilWheel rigid = RoverWheel();
  rigid.flattening_pressure = kRigid;
  Carrier carrier(soil, rigid, MarsOptions());
  const auto pass = [&] {
    carrier.law->Reset();
    carrier.hub = HubMotion();
    carrier.hub.p_WC.z() = 0.12;
    carrier.Run(0.5);
    carrier.Start(0.1);
    carrier.Run(8.0);
    return carrier.law->forces();
  };
  const SoilForces first = pass();
  EXPECT_NEAR(carrier.map.Deepest(Vector3d(0.3, 0.0, 0.0)), first.sinkage, 2e-3);
  EXPECT_NEAR(carrier.map.Deepest(Vector3d(0.3, 0.05, 0.0)), first.sinkage, 2e-3);
  EXPECT_EQ(carrier.map.Deepest(Vector3d(0.3, 0.2, 0.0)), 0.0);
  const Bytes saved = SavedState(&carrier.map, carrier.law.get());
  // This run ends before the end of the first pass.
  carrier.law->Reset();
  carrier.hub = HubMotion();
  carrier.hub.p_WC.z() = 0.12;
  carrier.Run(0.5);
  carrier.Start(0.1);
  carrier.Run(4.0);
  const SoilForces second = carrier.law->forces();
  EXPECT_LT(second.compaction, 0.85 * first.compaction);
  EXPECT_GT(second.sinkage, first.sinkage);
  EXPECT_TRUE(RestoreState(saved, &carrier.map, carrier.law.get()));
  EXPECT_NEAR(carrier.map.Deepest(Vector3d(0.3, 0.0, 0.0)), first.sinkage, 2e-3);
  EXPECT_FALSE(RestoreState(Bytes(saved.data(), saved.data() + saved.size() / 2), &carrier.map));
}

TEST(SoilLaw, SpinningInPlaceDigs) {
  world::Soil soil = StudySoil(kDrift);
  soil.dig_rate = 0.005;
  Carrier carrier(soil, RoverWheel(), MarsOptions());
  carrier.Run(1.0);
  const double before = carrier.last.sinkage;
  // Blocked by an obstacle: only the wheel turns.
  carrier.hub.spin = 0.2 / 0.1425;
  for (int i = 0; i < 20000; ++i) {
    carrier.Step();
    carrier.hub.v_WC.x() = 0.0;
  }
  EXPECT_NEAR(carrier.last.sinkage - before, 0.005 * 0.2 * 20.0, 1e-3);
  EXPECT_NEAR(carrier.hub.p_WC.z(), 0.12 - 0.02, 0.01);
  // On level ground at small slip it hardly digs.
  Carrier rolling(soil, RoverWheel(), MarsOptions());
  rolling.Run(0.5);
  rolling.Start(0.1);
  rolling.Run(20.0);
  EXPECT_LT(rolling.last.sinkage, 0.0176 + 1e-3);
}

TEST(SoilLaw, LockedWheelThatTurnsRoundForgetsItsWay) {
  Carrier carrier(kDrift, RoverWheel(), MarsOptions());
  carrier.Run(0.5);
  for (int i = 0; i < 5000; ++i) {
    carrier.hub.v_WC.x() = 0.2;
    carrier.Step();
  }
  EXPECT_LT(carrier.last.f_W.x(), -50.0);
  double distance = 0.0;
  while (carrier.last.f_W.x() < 0.0 && distance < 1.0) {
    carrier.hub.v_WC.x() = -0.2;
    carrier.Step();
    distance += 0.2e-3;
  }
  EXPECT_LT(distance, 0.12);
}

TEST(SoilLaw, SameStateSameForce) {
  Carrier carrier(kDrift, RoverWheel(), MarsOptions());
  carrier.Run(0.5);
  carrier.Start(0.1);
  const Bytes saved = SavedState(carrier.law.get());
  const HubMotion hub = carrier.hub;
  carrier.Run(1.0);
  const WheelForce once = carrier.last;
  ASSERT_TRUE(RestoreState(saved, carrier.law.get()));
  carrier.hub = hub;
  carrier.Run(1.0);
  EXPECT_EQ(once.f_W, carrier.last.f_W);
  EXPECT_EQ(once.t_C_W, carrier.last.t_C_W);
}

TEST(SoilLaw, StepsWithoutMemory) {
  world::Soil soil = StudySoil(kDrift);
  soil.ruts = true;
  Carrier carrier(soil, RoverWheel(), MarsOptions());
  carrier.Run(0.1);
  const long before = AllocationCount();
  carrier.Start(0.5);
  carrier.Run(1.0);
  EXPECT_EQ(AllocationCount(), before);
}

TEST(CompactionMap, OldestTileGoesWhenAllAreInUse) {
  CompactionMap map(0.1, 4);
  for (int i = 0; i < 6; ++i) map.Press(Vector3d(1.6 * i + 0.05, -0.05, 0.0), 0.01 * (i + 1));
  EXPECT_EQ(map.tile_count(), 4);
  EXPECT_EQ(map.Deepest(Vector3d(0.05, -0.05, 0.0)), 0.0);
  EXPECT_EQ(map.Deepest(Vector3d(1.65, -0.05, 0.0)), 0.0);
  for (int i = 2; i < 6; ++i) {
    EXPECT_NEAR(map.Deepest(Vector3d(1.6 * i + 0.05, -0.05, 0.0)), 0.01 * (i + 1), 1e-8);
  }
  // A bridge has separate ruts.
  EXPECT_EQ(map.Deepest(Vector3d(8.05, -0.05, 3.0)), 0.0);
  map.Press(Vector3d(std::nan(""), 0.0, 0.0), 1.0);
  map.Press(Vector3d(1e300, 0.0, 0.0), 1.0);
  EXPECT_EQ(map.Deepest(Vector3d(1e300, 0.0, 0.0)), 0.0);
}

TEST(SoilLaw, ALockedWheelFeelsTheIntegralsOfALockedWheel) {
  world::Soil soil = StudySoil(kDrift);
  soil.slip_sinkage = 2.0;
  SoilOptions exact;
  exact.gravity = kMars;
  const SoilContact contact = SoilContact::Make(soil, RoverWheel(), exact).value();
  for (const double slip : {-0.5, -0.9, -0.99, -1.0}) {
    Carrier carrier(soil, RoverWheel(), MarsOptions());
    carrier.hub.p_WC.z() = 0.115;
    carrier.hub.v_WC = Vector3d(0.1, 0.0, 0.0);
    carrier.hub.spin = 0.1 * (1.0 + slip) / 0.1425;
    carrier.hub.effective_mass_x = carrier.hub.effective_mass_y = carrier.hub.effective_mass_z =
        50.0;
    WheelForce got;
    for (int i = 0; i < 60000; ++i) got = carrier.law->Step(carrier.hub, 1e-3);
    const SoilForces expected = contact.AtHeight(0.115, TreadSlipOf(slip, 0.0));
    EXPECT_NEAR(got.load, expected.fz, 0.002 * expected.fz) << slip;
    EXPECT_NEAR(got.f_W.x(), expected.fx, 0.005 * expected.fz) << slip;
    // Standing, the wheel's load stays constant.
    carrier.hub.v_WC.setZero();
    carrier.hub.spin = 0.0;
    const double load = carrier.law->Step(carrier.hub, 1e-3).load;
    for (int i = 0; i < 1000; ++i) got = carrier.law->Step(carrier.hub, 1e-3);
    EXPECT_NEAR(got.load, load, 1e-9) << slip;
  }
}

}  // namespace
}  // namespace surefoot::ground
