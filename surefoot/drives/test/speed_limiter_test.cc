#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/drives/wheels/base_drive.h"
#include "surefoot/world/test/markup.h"

namespace surefoot::drives {
namespace {

TEST(SpeedLimiter, LetsEverythingThroughWithoutLimits) {
  EXPECT_EQ(LimitSpeed(SpeedLimits(), 123.0, -5.0, 7.0, 0.01), 123.0);
}

TEST(SpeedLimiter, RampsWithTheAcceleration) {
  SpeedLimits limits;
  limits.max_acceleration = 3.0;
  limits.min_acceleration = -1.5;
  double last = 0.0;
  for (int i = 1; i <= 40; ++i) {
    last = LimitSpeed(limits, 1.0, last, last, 0.01);
    EXPECT_NEAR(last, std::min(1.0, 0.03 * i), 1e-12);
  }
  for (int i = 1; i <= 80; ++i) {
    last = LimitSpeed(limits, 0.0, last, last, 0.01);
    EXPECT_NEAR(last, std::max(0.0, 1.0 - 0.015 * i), 1e-12);
  }
}

/// The rules of ROS's diff_drive_controller applied one after the other, as bounds.
double Reference(const SpeedLimits& limits, double expected, double last, double before,
                 double dt) {
  const double change_low = (last - before) + 2.0 * dt * dt * limits.min_jerk;
  const double change_high = (last - before) + 2.0 * dt * dt * limits.max_jerk;
  double change = expected - last;
  if (change < change_low) change = change_low;
  if (change > change_high) change = change_high;
  if (change < dt * limits.min_acceleration) change = dt * limits.min_acceleration;
  if (change > dt * limits.max_acceleration) change = dt * limits.max_acceleration;
  double v = last + change;
  if (v < limits.min_velocity) v = limits.min_velocity;
  if (v > limits.max_velocity) v = limits.max_velocity;
  return v;
}

TEST(SpeedLimiter, FollowsTheRulesStepByStep) {
  RandomStream random(5, "limiter");
  for (int trial = 0; trial < 100; ++trial) {
    SpeedLimits limits;
    limits.max_velocity = random.Uniform(0.1, 2.0);
    limits.min_velocity = -random.Uniform(0.1, 2.0);
    limits.max_acceleration = random.Uniform(0.1, 5.0);
    limits.min_acceleration = -random.Uniform(0.1, 5.0);
    limits.max_jerk = random.Uniform(0.5, 50.0);
    limits.min_jerk = -random.Uniform(0.5, 50.0);
    double ours[2] = {0.0, 0.0};
    double theirs[2] = {0.0, 0.0};
    for (int i = 0; i < 200; ++i) {
      const double expected = i % 40 == 0 ? random.Uniform(-3.0, 3.0) : ours[0];
      const double a = LimitSpeed(limits, expected, ours[0], ours[1], 0.02);
      const double b = Reference(limits, expected, theirs[0], theirs[1], 0.02);
      ASSERT_NEAR(a, b, 1e-12);
      ours[1] = std::exchange(ours[0], a);
      theirs[1] = std::exchange(theirs[0], b);
    }
  }
}

TEST(SpeedLimiter, MinimaAreTheNegativeMaximaWhenAbsent) {
  Problems problems;
  const world::Element element = world::test::ParseMarkup(
      "<linear><max_velocity>1.0</max_velocity><max_acceleration>3</max_acceleration>"
      "<min_acceleration>-6</min_acceleration></linear>");
  const SpeedLimits limits = ReadSpeedLimits(world::ElementReader(element, &problems));
  EXPECT_TRUE(problems.ok());
  EXPECT_EQ(limits.min_velocity, -1.0);
  EXPECT_EQ(limits.min_acceleration, -6.0);
  EXPECT_EQ(limits.max_acceleration, 3.0);
  EXPECT_EQ(limits.max_jerk, world::kInfinity);
}

}  // namespace
}  // namespace surefoot::drives
