#include "surefoot/drives/wheels/wheel_kinematics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot::drives {
namespace {

constexpr double kPi = 3.14159265358979323846;

std::vector<OmniWheel> Mecanum(double lx, double ly, double r) {
  std::vector<OmniWheel> wheels(4);
  const double x[] = {lx, lx, -lx, -lx};
  const double y[] = {ly, -ly, ly, -ly};
  const double angle[] = {-kPi / 4, kPi / 4, kPi / 4, -kPi / 4};
  for (std::size_t i = 0; i < 4; ++i) {
    wheels[i].position = Eigen::Vector2d(x[i], y[i]);
    wheels[i].radius = r;
    wheels[i].roller_angle = angle[i];
  }
  return wheels;
}

TEST(WheelKinematics, MecanumWheelsTurnByTheKnownFormula) {
  const double lx = 0.3;
  const double ly = 0.2;
  const double r = 0.075;
  const OmniKinematics kinematics(Mecanum(lx, ly, r));
  ASSERT_TRUE(kinematics.complete());
  RandomStream random(1, "mecanum");
  for (int i = 0; i < 20; ++i) {
    const PlanarTwist t{random.Normal(), random.Normal(), random.Normal()};
    const double l = lx + ly;
    const double expected[] = {(t.x - t.y - l * t.turn) / r, (t.x + t.y + l * t.turn) / r,
                               (t.x + t.y - l * t.turn) / r, (t.x - t.y + l * t.turn) / r};
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(kinematics.WheelSpeed(k, t), expected[k], 1e-12);
    }
    const PlanarTwist back =
        kinematics.Twist([&](std::size_t k) { return kinematics.WheelSpeed(k, t); });
    EXPECT_NEAR(back.x, t.x, 1e-12);
    EXPECT_NEAR(back.y, t.y, 1e-12);
    EXPECT_NEAR(back.turn, t.turn, 1e-12);
    // Least squares of arbitrary wheel speeds give the mean of both sides.
    double w[4];
    for (double& speed : w) speed = random.Normal();
    const PlanarTwist fit = kinematics.Twist([&](std::size_t k) { return w[k]; });
    EXPECT_NEAR(fit.x, r / 4.0 * (w[0] + w[1] + w[2] + w[3]), 1e-12);
    EXPECT_NEAR(fit.y, r / 4.0 * (-w[0] + w[1] + w[2] - w[3]), 1e-12);
    EXPECT_NEAR(fit.turn, r / (4.0 * l) * (-w[0] + w[1] - w[2] + w[3]), 1e-12);
  }
}

TEST(WheelKinematics, ThreeOmniWheels) {
  std::vector<OmniWheel> wheels(3);
  for (int i = 0; i < 3; ++i) {
    const double angle = 2.0 * kPi * i / 3.0;
    wheels[static_cast<std::size_t>(i)].position =
        0.2 * Eigen::Vector2d(std::cos(angle), std::sin(angle));
    wheels[static_cast<std::size_t>(i)].direction = angle + kPi / 2;
    wheels[static_cast<std::size_t>(i)].radius = 0.05;
  }
  const OmniKinematics kinematics(wheels);
  ASSERT_TRUE(kinematics.complete());
  for (int i = 0; i < 3; ++i) {
    const double a = 2.0 * kPi * i / 3.0;
    EXPECT_NEAR(kinematics.WheelSpeed(static_cast<std::size_t>(i), {0.3, -0.2, 0.7}),
                (-0.3 * std::sin(a) - 0.2 * std::cos(a) + 0.2 * 0.7) / 0.05, 1e-12);
  }
}

TEST(WheelKinematics, WheelsThatCannotDoEverythingAreSeen) {
  std::vector<OmniWheel> wheels(4);
  for (std::size_t i = 0; i < 4; ++i) {
    wheels[i].position = Eigen::Vector2d(i < 2 ? 0.3 : -0.3, i % 2 == 0 ? 0.2 : -0.2);
  }
  EXPECT_FALSE(OmniKinematics(wheels).complete());
  wheels.resize(2);
  EXPECT_FALSE(OmniKinematics(wheels).complete());
}

TEST(WheelKinematics, AllWheelsOfACarRollAboutOnePoint) {
  const double L = 0.5;
  const double speed = 0.7;
  for (const double angle : {-0.6, -0.01, 0.3, 0.7}) {
    const double R = L / std::tan(angle);
    for (const double y : {-0.2, 0.0, 0.2}) {
      // The wheel's axle points to the centre (0, R).
      const double at = SteeringAngleAt(angle, L, y);
      const Eigen::Vector2d ahead(std::cos(at), std::sin(at));
      const Eigen::Vector2d to_centre(-L, R - y);
      EXPECT_NEAR(ahead.dot(to_centre), 0.0, 1e-12);
      EXPECT_NEAR(MiddleAngle(at, L, y), angle, 1e-12);
      // Speeds are proportional to the distances from it.
      EXPECT_NEAR(RearWheelSpeed(speed, angle, L, y), speed * (R - y) / R, 1e-12);
      EXPECT_NEAR(SteeredWheelSpeed(speed, angle, L, y), speed * to_centre.norm() / std::abs(R),
                  1e-12);
    }
  }
  EXPECT_EQ(SteeringAngleAt(0.0, L, 0.2), 0.0);
  EXPECT_EQ(RearWheelSpeed(speed, 0.0, L, 0.2), speed);
}

}  // namespace
}  // namespace surefoot::drives
