#include "surefoot/drives/legs/gait.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace surefoot::drives {
namespace {

GaitSpec Gait(FootPath path, double duty = 0.6) {
  GaitSpec gait;
  gait.period = 0.5;
  gait.duty = duty;
  gait.path = path;
  return gait;
}

TEST(PointInStep, StaysWithTheGroundWhileItStands) {
  const GaitSpec gait = Gait(FootPath::kSmooth);
  for (double phase = 0.0; phase < 0.6; phase += 0.01) {
    const StepPoint point = PointInStep(gait, phase);
    EXPECT_TRUE(point.on_ground);
    EXPECT_EQ(point.height, 0.0);
    EXPECT_NEAR(point.time, (phase - 0.3) * gait.period, 1e-12);
  }
}

TEST(PointInStep, GoesFromLiftOffToTouchdownOnEveryPath) {
  for (const FootPath path : {FootPath::kSmooth, FootPath::kEllipse, FootPath::kLocus}) {
    const GaitSpec gait = Gait(path);
    EXPECT_NEAR(PointInStep(gait, 0.6 + 1e-9).time, 0.15, 1e-6);
    EXPECT_NEAR(PointInStep(gait, 1.0 - 1e-9).time, -0.15, 1e-6);
    EXPECT_NEAR(PointInStep(gait, 0.6 + 1e-9).height, 0.0, 1e-6);
    EXPECT_NEAR(PointInStep(gait, 1.0 - 1e-9).height, 0.0, 1e-6);
    EXPECT_NEAR(PointInStep(gait, 0.8).height, 1.0, 1e-9);
    EXPECT_NEAR(PointInStep(gait, 0.8).time, 0.0, 1e-9);
    double max = 0.0;
    for (double phase = 0.6; phase < 1.0; phase += 0.001) {
      const StepPoint point = PointInStep(gait, phase);
      EXPECT_FALSE(point.on_ground);
      EXPECT_EQ(point.load, 0.0);
      EXPECT_GE(point.height, 0.0);
      max = std::max(max, point.height);
    }
    EXPECT_NEAR(max, 1.0, 1e-4);
  }
}

TEST(PointInStep, TheSmoothPathMeetsTheGroundAtItsSpeed) {
  const GaitSpec gait = Gait(FootPath::kSmooth);
  const double h = 1e-5;
  for (const double phase : {0.6, 1.0 - 2 * h}) {
    const StepPoint a = PointInStep(gait, phase);
    const StepPoint b = PointInStep(gait, phase + h);
    // Time of the ground's motion per time: one, as during stance.
    EXPECT_NEAR((b.time - a.time) / (h * gait.period), 1.0, 1e-2);
    EXPECT_NEAR((b.height - a.height) / h, 0.0, 2e-2);
  }
}

TEST(GroundAfter, IsTheInverseOfHowTheBaseMoved) {
  // Small steps of the base's motion, against the closed form.
  const PlanarTwist twist{0.3, -0.1, 0.7};
  const Eigen::Vector2d point(0.4, 0.2);
  Eigen::Vector2d p = point;
  const int steps = 100000;
  const double dt = 0.8 / steps;
  for (int i = 0; i < steps; ++i) {
    const Eigen::Vector2d v(-twist.x + twist.turn * p.y(), -twist.y - twist.turn * p.x());
    p += dt * v;
  }
  EXPECT_NEAR((GroundAfter(point, twist, 0.8) - p).norm(), 0.0, 1e-5);
  const Eigen::Vector2d back = GroundAfter(GroundAfter(point, twist, 0.8), twist, -0.8);
  EXPECT_NEAR((back - point).norm(), 0.0, 1e-12);
}

const std::vector<Eigen::Vector2d> kDog = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
const std::vector<Eigen::Vector2d> kInsect = {{1, 1}, {0, 1}, {-1, 1}, {1, -1}, {0, -1}, {-1, -1}};

/// Largest number of legs in the air at once.
int MaxInTheAir(const std::vector<double>& phases, double duty) {
  int max = 0;
  for (double t = 0.0005; t < 1.0; t += 0.001) {
    int count = 0;
    for (const double phase : phases) count += t + phase - std::floor(t + phase) >= duty ? 1 : 0;
    max = std::max(max, count);
  }
  return max;
}

TEST(GaitPhases, PairsAndTripodsGoTogether) {
  EXPECT_EQ(GaitPhases("trot", kDog), (std::vector<double>{0.0, 0.5, 0.5, 0.0}));
  EXPECT_EQ(GaitPhases("pace", kDog), (std::vector<double>{0.0, 0.5, 0.0, 0.5}));
  EXPECT_EQ(GaitPhases("bound", kDog), (std::vector<double>{0.0, 0.0, 0.5, 0.5}));
  EXPECT_EQ(GaitPhases("tripod", kInsect), (std::vector<double>{0.0, 0.5, 0.0, 0.5, 0.0, 0.5}));
}

TEST(GaitPhases, ACrawlLiftsOneFootAtATime) {
  EXPECT_EQ(MaxInTheAir(GaitPhases("crawl", kDog), 0.75), 1);
  EXPECT_EQ(MaxInTheAir(GaitPhases("crawl", kInsect), 1.0 - 1.0 / 6.0), 1);
  EXPECT_EQ(MaxInTheAir(GaitPhases("trot", kDog), 0.5), 2);
  EXPECT_EQ(MaxInTheAir(GaitPhases("tripod", kInsect), 0.5), 3);
  // The order in the list does not matter.
  const std::vector<Eigen::Vector2d> shuffled = {{-1, -1}, {1, 1}, {-1, 1}, {1, -1}};
  EXPECT_EQ(MaxInTheAir(GaitPhases("crawl", shuffled), 0.75), 1);
  EXPECT_EQ(GaitPhases("trot", shuffled), (std::vector<double>{0.0, 0.0, 0.5, 0.5}));
}

TEST(GaitPhases, RefusesLegsThatItIsNotFor) {
  EXPECT_TRUE(GaitPhases("trot", kInsect).empty());
  EXPECT_TRUE(GaitPhases("tripod", kDog).empty());
  EXPECT_TRUE(GaitPhases("crawl", {{1, 1}, {1, -1}, {-1, 1}, {-1, 0.5}}).empty());
}

}  // namespace
}  // namespace surefoot::drives
