#include "surefoot/drives/legs/step_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace surefoot::drives {
namespace {

StepSpec Spec() {
  StepSpec spec;
  spec.step_time = 0.4;
  spec.half_width = 0.05;
  spec.height = 0.27;
  spec.zmp_forward = -0.01;
  return spec;
}

constexpr double kTick = 0.008;

/// The plan's frame in the world, moved on when the feet change.
class Followed {
 public:
  explicit Followed(const StepSpec& spec) : plan(spec) {}

  void Advance(const PlanarTwist& command) {
    const int before = plan.standing();
    plan.Advance(command, kTick);
    if (plan.standing() == before) return;
    const PlanarPose other = plan.swing_foot();
    // In the new foot's frame the old foot is at `other`; its inverse transforms from the old to
    // the new.
    const double c = std::cos(-other.yaw);
    const double s = std::sin(-other.yaw);
    const double x = -(c * other.x - s * other.y);
    const double y = -(s * other.x + c * other.y);
    foot.x += std::cos(foot.yaw) * x - std::sin(foot.yaw) * y;
    foot.y += std::sin(foot.yaw) * x + std::cos(foot.yaw) * y;
    foot.yaw -= other.yaw;
  }

  Eigen::Vector2d World(const Eigen::Vector2d& p_S) const {
    return {foot.x + std::cos(foot.yaw) * p_S.x() - std::sin(foot.yaw) * p_S.y(),
            foot.y + std::sin(foot.yaw) * p_S.x() + std::cos(foot.yaw) * p_S.y()};
  }

  StepPlan plan;
  PlanarPose foot;
};

TEST(StepPlan, RestsUntilItIsToWalkAndAfterwards) {
  Followed walk(Spec());
  for (int i = 0; i < 100; ++i) walk.Advance({});
  EXPECT_TRUE(walk.plan.resting());
  for (int i = 0; i < 500; ++i) walk.Advance({0.1, 0.0, 0.0});
  EXPECT_FALSE(walk.plan.resting());
  for (int i = 0; i < 800; ++i) walk.Advance({});
  EXPECT_TRUE(walk.plan.resting());
  EXPECT_NEAR(std::abs(walk.plan.swing_foot().y), 0.1, 1e-12);
  EXPECT_EQ(walk.plan.swing_foot().x, 0.0);
}

TEST(StepPlan, TheMassGoesAsFastAsCommanded) {
  Followed walk(Spec());
  for (int i = 0; i < 500; ++i) walk.Advance({0.1, 0.0, 0.0});
  const Eigen::Vector2d start = walk.World(walk.plan.mass());
  for (int i = 0; i < 1000; ++i) walk.Advance({0.1, 0.0, 0.0});
  const Eigen::Vector2d way = walk.World(walk.plan.mass()) - start;
  EXPECT_NEAR(way.x() / 8.0, 0.1, 1e-3);
  EXPECT_NEAR(way.y(), 0.0, 1e-3);
}

TEST(StepPlan, TurnsAsFastAsCommanded) {
  Followed walk(Spec());
  for (int i = 0; i < 500; ++i) walk.Advance({0.05, 0.0, 0.3});
  const double start = walk.foot.yaw;
  for (int i = 0; i < 1000; ++i) walk.Advance({0.05, 0.0, 0.3});
  EXPECT_NEAR((walk.foot.yaw - start) / 8.0, 0.3, 0.015);
}

// The condition of balance: the point at which weight and inertia act (ZMP) stays on a foot, or
// between both feet in double support. The mass obeys the pendulum with its pivot at that point.
TEST(StepPlan, TheWeightStaysOnTheFeet) {
  Followed walk(Spec());
  Eigen::Vector2d p[3] = {Eigen::Vector2d::Zero(), Eigen::Vector2d::Zero(),
                          Eigen::Vector2d::Zero()};
  int seen = 0;
  for (int i = 0; i < 1500; ++i) {
    walk.Advance({0.1, 0.0, 0.1});
    const Eigen::Vector2d zmp = walk.plan.zmp();
    // Between the feet's centres, or at most 3 cm from them along the feet.
    const double other = walk.plan.swing_foot().x;
    EXPECT_GT(zmp.x(), std::min(0.0, other) - 0.03) << i;
    EXPECT_LT(zmp.x(), std::max(0.0, other) + 0.03) << i;
    const double to_other = walk.plan.swing_foot().y;
    EXPECT_LE(std::abs(zmp.y()), std::abs(to_other) + 0.02) << i;
    if (!walk.plan.on_both()) {
      EXPECT_NEAR(zmp.x(), -0.01, 1e-9);
      EXPECT_NEAR(zmp.y(), 0.0, 1e-9);
    }
    p[0] = p[1];
    p[1] = p[2];
    p[2] = walk.World(walk.plan.mass());
    seen = walk.plan.on_both() ? 0 : seen + 1;
    if (seen < 3) continue;
    const Eigen::Vector2d acceleration = (p[2] - 2.0 * p[1] + p[0]) / (kTick * kTick);
    const Eigen::Vector2d pushed = 9.81 / 0.27 * (p[1] - walk.World(Eigen::Vector2d(-0.01, 0.0)));
    EXPECT_NEAR((acceleration - pushed).norm(), 0.0, 0.35) << i;
  }
}

TEST(StepPlan, FeetDoNotCollideWhenItGoesSideways) {
  Followed walk(Spec());
  double nearest = 1.0;
  for (int i = 0; i < 1000; ++i) {
    walk.Advance({0.0, 0.2, 0.0});
    nearest = std::min(nearest, std::abs(walk.plan.swing_foot().y));
  }
  EXPECT_GE(nearest, 0.85 * 0.1 - 1e-9);
}

StepSpec Balanced() {
  StepSpec spec = Spec();
  spec.step_gain = 1.0;
  spec.zmp_range = {0.06, 0.03};
  return spec;
}

/// Position and time of touchdown of the swing foot after a disturbance in the middle of a step.
struct Landed {
  double x = 0.0;
  double width = 0.0;
  double time = 0.0;
};
Landed StepAfter(const Fall& fall) {
  StepPlan plan(Balanced());
  // Into the middle of a step on the left foot.
  int i = 0;
  for (; i < 500 || plan.standing() != 0; ++i) plan.Advance({0.1, 0.0, 0.0}, kTick);
  while (plan.swing_height() < 0.015) plan.Advance({0.1, 0.0, 0.0}, kTick);
  plan.Advance({0.1, 0.0, 0.0}, kTick, fall);
  int ticks = 1;
  for (; plan.standing() == 0 && ticks < 1000; ++ticks) plan.Advance({0.1, 0.0, 0.0}, kTick);
  return {-plan.swing_foot().x, plan.swing_foot().y, ticks * kTick};
}

TEST(StepPlan, StepsFurtherTheWayItFalls) {
  const Landed usual = StepAfter({});
  EXPECT_NEAR(usual.x, 0.04, 2e-3);
  Fall ahead;
  ahead.capture = {0.09, 0.0};
  const Landed longer = StepAfter(ahead);
  // The deviation grows by exp(rate t) until touchdown, less the effect of the ZMP shift.
  EXPECT_GT(longer.x, usual.x + 0.03);
  EXPECT_NEAR(longer.time, usual.time, 2.0 * kTick);
  Fall back;
  back.capture = {-0.07, 0.0};
  EXPECT_LT(StepAfter(back).x, usual.x - 0.03);
}

TEST(StepPlan, StepsSoonerAndWiderWhenItFallsInwardAndLaterWhenOutward) {
  const Landed usual = StepAfter({});
  Fall inward;
  inward.capture = {0.0, -0.04};
  const Landed sooner = StepAfter(inward);
  EXPECT_LT(sooner.time, usual.time - kTick);
  EXPECT_GT(sooner.width, usual.width + 0.01);
  Fall outward;
  outward.capture = {0.0, 0.02};
  EXPECT_GT(StepAfter(outward).time, usual.time + 2.0 * kTick);
}

// The soles extend farther to the front, because the weight is behind their centre.
TEST(StepPlan, HoldsSmallFallsByTheWeightOnTheSole) {
  for (const double size : {0.03, -0.02}) {
    StepPlan plan(Balanced());
    for (int i = 0; i < 500 || plan.swing_height() < 0.015; ++i)
      plan.Advance({0.1, 0.0, 0.0}, kTick);
    Fall fall;
    fall.capture = {size, 0.0};
    plan.Advance({0.1, 0.0, 0.0}, kTick, fall);
    double before = std::abs(plan.off().x());
    for (int i = 0; i < 10; ++i) {
      plan.Advance({0.1, 0.0, 0.0}, kTick);
      EXPECT_LT(std::abs(plan.off().x()), before);
      // The ZMP stays on the sole.
      EXPECT_LT(std::abs(plan.zmp().x()), 0.06 + 1e-9);
      before = std::abs(plan.off().x());
    }
  }
}

TEST(StepPlan, StaysStiffAtRest) {
  StepPlan plan(Balanced());
  Fall fall;
  fall.capture = {0.05, 0.05};
  fall.mass = {0.02, 0.0};
  const Eigen::Vector2d mass = plan.mass();
  plan.Advance({}, kTick, fall);
  EXPECT_TRUE(plan.resting());
  EXPECT_EQ(plan.mass(), mass);
}

TEST(StepPlan, WalksOnAsBeforeAfterAFall) {
  Followed walk(Balanced());
  for (int i = 0; i < 500; ++i) walk.Advance({0.1, 0.0, 0.0});
  Fall fall;
  fall.capture = {0.03, 0.02};
  fall.mass = {0.01, 0.01};
  walk.plan.Advance({0.1, 0.0, 0.0}, kTick, fall);
  for (int i = 0; i < 500; ++i) walk.Advance({0.1, 0.0, 0.0});
  EXPECT_TRUE(walk.plan.off().isZero(0.0));
  const Eigen::Vector2d start = walk.World(walk.plan.mass());
  for (int i = 0; i < 500; ++i) walk.Advance({0.1, 0.0, 0.0});
  const Eigen::Vector2d way = walk.World(walk.plan.mass()) - start;
  EXPECT_NEAR(way.x() / 4.0, 0.1, 5e-3);
}

TEST(StepPlan, IsSavedAndRestored) {
  StepPlan a(Spec());
  for (int i = 0; i < 333; ++i) a.Advance({0.1, 0.02, 0.2}, kTick);
  const Bytes bytes = SavedState(&a);
  StepPlan b(Spec());
  ASSERT_TRUE(RestoreState(bytes, &b));
  for (int i = 0; i < 200; ++i) {
    a.Advance({0.1, 0.0, 0.0}, kTick);
    b.Advance({0.1, 0.0, 0.0}, kTick);
  }
  EXPECT_EQ(a.mass(), b.mass());
  EXPECT_EQ(a.swing_foot().x, b.swing_foot().x);
}

}  // namespace
}  // namespace surefoot::drives
