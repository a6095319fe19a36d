#include "surefoot/autonomy/rover/level_drive.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/ground/test/soil_wheel_cases.h"

namespace surefoot::rover {
namespace {

constexpr double kDegree = M_PI / 180.0;
constexpr double kSpeed = 40.0 / 3600.0;

LevelDrive Cloddy() {
  return LevelDrive::Make({}, ground::StudySoil(ground::kCloddy), 10.0 * kDegree).value();
}

TEST(LevelDrive, SlipsAsTheReferenceGoingStraight) {
  EXPECT_NEAR(Cloddy().At(0.0).slip, -0.0393, 0.0005);
  EXPECT_NEAR(Cloddy().At(0.0).curvature, 0.0, 1e-9);
}

TEST(LevelDrive, BothSidesAreAlike) {
  const LevelDrive drive = Cloddy();
  for (const double angle : {0.3, 2.0, 4.1, 9.9, 25.0}) {
    const SlopeMotion left = drive.At(angle * kDegree);
    const SlopeMotion right = drive.At(-angle * kDegree);
    EXPECT_NEAR(left.curvature, -right.curvature, 1e-7);
    EXPECT_NEAR(left.sideslip, -right.sideslip, 1e-7);
    EXPECT_NEAR(left.slip, right.slip, 1e-7);
    EXPECT_GT(left.curvature, 0.0);
  }
  EXPECT_EQ(drive.At(25.0 * kDegree).curvature, drive.At(10.0 * kDegree).curvature);
}

TEST(LevelDrive, GoesInACircleOfItsCurvature) {
  const LevelDrive drive = Cloddy();
  const SlopeMotion motion = drive.At(4.0 * kDegree);
  LevelState state = drive.Start(0.3, kSpeed);
  const double around = 2.0 * M_PI / (kSpeed * motion.curvature);
  // The treads keep the speed of straight driving; the slip in the turn differs slightly.
  double highest = 0.0;
  double x = 0.0;
  double y = 0.0;
  for (int i = 0; state.heading < 0.3 + 2.0 * M_PI && i < 2.0 * around; ++i) {
    drive.Step(4.0 * kDegree, kSpeed, 60.0, 1.0, &state);
    const double distance = std::hypot(state.x, state.y);
    if (distance > highest) {
      highest = distance;
      x = state.x;
      y = state.y;
    }
  }
  EXPECT_NEAR(std::hypot(state.x, state.y), 0.0, 0.02) << "comes back";
  // The farthest point is a diameter away; the centre moves at the sideslip angle.
  const double diameter = 2.0 / (motion.curvature * std::cos(motion.sideslip));
  EXPECT_NEAR(highest, diameter, 1e-3 * diameter);
  EXPECT_NEAR(std::atan2(y, x), 0.3 + motion.sideslip + M_PI / 2.0, 0.01);
}

TEST(LevelDrive, SpeedFollowsWithADelay) {
  const LevelDrive drive = Cloddy();
  LevelState state = drive.Start(0.0, 0.01);
  EXPECT_DOUBLE_EQ(state.speed, 0.01);
  for (int i = 0; i < 60; ++i) drive.Step(0.0, 0.02, 60.0, 1.0, &state);
  EXPECT_NEAR(state.speed, 0.02 - 0.01 * std::exp(-1.0), 1e-9);
  // The integral of the speed.
  EXPECT_NEAR(state.x, 0.02 * 60.0 - 0.01 * 60.0 * (1.0 - std::exp(-1.0)), 1e-9);
  EXPECT_NEAR(state.way, state.x, 1e-9);
  EXPECT_NEAR(state.time, 60.0, 1e-9);
  drive.Step(0.0, 0.005, 0.0, 10.0, &state);
  EXPECT_NEAR(state.speed, 0.005, 1e-12);
}

TEST(LevelDrive, RefusesWhatCannotBe) {
  EXPECT_FALSE(LevelDrive::Make({}, ground::StudySoil(ground::kCloddy), 0.0).ok());
  EXPECT_FALSE(LevelDrive::Make({}, ground::StudySoil(ground::kCloddy), std::nan("")).ok());
  SlopeVehicleSpec spec;
  spec.axles.clear();
  EXPECT_FALSE(LevelDrive::Make(spec, ground::StudySoil(ground::kCloddy), 0.1).ok());
}

}  // namespace
}  // namespace surefoot::rover
