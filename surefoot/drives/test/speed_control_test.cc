#include "surefoot/drives/wheels/speed_control.h"

#include <gtest/gtest.h>

#include <cmath>

namespace surefoot::drives {
namespace {

TEST(SpeedControl, FollowsTheLawOfThePaper) {
  // (tread)' = p (desired - actual) against its solution when the vehicle has a constant slip.
  SpeedControlSpec spec;
  spec.on = true;
  spec.p = 0.05;
  SpeedControl control(spec);
  const double expected = 0.011;
  const double share = 0.3;
  double tread = 0.0;
  for (int i = 0; i < 100000; ++i) tread = control.Tread(expected, share * tread, false, 0.001);
  const double at_end =
      expected / share + (expected - expected / share) * std::exp(-0.05 * share * 100.0);
  EXPECT_NEAR(tread, at_end, 1e-5);
}

TEST(SpeedControl, WheelsThatArePushedTurnOn) {
  SpeedControlSpec spec;
  spec.on = true;
  SpeedControl control(spec);
  double tread = 0.0;
  for (int i = 0; i < 10000; ++i) tread = control.Tread(-0.02, -0.5, false, 0.01);
  EXPECT_NEAR(tread, -0.05 * 0.02, 1e-12);
  // The error was not integrated at the lower bound.
  for (int i = 0; i < 100; ++i) tread = control.Tread(-0.02, 0.0, false, 0.01);
  EXPECT_NEAR(tread, -0.05 * 0.02 - 0.05 * 0.02, 1e-9);
}

}  // namespace
}  // namespace surefoot::drives
