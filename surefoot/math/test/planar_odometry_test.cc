#include "surefoot/math/planar_odometry.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"

namespace surefoot {
namespace {

/// The same motion in many small Euler steps, at their midpoints.
PlanarPose SmallSteps(PlanarPose pose, const PlanarMotion& motion) {
  constexpr int kSteps = 20000;
  for (int i = 0; i < kSteps; ++i) {
    const double yaw = pose.yaw + 0.5 * motion.turn / kSteps;
    pose.x += (std::cos(yaw) * motion.ahead - std::sin(yaw) * motion.left) / kSteps;
    pose.y += (std::sin(yaw) * motion.ahead + std::cos(yaw) * motion.left) / kSteps;
    pose.yaw += motion.turn / kSteps;
  }
  return pose;
}

TEST(PlanarOdometry, IsTheLimitOfSmallSteps) {
  RandomStream random(1, "motions");
  for (int i = 0; i < 50; ++i) {
    const PlanarPose start{random.Uniform(-5, 5), random.Uniform(-5, 5), random.Uniform(-3, 3)};
    const double scale = std::pow(10.0, random.Uniform(-6, 0.5));
    const PlanarMotion motion{random.Uniform(-1, 1), random.Uniform(-1, 1),
                              scale * random.Uniform(-1, 1)};
    const PlanarPose moved = Moved(start, motion);
    const PlanarPose expected = SmallSteps(start, motion);
    EXPECT_NEAR(moved.x, expected.x, 1e-8);
    EXPECT_NEAR(moved.y, expected.y, 1e-8);
    EXPECT_NEAR(moved.yaw, expected.yaw, 1e-9);
  }
}

TEST(PlanarOdometry, AFullCircleEndsWhereItBegan) {
  const double pi = std::acos(-1.0);
  const PlanarPose end = Moved(PlanarPose{1, 2, 0.5}, PlanarMotion{3.0, 0.0, 2.0 * pi});
  EXPECT_NEAR(end.x, 1.0, 1e-12);
  EXPECT_NEAR(end.y, 2.0, 1e-12);
  EXPECT_NEAR(end.yaw, 0.5 + 2.0 * pi, 1e-12);
}

TEST(PlanarOdometry, TwoWheelsMoveAndTurn) {
  const PlanarMotion motion = FromWheels(0.9, 1.1, 0.5);
  EXPECT_DOUBLE_EQ(motion.ahead, 1.0);
  EXPECT_NEAR(motion.turn, 0.4, 1e-15);
  EXPECT_EQ(motion.left, 0.0);
}

/// Jacobians by central differences.
Eigen::Matrix3d Numerically(const PlanarPose& pose, const PlanarMotion& motion,
                            const Eigen::Matrix3d& of_pose, const Eigen::Matrix3d& of_motion) {
  constexpr double h = 1e-5;
  Eigen::Matrix3d by_pose;
  Eigen::Matrix3d by_motion;
  for (int i = 0; i < 3; ++i) {
    for (int which = 0; which < 2; ++which) {
      Eigen::Vector3d ends[2];
      for (int side = 0; side < 2; ++side) {
        PlanarPose at = pose;
        PlanarMotion by = motion;
        const double shift = side == 0 ? -h : h;
        if (which == 0) {
          (i == 0 ? at.x : i == 1 ? at.y : at.yaw) += shift;
        } else {
          (i == 0 ? by.ahead : i == 1 ? by.left : by.turn) += shift;
        }
        const PlanarPose end = Moved(at, by);
        ends[side] = Eigen::Vector3d(end.x, end.y, end.yaw);
      }
      (which == 0 ? by_pose : by_motion).col(i) = (ends[1] - ends[0]) / (2.0 * h);
    }
  }
  return by_pose * of_pose * by_pose.transpose() + by_motion * of_motion * by_motion.transpose();
}

TEST(PlanarOdometry, CovarianceFollowsTheDerivatives) {
  RandomStream random(2, "covariances");
  for (double scale : {2.0, 0.1, 1e-3, 1e-5, 0.0}) {
    const PlanarPose pose{1.0, -2.0, random.Uniform(-3, 3)};
    const PlanarMotion motion{random.Uniform(-1, 1), random.Uniform(-1, 1), scale};
    const Eigen::Matrix3d a = Eigen::Matrix3d::NullaryExpr([&] { return random.Normal(); });
    const Eigen::Matrix3d b = Eigen::Matrix3d::NullaryExpr([&] { return random.Normal(); });
    const Eigen::Matrix3d given =
        MovedCovariance(pose, motion, a * a.transpose(), b * b.transpose());
    const Eigen::Matrix3d expected =
        Numerically(pose, motion, a * a.transpose(), b * b.transpose());
    EXPECT_LT((given - expected).norm(), 1e-8 * expected.norm()) << scale;
  }
}

}  // namespace
}  // namespace surefoot
