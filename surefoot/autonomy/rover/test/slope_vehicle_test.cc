#include "surefoot/autonomy/rover/slope_vehicle.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "surefoot/ground/test/soil_wheel_cases.h"

namespace surefoot::rover {
namespace {

using ground::kCloddy;
using ground::kDrift;
using ground::kMixed;

constexpr double kDegree = M_PI / 180.0;
constexpr double kCannot = -9.0;

SlopeVehicle On(int soil, double center = 0.0) {
  SlopeVehicleSpec spec;
  spec.center = center;
  return SlopeVehicle::Make(spec, ground::StudySoil(soil)).value();
}

Steering FrontAndRear() { return {4.0 * kDegree, 0.0, -4.0 * kDegree}; }

/// Time in which the tread reaches its speed (s).
constexpr double kSettling = 300.0;

/// Integrates the balance of forces without a table. Ends early with the result so far if the
/// vehicle cannot move on.
std::vector<SlopePoint> DriveOf(const SlopeVehicle& vehicle, const SlopeDrive& drive) {
  SlopeMotion motion;
  motion.slip = vehicle.ClimbSlip(drive.slope * std::cos(drive.heading)).value_or(0.5);
  const auto balance = [&](double heading) {
    const Result<SlopeMotion> found = vehicle.Balance(drive.slope, heading, drive.steering, motion);
    if (found.ok()) motion = found.value();
    return found.ok();
  };
  std::vector<SlopePoint> track;
  SlopePoint now;
  now.heading = drive.heading;
  if (!balance(now.heading)) return track;
  now.motion = motion;
  double tread = drive.first_tread;
  now.speed = tread / TreadRatio(motion.slip);
  track.push_back(now);
  // x, y, heading, tread's speed.
  using Rates = Eigen::Vector4d;
  const auto rates_of = [&](const Rates& q, Rates* rates) {
    if (!balance(q[2])) return false;
    const double speed = q[3] / TreadRatio(motion.slip);
    const double across = speed * std::tan(motion.sideslip);
    const double c = std::cos(q[2]);
    const double s = std::sin(q[2]);
    *rates = Rates(speed * c - across * s, speed * s + across * c, speed * motion.curvature,
                   drive.gain * (drive.speed - speed));
    return true;
  };
  const int steps = static_cast<int>(std::lround(drive.seconds / drive.step));
  for (int i = 1; i <= steps; ++i) {
    // Shorter than the time in which the speed settles, and shorter still while it does.
    const int parts = (now.time < kSettling ? 2 : 1) *
                      std::max(1, static_cast<int>(std::ceil(drive.step * drive.gain)));
    const double h = drive.step / parts;
    for (int part = 0; part < parts; ++part) {
      const Rates q(now.x, now.y, now.heading, tread);
      std::array<Rates, 4> k;
      const bool ok = rates_of(q, &k[0]) && rates_of(q + 0.5 * h * k[0], &k[1]) &&
                      rates_of(q + 0.5 * h * k[1], &k[2]) && rates_of(q + h * k[2], &k[3]);
      if (!ok) return track;
      const Rates next = q + h / 6.0 * (k[0] + 2.0 * k[1] + 2.0 * k[2] + k[3]);
      now.x = next[0];
      now.y = next[1];
      now.heading = next[2];
      tread = next[3];
    }
    now.time = i * drive.step;
    now.motion = motion;
    now.speed = tread / TreadRatio(motion.slip);
    track.push_back(now);
  }
  return track;
}

// A table of an independent implementation.
TEST(SlopeVehicle, SlipsAsTheReferenceOnEverySlope) {
  const struct {
    double slope, cloddy, mixed, drift;
  } rows[] = {{-20, -0.1527, -0.1693, -0.2053}, {-10, -0.0900, -0.0943, -0.1030},
              {0, -0.0393, -0.0358, -0.0286},   {5, -0.0090, 0.0006, 0.0211},
              {10, 0.0313, 0.0503, 0.0935},     {15, 0.0865, 0.1220, 0.2154},
              {18, 0.1315, 0.1850, 0.3517},     {20, 0.1695, 0.2424, 0.5237},
              {21, 0.1920, 0.2783, 0.6807},     {24, 0.2803, 0.4430, kCannot},
              {26, 0.3693, 0.6774, kCannot},    {28, 0.5126, kCannot, kCannot},
              {30, 0.8242, kCannot, kCannot}};
  for (const auto& row : rows) {
    const double expected[] = {row.cloddy, row.mixed, row.drift};
    const int soils[] = {kCloddy, kMixed, kDrift};
    for (int i = 0; i < 3; ++i) {
      const auto slip = On(soils[i]).ClimbSlip(row.slope * kDegree);
      EXPECT_NEAR(slip.value_or(kCannot), expected[i], 0.002) << row.slope << " soil " << i;
    }
  }
}

TEST(SlopeVehicle, ClimbsAsFarAsTheReference) {
  EXPECT_NEAR(On(kDrift).LimitSlope() / kDegree, 22.01, 0.02);
  EXPECT_NEAR(On(kMixed).LimitSlope() / kDegree, 27.15, 0.02);
  EXPECT_NEAR(On(kCloddy).LimitSlope() / kDegree, 30.52, 0.02);
}

TEST(SlopeVehicle, SlopeAtASlipIsTheOtherWayRound) {
  for (const int soil : {kCloddy, kMixed, kDrift}) {
    const SlopeVehicle vehicle = On(soil);
    for (const double slope : {-18.0, -3.0, 0.0, 8.0, 17.0, 21.5}) {
      const double slip = vehicle.ClimbSlip(slope * kDegree).value();
      EXPECT_NEAR(vehicle.SlopeAtSlip(slip) / kDegree, slope, 1e-4) << soil;
    }
    EXPECT_NEAR(vehicle.SlopeAtSlip(1.0), vehicle.LimitSlope(), 1e-6);
    const double slip = vehicle.ClimbSlip(12.0 * kDegree, FrontAndRear()).value();
    EXPECT_NEAR(vehicle.SlopeAtSlip(slip, FrontAndRear()) / kDegree, 12.0, 1e-4);
  }
}

// Results of the rover study.
TEST(SlopeVehicle, AgreesWithTheStudy) {
  for (const Steering& steering : {Steering{}, FrontAndRear()}) {
    const double drift = On(kDrift).ClimbSlip(21.0 * kDegree, steering).value();
    const double mixed = On(kMixed).ClimbSlip(26.0 * kDegree, steering).value();
    EXPECT_NEAR(drift, 0.71, 0.04);
    EXPECT_NEAR(mixed, 0.70, 0.04);
    EXPECT_GE(drift - mixed, 0.0);
    EXPECT_LE(drift - mixed, 0.02);
    EXPECT_FALSE(On(kDrift).ClimbSlip(23.0 * kDegree, steering));
    EXPECT_FALSE(On(kMixed).ClimbSlip(28.0 * kDegree, steering));
    EXPECT_TRUE(On(kCloddy).ClimbSlip(26.0 * kDegree, steering));
  }
  EXPECT_NEAR(On(kDrift).ClimbSlip(21.0 * kDegree, FrontAndRear()).value(), 0.7159, 0.002);
  EXPECT_NEAR(On(kMixed).ClimbSlip(26.0 * kDegree, FrontAndRear()).value(), 0.7083, 0.002);
  EXPECT_NEAR(On(kDrift).ClimbSlip(21.0 * kDegree, {4.0 * kDegree}).value(), 0.6984, 0.002);
}

struct Place {
  double slope;
  int soil;
  double center;
  double x1, y1, heading1;
  double x2, y2, heading2;
};

// Paths of an independent integration of the equations of motion, at 1800 and 3600 s.
TEST(SlopeVehicle, DrivesTheReferencePaths) {
  const Place places[] = {
      {21, kCloddy, -0.05, 8.173, 15.317, 98.041, -6.422, 26.913, 184.658},
      {21, kMixed, -0.05, 8.245, 15.622, 90.877, -3.445, 31.201, 155.101},
      {21, kDrift, -0.05, 8.404, 16.533, 74.506, 6.591, 37.270, 81.011},
      {26, kCloddy, -0.05, 8.454, 15.971, 82.091, 2.070, 35.335, 108.443},
      {26, kMixed, -0.05, 8.533, 16.779, 70.112, 8.575, 37.746, 73.270},
      {21, kCloddy, 0.0, 4.797, 15.195, 124.693, -12.953, 15.777, 231.138},
      {21, kDrift, 0.0, 1.195, 16.051, 127.018, -16.996, 17.000, 226.582},
      {26, kMixed, 0.0, 0.664, 16.312, 125.158, -17.591, 18.068, 223.056},
  };
  for (const Place& place : places) {
    SCOPED_TRACE(std::to_string(place.slope) + " deg, soil " + std::to_string(place.soil) +
                 ", center " + std::to_string(place.center));
    SlopeDrive drive;
    drive.slope = place.slope * kDegree;
    drive.steering = FrontAndRear();
    drive.seconds = 3600.0;
    // The reference starts like this.
    drive.first_tread = 1.05 * 38.0 / 3600.0;
    const auto track = DriveOf(On(place.soil, place.center), drive);
    ASSERT_EQ(track.size(), 61u);
    const SlopePoint& half = track[30];
    EXPECT_NEAR(half.x, place.x1, 0.05);
    EXPECT_NEAR(half.y, place.y1, 0.05);
    EXPECT_NEAR(half.heading / kDegree, place.heading1, 0.3);
    const SlopePoint& end = track[60];
    EXPECT_NEAR(end.x, place.x2, 0.15);
    EXPECT_NEAR(end.y, place.y2, 0.15);
    EXPECT_NEAR(end.heading / kDegree, place.heading2, 1.0);
  }
}

TEST(SlopeVehicle, GoesStraightWhereTheSoilIsWeak) {
  const struct {
    double slope;
    int soil;
    double heading;
  } rows[] = {{21, kDrift, 82.0}, {26, kMixed, 73.4}};
  for (const auto& row : rows) {
    SlopeDrive drive;
    drive.slope = row.slope * kDegree;
    drive.steering = FrontAndRear();
    drive.seconds = 9000.0;
    const auto track = DriveOf(On(row.soil, -0.05), drive);
    ASSERT_EQ(track.size(), 151u);
    EXPECT_NEAR(track.back().heading / kDegree, row.heading, 0.3);
    EXPECT_LT(std::abs(track.back().motion.curvature) / kDegree, 0.05);
  }
}

TEST(SlopeVehicle, PowerIsAtLeastThatOfLifting) {
  for (const int soil : {kCloddy, kMixed, kDrift}) {
    double last = 0.0;
    for (const double slope : {0.0, 5.0, 10.0, 15.0, 20.0}) {
      const double cost = On(soil).CostOfTransport(slope * kDegree).value();
      EXPECT_GT(cost, std::sin(slope * kDegree));
      EXPECT_GT(cost, last);
      last = cost;
    }
    EXPECT_FALSE(On(soil).CostOfTransport(35.0 * kDegree));
  }
}

TEST(SlopeVehicle, RefusesInvalidVehicles) {
  SlopeVehicleSpec spec;
  spec.axles.clear();
  EXPECT_FALSE(SlopeVehicle::Make(spec, ground::StudySoil(kDrift)).ok());
  spec = {};
  spec.wheel.radius = 0.0;
  EXPECT_FALSE(SlopeVehicle::Make(spec, ground::StudySoil(kDrift)).ok());
}

}  // namespace
}  // namespace surefoot::rover
