#include "surefoot/ground/soil/soil_wheel.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/ground/test/soil_wheel_cases.h"

namespace surefoot::ground {
namespace {

constexpr double kDeg = M_PI / 180.0;
constexpr double kMars = 3.71;

SoilWheel RoverWheel(double flattening = 14.6e3) {
  SoilWheel wheel;
  wheel.radius = 0.1425;
  wheel.width = 0.12;
  wheel.flattening_pressure = flattening;
  return wheel;
}

SoilOptions MarsOptions() {
  SoilOptions options;
  options.gravity = kMars;
  return options;
}

SoilContact Contact(int soil, const SoilWheel& wheel = RoverWheel(),
                    const SoilOptions& options = MarsOptions()) {
  return SoilContact::Make(StudySoil(soil), wheel, options).value();
}

TEST(SoilWheel, ThirtyOneCasesToTheLastPrintedDigit) {
  int number = 0;
  for (const WheelCase& expected : kWheelCases) {
    SCOPED_TRACE(++number);
    const SoilContact contact = Contact(expected.soil, RoverWheel(expected.flattening));
    const auto got =
        contact.AtLoad(expected.load, TreadSlipOf(expected.slip, expected.angle_deg * kDeg));
    ASSERT_TRUE(got.ok()) << got.error().message;
    EXPECT_NEAR(got->fz, expected.load, 1e-9);
    EXPECT_NEAR(got->fx, expected.fx, 5.1e-5);
    EXPECT_NEAR(got->fy, expected.fy, 5.1e-5);
    EXPECT_NEAR(got->mz, expected.mz, 5.1e-6);
    EXPECT_NEAR(got->torque, expected.torque, 5.1e-5);
    EXPECT_NEAR(got->sinkage * 1e3, expected.sinkage_mm, 5.1e-5);
    EXPECT_NEAR(got->theta_0, expected.theta_0, 5.1e-6);
    EXPECT_NEAR(got->theta_1, expected.theta_1, 5.1e-6);
  }
}

TEST(SoilWheel, CompactionResistanceIsTheWorkOfTheRut) {
  for (const double load : {120.0, 178.9518, 300.0}) {
    const SoilContact contact = Contact(kDrift);
    const SoilForces at = contact.AtLoad(load, TreadSlipOf(0.3, 0.0)).value();
    EXPECT_NEAR(at.compaction, 15.37828, 15.37828e-6);
  }
  // For any exponent, rigid wheel: b k h^(n+1) / (n+1).
  for (const double exponent : {0.5, 0.8, 1.3}) {
    world::Soil soil = StudySoil(kMixed);
    soil.exponent = exponent;
    const auto contact = SoilContact::Make(soil, RoverWheel(kRigid), MarsOptions());
    const SoilForces at = contact->AtHeight(0.12, {});
    const double k = 1400.0 / 0.12 + 820000.0;
    const double h = 0.1425 - 0.12;
    const double expected = 0.12 * k * std::pow(h, exponent + 1.0) / (exponent + 1.0);
    EXPECT_NEAR(at.compaction, expected, 1e-6 * expected) << exponent;
  }
}

TEST(SoilWheel, HeightAndLoadAreTheSameStory) {
  const SoilContact contact = Contact(kCloddy);
  const TreadSlip slip = TreadSlipOf(0.2, 0.1);
  for (const double load : {20.0, 80.0, 90.0, 179.0, 350.0}) {
    const SoilForces by_load = contact.AtLoad(load, slip).value();
    const double height = 0.1425 * std::cos(by_load.theta_0);
    const SoilForces by_height = contact.AtHeight(height, slip);
    EXPECT_NEAR(by_height.fz, load, 1e-6);
    EXPECT_NEAR(by_height.fx, by_load.fx, 1e-6);
    EXPECT_NEAR(by_height.theta_1, by_load.theta_1, 1e-6);
  }
}

TEST(SoilWheel, MirroredSlipAngleMirrorsForces) {
  for (const SoilShear shear : {SoilShear::kIndependent, SoilShear::kVector}) {
    SoilOptions options = MarsOptions();
    options.shear = shear;
    const SoilContact contact = Contact(kMixed, RoverWheel(), options);
    for (const double slip : {-0.5, 0.0, 0.4}) {
      const SoilForces left = contact.AtHeight(0.122, TreadSlipOf(slip, 0.2));
      const SoilForces right = contact.AtHeight(0.122, TreadSlipOf(slip, -0.2));
      EXPECT_EQ(left.fy, -right.fy);
      EXPECT_EQ(left.mz, -right.mz);
      EXPECT_EQ(left.fx, right.fx);
      EXPECT_EQ(left.fz, right.fz);
      EXPECT_LT(left.fy, 0.0);
      EXPECT_EQ(contact.AtHeight(0.122, TreadSlipOf(slip, 0.0)).fy, 0.0);
    }
  }
}

TEST(SoilWheel, MonotoneInSlipAndHeight) {
  for (const int soil : {kCloddy, kMixed, kDrift}) {
    const SoilContact contact = Contact(soil);
    double last_x = -1e9;
    double last_t = -1e9;
    for (double slip = -0.95; slip <= 1.0; slip += 0.01) {
      const SoilForces at = contact.AtLoad(178.9518, TreadSlipOf(slip, 0.0)).value();
      EXPECT_GT(at.fx, last_x) << slip;
      EXPECT_GT(at.torque, last_t) << slip;
      last_x = at.fx;
      last_t = at.torque;
    }
    double last_z = 1e9;
    for (double height = 0.06; height < 0.1425; height += 0.001) {
      const double fz = contact.AtHeight(height, TreadSlipOf(0.3, 0.0)).fz;
      EXPECT_LT(fz, last_z) << height;
      last_z = fz;
    }
  }
}

TEST(SoilWheel, NoJumpWhereRegimesMeet) {
  const double at_threshold[3][3] = {
      {82.647, 86.915, 89.638}, {82.450, 86.184, 88.570}, {82.201, 85.251, 87.217}};
  const double slips[] = {0.0, 0.3, 0.7};
  for (const int soil : {kCloddy, kMixed, kDrift}) {
    const SoilContact contact = Contact(soil);
    const double height = 0.1425 - contact.DepthOf(14.6e3, {});
    for (int i = 0; i < 3; ++i) {
      const TreadSlip slip = TreadSlipOf(slips[i], 0.05);
      EXPECT_NEAR(contact.AtHeight(height, slip).fz, at_threshold[soil][i], 5.1e-4);
      const double load = contact.AtHeight(height, slip).fz;
      const SoilForces less = contact.AtLoad(load * (1 - 1e-10), slip).value();
      const SoilForces more = contact.AtLoad(load * (1 + 1e-10), slip).value();
      EXPECT_NEAR(less.fx, more.fx, 1e-6);
      EXPECT_NEAR(less.fy, more.fy, 1e-6);
      EXPECT_NEAR(less.torque, more.torque, 1e-6);
    }
    const SoilForces brakes = contact.AtLoad(179.0, TreadSlipOf(-1e-9, 0.05)).value();
    const SoilForces drives = contact.AtLoad(179.0, TreadSlipOf(1e-9, 0.05)).value();
    EXPECT_NEAR(brakes.fx, drives.fx, 1e-6);
    EXPECT_NEAR(brakes.fy, drives.fy, 1e-6);
  }
}

constexpr double kWeight = 310.0 * kMars;

/// Pull of six wheels at this slip in excess of what the slope requires.
double Surplus(const SoilContact& contact, double slope, double slip) {
  const double load = kWeight * std::cos(slope) / 6.0;
  const SoilForces at = contact.AtLoad(load, TreadSlipOf(slip, 0.0)).value();
  return 6.0 * at.fx - kWeight * std::sin(slope);
}

double SteadySlip(const SoilContact& contact, double slope) {
  double low = -0.95;
  double high = 1.0;
  if (Surplus(contact, slope, high) < 0.0) return kNone;
  for (int round = 0; round < 40; ++round) {
    const double middle = 0.5 * (low + high);
    (Surplus(contact, slope, middle) < 0.0 ? low : high) = middle;
  }
  return high;
}

TEST(SoilWheel, SlipOfARoverThatClimbs) {
  for (const SlopeCase& expected : kSlopeCases) {
    for (const int soil : {kCloddy, kMixed, kDrift}) {
      const double slip = SteadySlip(Contact(soil), expected.slope_deg * kDeg);
      EXPECT_NEAR(slip, expected.slip[soil], expected.slip[soil] < 0.9 ? 1e-4 : 1e-3)
          << expected.slope_deg << " deg, soil " << soil;
    }
  }
}

TEST(SoilWheel, SteepestSlopes) {
  const double arc[] = {30.52, 27.15, 22.01};
  const double chord[] = {30.35, 26.95, 21.79};
  SoilOptions options = MarsOptions();
  for (const FlatMeasure measure : {FlatMeasure::kArc, FlatMeasure::kChord}) {
    options.flat_measure = measure;
    for (const int soil : {kCloddy, kMixed, kDrift}) {
      const SoilContact contact = Contact(soil, RoverWheel(), options);
      double low = 15.0;
      double high = 35.0;
      for (int round = 0; round < 30; ++round) {
        const double middle = 0.5 * (low + high);
        (Surplus(contact, middle * kDeg, 0.9999) > 0.0 ? low : high) = middle;
      }
      EXPECT_NEAR(low, (measure == FlatMeasure::kArc ? arc : chord)[soil], 0.02);
    }
  }
}

/// Two of three axles steered by 4 degrees scrub while the rover goes straight uphill.
TEST(SoilWheel, SlipsOfThePaper) {
  const auto steered = [](int soil, double slope) {
    const SoilContact contact = Contact(soil);
    const double load = kWeight * std::cos(slope) / 6.0;
    double low = 0.0;
    double high = 1.0;
    for (int round = 0; round < 40; ++round) {
      // All wheels turn equally fast; a steered one moves by cos(4 deg) in its own plane.
      const double slip = 0.5 * (low + high);
      const double d = 4.0 * kDeg;
      const double turned_slip = 1.0 - (1.0 - slip) * std::cos(d);
      const SoilForces straight = contact.AtLoad(load, TreadSlipOf(slip, 0.0)).value();
      const SoilForces turned = contact.AtLoad(load, TreadSlipOf(turned_slip, -d)).value();
      const double pull =
          2.0 * straight.fx + 4.0 * (turned.fx * std::cos(d) - turned.fy * std::sin(d));
      (pull < kWeight * std::sin(slope) ? low : high) = slip;
    }
    return high;
  };
  const double drift = steered(kDrift, 21.0 * kDeg);
  const double mixed = steered(kMixed, 26.0 * kDeg);
  EXPECT_NEAR(drift, 0.7159, 2e-3);
  EXPECT_NEAR(mixed, 0.7083, 2e-3);
  EXPECT_NEAR(drift, 0.71, 0.04);
  EXPECT_NEAR(mixed, 0.70, 0.04);
  EXPECT_GE(drift, mixed);
  EXPECT_LT(drift - mixed, 0.02);
}

TEST(SoilWheel, VariantsOfThePaper) {
  SoilOptions options = MarsOptions();
  options.flat_measure = FlatMeasure::kChord;
  EXPECT_NEAR(SteadySlip(Contact(kDrift, RoverWheel(), options), 21.0 * kDeg), 0.7308, 2e-4);
  EXPECT_NEAR(SteadySlip(Contact(kMixed, RoverWheel(), options), 26.0 * kDeg), 0.7179, 2e-4);
  options = MarsOptions();
  options.flat_shear = FlatShear::kFlat;
  EXPECT_NEAR(SteadySlip(Contact(kDrift, RoverWheel(), options), 21.0 * kDeg), 0.6843, 2e-4);
  EXPECT_NEAR(SteadySlip(Contact(kMixed, RoverWheel(), options), 26.0 * kDeg), 0.6803, 2e-4);
}

TEST(SoilWheel, CollapseIsAnError) {
  const auto got = Contact(kDrift, RoverWheel(5e3)).AtLoad(179.0, {});
  ASSERT_FALSE(got.ok());
  EXPECT_NE(got.error().message.find("collapses"), std::string::npos) << got.error().message;
  const auto heavy = Contact(kDrift, RoverWheel(kRigid)).AtLoad(1e7, {});
  ASSERT_FALSE(heavy.ok());
  EXPECT_FALSE(Contact(kDrift).AtLoad(-1.0, {}).ok());
  EXPECT_FALSE(Contact(kDrift).AtLoad(std::nan(""), {}).ok());
}

TEST(SoilWheel, VectorShearKeepsToMohrAndCoulomb) {
  SoilOptions options = MarsOptions();
  options.shear = SoilShear::kVector;
  options.bulldozing = Bulldozing::kNone;
  const SoilContact contact = Contact(kCloddy, RoverWheel(), options);
  for (const double across : {0.1, 1.0, 10.0}) {
    const SoilForces at = contact.AtHeight(0.12, {0.5, across});
    const double shear = at.torque / 0.1425;
    EXPECT_LE(std::hypot(shear, at.fy), at.shear_capacity);
  }
  // Along one axis both laws are equal.
  const SoilForces vector = contact.AtHeight(0.12, {0.5, 0.0});
  const SoilForces alone = Contact(kCloddy).AtHeight(0.12, {0.5, 0.0});
  EXPECT_NEAR(vector.fx, alone.fx, 1e-9);
}

TEST(SoilWheel, ReboundPushesForwardAndCarries) {
  SoilOptions options = MarsOptions();
  options.rebound = 0.1;
  const SoilContact back = Contact(kDrift, RoverWheel(), options);
  const SoilContact none = Contact(kDrift);
  const SoilForces with = back.AtHeight(0.12, {});
  const SoilForces without = none.AtHeight(0.12, {});
  EXPECT_GT(with.fz, without.fz);
  EXPECT_LT(with.compaction, without.compaction);
  // Work of the rebound: the pressure falls linearly over a tenth of the sinkage.
  const double given = 0.12 * 14.6e3 * 0.5 * 0.1 * without.sinkage;
  EXPECT_NEAR(without.compaction - with.compaction, given, 1e-6);
}

TEST(SoilWheel, GrousersAddBekkersShear) {
  SoilWheel wheel = RoverWheel(kRigid);
  wheel.grousers = 24;
  wheel.grouser_height = 0.012;
  world::Soil clay = StudySoil(kDrift);
  clay.friction_angle = 0.0;
  const SoilContact with = SoilContact::Make(clay, wheel, MarsOptions()).value();
  const SoilContact without = SoilContact::Make(clay, RoverWheel(kRigid), MarsOptions()).value();
  const TreadSlip spin = TreadSlipOf(1.0, 0.0);
  EXPECT_NEAR(with.AtHeight(0.12, spin).torque / without.AtHeight(0.12, spin).torque, 1.2, 1e-9);
  const double gain = 1.0 + 0.64 * 0.1 * std::atan(10.0);
  world::Soil sand = StudySoil(kDrift);
  sand.cohesion = 0.0;
  const auto sand_with = SoilContact::Make(sand, wheel, MarsOptions());
  const auto sand_without = SoilContact::Make(sand, RoverWheel(kRigid), MarsOptions());
  EXPECT_NEAR(sand_with->AtHeight(0.12, spin).torque / sand_without->AtHeight(0.12, spin).torque,
              gain, 1e-9);
}

TEST(SoilWheel, SecondPassIsStiffer) {
  const SoilContact contact = Contact(kDrift, RoverWheel(kRigid));
  const SoilForces first = contact.AtLoad(100.0, {}).value();
  const SoilBed bed = contact.BedAfter(first.sinkage);
  EXPECT_NEAR(bed.floor, 0.9 * first.sinkage, 1e-12);
  const SoilForces second = contact.AtLoad(100.0, {}, bed).value();
  EXPECT_GT(second.sinkage, bed.floor);
  EXPECT_LT(second.compaction, 0.8 * first.compaction);
  // Each pass deepens the rut by less.
  const SoilForces third = contact.AtLoad(100.0, {}, contact.BedAfter(second.sinkage)).value();
  EXPECT_GT(second.sinkage, first.sinkage);
  EXPECT_GT(third.sinkage, second.sinkage);
  EXPECT_LT(third.sinkage - second.sinkage, second.sinkage - first.sinkage);
  // Below the former depth the soil behaves as before.
  EXPECT_EQ(contact.Pressure(2.0 * bed.deepest, bed), contact.Pressure(2.0 * bed.deepest, {}));
  EXPECT_NEAR(contact.DepthOf(contact.Pressure(0.95 * bed.deepest, bed), bed), 0.95 * bed.deepest,
              1e-12);
}

TEST(SoilWheel, SlipDeepens) {
  SoilOptions options = MarsOptions();
  options.slip_sinkage = SlipSinkage::kLyasko;
  const SoilContact contact = Contact(kDrift, RoverWheel(), options);
  const double still = contact.AtLoad(179.0, {}).value().sinkage;
  EXPECT_NEAR(contact.AtLoad(179.0, TreadSlipOf(0.5, 0.0)).value().sinkage, 2.0 * still, 1e-9);
  world::Soil soil = StudySoil(kDrift);
  soil.slip_sinkage = 0.8;
  const SoilContact linear = SoilContact::Make(soil, RoverWheel(), MarsOptions()).value();
  EXPECT_NEAR(linear.AtLoad(179.0, TreadSlipOf(0.5, 0.0)).value().sinkage, 1.4 * still, 1e-9);
  EXPECT_NEAR(linear.AtLoad(179.0, TreadSlipOf(-0.5, 0.0)).value().sinkage, 1.4 * still, 1e-9);
  // Lateral motion at the speed of the tread, rolling freely forward.
  EXPECT_NEAR(linear.AtLoad(179.0, {0.0, 1.0}).value().sinkage,
              (1.0 + 0.8 / std::sqrt(2.0)) * still, 1e-9);
}

TEST(SoilWheel, FewPointsAreCloseEnough) {
  SoilOptions quick = MarsOptions();
  quick.points = 8;
  quick.split = false;
  for (const int soil : {kCloddy, kMixed, kDrift}) {
    const SoilContact fast = Contact(soil, RoverWheel(), quick);
    const SoilContact exact = Contact(soil);
    for (double height = 0.10; height < 0.14; height += 0.005) {
      for (double slip = -0.9; slip <= 1.0; slip += 0.05) {
        const SoilForces a = fast.AtHeight(height, TreadSlipOf(slip, 0.1));
        const SoilForces b = exact.AtHeight(height, TreadSlipOf(slip, 0.1));
        EXPECT_NEAR(a.fx, b.fx, 1e-3 * b.fz) << height << " " << slip;
        EXPECT_NEAR(a.fy, b.fy, 1e-3 * b.fz);
        EXPECT_NEAR(a.fz, b.fz, 1e-3 * b.fz);
      }
    }
  }
}

TEST(SoilWheel, RefusesInvalidSoils) {
  world::Soil soil = StudySoil(kDrift);
  soil.shear_modulus_x = 0.0;
  EXPECT_FALSE(SoilContact::Make(soil, RoverWheel(), MarsOptions()).ok());
  soil = StudySoil(kDrift);
  soil.frictional_modulus = -1e6;
  const auto got = SoilContact::Make(soil, RoverWheel(), MarsOptions());
  ASSERT_FALSE(got.ok());
  EXPECT_NE(got.error().message.find("k_phi"), std::string::npos);
  soil = StudySoil(kDrift);
  soil.exponent = std::nan("");
  EXPECT_FALSE(SoilContact::Make(soil, RoverWheel(), MarsOptions()).ok());
  EXPECT_FALSE(SoilContact::Make(StudySoil(kDrift), SoilWheel(), MarsOptions()).ok());
}

TEST(SoilWheel, OddHeightsAndSlipsStayFinite) {
  const SoilContact contact = Contact(kDrift);
  for (const double height : {-10.0, -0.1, 0.0, 0.05, 0.1424999, 0.1425, 5.0}) {
    for (const double x : {-1e30, -5.0, 0.0, 1.0, 2.0, 1e30}) {
      for (const double y : {-1e30, 0.0, 1e30}) {
        const SoilForces at = contact.AtHeight(height, {x, y});
        EXPECT_TRUE(std::isfinite(at.fx + at.fy + at.fz + at.mz + at.torque));
      }
    }
  }
}

}  // namespace
}  // namespace surefoot::ground
