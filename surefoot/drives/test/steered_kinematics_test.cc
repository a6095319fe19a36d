#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "surefoot/drives/wheels/wheel_kinematics.h"

namespace surefoot::drives {
namespace {

constexpr double kPi = 3.14159265358979323846;

TEST(SteeredKinematics, PivotsBehindTheirWheelsRollWithoutScrubbing) {
  SteeredWheel wheel;
  wheel.pivot = Eigen::Vector2d(0.5, 0.3);
  wheel.ahead = -0.1;
  wheel.left = 0.05;
  wheel.steered = true;
  const PlanarTwist twist{0.2, 0.1, 0.3};
  const double angle = ChooseAngle(wheel, twist, 0.0);
  const Eigen::Vector2d f(std::cos(angle), std::sin(angle));
  const Eigen::Vector2d l(-f.y(), f.x());
  const Eigen::Vector2d p = wheel.pivot + wheel.ahead * f + wheel.left * l;
  const Eigen::Vector2d v(twist.x - twist.turn * p.y(), twist.y + twist.turn * p.x());
  EXPECT_NEAR(v.dot(l), 0.0, 1e-12);
  EXPECT_NEAR(v.dot(f), GroundSpeed(wheel, twist, angle, 0.0), 1e-12);
}

TEST(SteeredKinematics, PivotsThatTurnToTheRightOrHaveTheirWheelsBackwardAreFollowed) {
  SteeredWheel wheel;
  wheel.pivot = Eigen::Vector2d(0.5, 0.0);
  wheel.steered = true;
  wheel.sign = -1.0;
  wheel.direction = kPi;
  wheel.lower = -1.0;
  wheel.upper = 1.0;
  const PlanarTwist twist{0.2, 0.0, 0.1};
  const double angle = ChooseAngle(wheel, twist, 0.0);
  EXPECT_NEAR(angle, -std::atan(0.05 / 0.2), 1e-12);
  EXPECT_NEAR(GroundSpeed(wheel, twist, angle, 0.0), -std::hypot(0.2, 0.05), 1e-12);
}

TEST(TwistFit, FindsTheMotionThatMadeTheWheelsRoll) {
  const PlanarTwist expected{0.3, -0.1, 0.7};
  TwistFit fit;
  double angle = 0.4;
  for (const auto& [x, y] : {std::pair(0.5, 0.2), std::pair(-0.3, 0.1)}) {
    SteeredWheel wheel;
    wheel.pivot = Eigen::Vector2d(x, y);
    wheel.steered = true;
    wheel.left = 0.05;
    angle = ChooseAngle(wheel, expected, angle);
    fit.Add(wheel, angle, GroundSpeed(wheel, expected, angle, 0.3), 0.3);
  }
  const PlanarTwist found = fit.Solve();
  EXPECT_NEAR(found.x, expected.x, 1e-12);
  EXPECT_NEAR(found.y, expected.y, 1e-12);
  EXPECT_NEAR(found.turn, expected.turn, 1e-12);
}

TEST(TwistFit, WheelsAtOnePlaceDetermineNothing) {
  TwistFit fit;
  SteeredWheel wheel;
  fit.Add(wheel, 0.0, 1.0, 0.0);
  fit.Add(wheel, 0.0, 1.0, 0.0);
  EXPECT_EQ(fit.Solve().x, 0.0);
}

}  // namespace
}  // namespace surefoot::drives
