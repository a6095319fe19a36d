#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/ground/tyre/brush_step.h"

namespace surefoot::ground {
namespace {

/// StepBrushOf for one patch.
Planar StepBrush(const BrushPatch& patch, const Planar& slip, double rolling, double dt,
                 Planar* z) {
  BrushOf<double> brush;
  brush.Set(patch, true);
  brush.load = patch.load;
  return StepBrushOf(brush, slip, rolling, dt, 1.0 / dt, z);
}

BrushPatch MakePatch(const Planar& mu, double stiffness, double load,
                     const Planar& length = {0.05, 0.05}) {
  BrushPatch patch(mu, {stiffness, stiffness}, length);
  patch.load = load;
  return patch;
}
BrushPatch MakePatch(double mu, double stiffness, double load) {
  return MakePatch({mu, mu}, stiffness, load);
}

Planar SteadyForce(const BrushPatch& patch, const Planar& slip, double rolling) {
  Planar z;
  Planar force;
  for (int i = 0; i < 20000; ++i) force = StepBrush(patch, slip, rolling, 0.001, &z);
  return force;
}

// Computed independently from the closed form of the brush model with parabolic pressure.
struct Row {
  double mu, stiffness, load, rolling, slip_x, slip_y, force_x, force_y;
};
constexpr Row kRows[] = {
    {0.8, 6.4, 184.0, 0.5, 0.05, 0.0, -89.1487, 0.0},
    {0.8, 6.4, 184.0, 0.5, 0.0, 0.1, 0.0, -132.2401},
    {0.8, 6.4, 184.0, 0.5, 0.1, 0.1, -102.5413, -102.5413},
    {0.8, 6.4, 184.0, 0.5, 0.3, 0.2, -122.4778, -81.6519},
    {0.307, 2.29, 184.0, 1.0, -0.1, 0.15, 26.0707, -39.1061},
    {0.62, 2.737, 1153.0, 3.0, 0.3, -0.9, -191.5063, 574.519},
    {0.62, 2.737, 1153.0, 0.5, -1.0, 0.5, 639.3902, -319.6951},
};

TEST(BrushTest, SteadyRollingIsTheBrushModelWithAndWithoutTheGuard) {
  for (const Row& row : kRows) {
    for (const double share : {1.0, 0.1}) {
      BrushPatch patch = MakePatch(row.mu, row.stiffness, row.load);
      patch.share = {share, share};
      patch.damping = {100.0, 200.0};
      const Planar force = SteadyForce(patch, {row.slip_x, row.slip_y}, row.rolling);
      EXPECT_NEAR(force.x, row.force_x, 0.001 * row.load * row.mu);
      EXPECT_NEAR(force.y, row.force_y, 0.001 * row.load * row.mu);
    }
  }
}

TEST(BrushTest, SlidingPointsAgainstTheSlipForAnyStiffness) {
  const BrushPatch patch = MakePatch({0.7, 0.7}, 5.6, 100.0, {0.12, 0.03});
  for (const double rolling : {0.0, 0.2}) {
    const Planar force = SteadyForce(patch, {0.3, 0.4}, rolling);
    // While rolling, the discretization error of the step is included.
    const double error = rolling == 0.0 ? 1e-6 : 0.2;
    EXPECT_NEAR(force.x, -0.6 * 70.0, error);
    EXPECT_NEAR(force.y, -0.8 * 70.0, error);
  }
}

TEST(BrushTest, StandsLikeASpringUntilFrictionIsUsedUp) {
  const BrushPatch patch = MakePatch(0.6, 4.8, 200.0);
  const double stiffness = 4.8 * 200.0 / 0.05;
  Planar z;
  Planar force;
  for (int i = 0; i < 10; ++i) force = StepBrush(patch, {-1e-4, 0.0}, 0.0, 0.001, &z);
  EXPECT_NEAR(force.x, stiffness * 1e-6, 1e-3 * force.x);
  for (int i = 0; i < 100000; ++i) force = StepBrush(patch, {0.0, 0.0}, 0.0, 0.001, &z);
  EXPECT_NEAR(force.x, stiffness * 1e-6, 1e-3 * force.x) << "no creep";
  for (int i = 0; i < 1000; ++i) force = StepBrush(patch, {-0.1, 0.0}, 0.0, 0.001, &z);
  EXPECT_DOUBLE_EQ(force.x, 0.6 * 200.0);
}

TEST(BrushTest, ForceStaysInTheEllipse) {
  BrushPatch patch = MakePatch({0.8, 0.4}, 6.4, 100.0);
  patch.damping = {1000.0, 1000.0};
  Planar z;
  for (int i = 0; i < 2000; ++i) {
    const Planar slip = {std::sin(0.1 * i), std::cos(0.07 * i)};
    const Planar force = StepBrush(patch, slip, 0.3, 0.001, &z);
    EXPECT_LE(std::hypot(force.x / 0.8, force.y / 0.4), 100.0 * (1.0 + 1e-12));
  }
}

TEST(BrushTest, GuardKeepsASmallMassOnAStiffTreadStill) {
  // The mass on the tread alone, pushed once: it must come to rest at any stiffness.
  for (const double stiffness : {10.0, 1e3, 1e5, 1e7}) {
    const double mass = 0.02;
    BrushPatch patch = MakePatch(0.8, stiffness, 2.5);
    const double k = stiffness * 2.5 / 0.05;
    const double damping = std::sqrt(k * mass);
    const double share = StableShare(k, damping, mass, 0.001);
    patch.damping = {damping, damping};
    patch.share = {share, share};
    Planar z;
    double v = 0.01;
    for (int i = 0; i < 5000; ++i) {
      v += 0.001 * StepBrush(patch, {v, 0.0}, 0.0, 0.001, &z).x / mass;
    }
    EXPECT_LT(std::abs(v), 1e-7) << stiffness;
  }
}

}  // namespace
}  // namespace surefoot::ground
