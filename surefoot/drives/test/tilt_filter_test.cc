#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/drives/legs/balance.h"

namespace surefoot::drives {
namespace {

constexpr double kGravity = 9.81;
constexpr double kTick = 0.01;

/// Specific force of an accelerometer at rest on a body with this rotation.
Vector3d AtRest(double roll, double pitch) {
  return QuaternionFromRpy(roll, pitch, 0.0).conjugate() * Vector3d(0.0, 0.0, kGravity);
}

TEST(TiltFilter, StartsUpright) {
  const TiltFilter filter(0.5, true);
  EXPECT_EQ(filter.roll(), 0.0);
  EXPECT_EQ(filter.pitch(), 0.0);
}

// The gyroscope alone: a freely falling body has no specific force.
TEST(TiltFilter, AddsUpTurnRates) {
  TiltFilter filter(0.5, true);
  for (int i = 0; i < 50; ++i) filter.Add({0.6, 0.0, 0.0}, Vector3d::Zero(), kTick);
  EXPECT_NEAR(filter.roll(), 0.3, 1e-3);
  EXPECT_NEAR(filter.pitch(), 0.0, 1e-9);
  TiltFilter other(0.5, true);
  for (int i = 0; i < 50; ++i) other.Add({0.0, -0.6, 0.0}, Vector3d::Zero(), kTick);
  EXPECT_NEAR(other.pitch(), -0.3, 1e-3);
  EXPECT_EQ(other.w_B().y(), -0.6);
}

TEST(TiltFilter, IsDrawnToTheForceWithinItsTime) {
  TiltFilter filter(0.5, true);
  for (int i = 0; i < 50; ++i) filter.Add(Vector3d::Zero(), AtRest(0.1, 0.0), kTick);
  // One time constant.
  EXPECT_NEAR(filter.roll(), 0.1 * -std::expm1(-1.0), 1e-3);
  for (int i = 0; i < 500; ++i) filter.Add(Vector3d::Zero(), AtRest(0.1, 0.0), kTick);
  EXPECT_NEAR(filter.roll(), 0.1, 1e-5);
}

// A constant gyroscope bias b leaves a tilt error of b times the filter's time constant.
TEST(TiltFilter, ADriftingGyroIsWrongByItsDriftTimesTheTime) {
  TiltFilter filter(0.5, true);
  for (int i = 0; i < 2000; ++i) filter.Add({0.0, 0.02, 0.0}, AtRest(0.0, 0.0), kTick);
  EXPECT_NEAR(filter.pitch(), 0.5 * 0.02, 5e-4);
}

TEST(TiltFilter, WithoutAGyroRatesDoNotCount) {
  TiltFilter filter(0.5, false);
  for (int i = 0; i < 1000; ++i) filter.Add({3.0, 0.0, 0.0}, AtRest(0.0, -0.2), kTick);
  EXPECT_NEAR(filter.pitch(), -0.2, 1e-6);
  EXPECT_EQ(filter.w_B().norm(), 0.0);
}

}  // namespace
}  // namespace surefoot::drives
