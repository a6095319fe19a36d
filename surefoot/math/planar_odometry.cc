#include "surefoot/math/planar_odometry.h"

#include <cmath>

namespace surefoot {
namespace {

/// sin(x) / x and its derivative.
double Sinc(double x) {
  if (std::abs(x) < 1e-4) return 1.0 - x * x / 6.0;
  return std::sin(x) / x;
}

double SincSlope(double x) {
  if (std::abs(x) < 1e-3) return -x / 3.0 + x * x * x / 30.0;
  return (std::cos(x) - std::sin(x) / x) / x;
}

}  // namespace

PlanarPose Moved(const PlanarPose& pose, const PlanarMotion& motion) {
  // The direction of the arc's chord is at half the rotation.
  const double half = 0.5 * motion.turn;
  const double chord = Sinc(half);
  const double c = std::cos(pose.yaw + half);
  const double s = std::sin(pose.yaw + half);
  PlanarPose moved;
  moved.x = pose.x + chord * (c * motion.ahead - s * motion.left);
  moved.y = pose.y + chord * (s * motion.ahead + c * motion.left);
  moved.yaw = pose.yaw + motion.turn;
  return moved;
}

/// Kinematics of two wheels on one axle that roll without slip; `track` is their distance (m).
PlanarMotion FromWheels(double left_travel, double right_travel, double track) {
  PlanarMotion motion;
  motion.ahead = 0.5 * (left_travel + right_travel);
  motion.turn = (right_travel - left_travel) / track;
  return motion;
}

/// First-order propagation: J_pose P J_pose^T + J_motion Q J_motion^T, with the derivatives of
/// Moved().
Eigen::Matrix3d MovedCovariance(const PlanarPose& pose, const PlanarMotion& motion,
                                const Eigen::Matrix3d& of_pose, const Eigen::Matrix3d& of_motion) {
  const double half = 0.5 * motion.turn;
  const double chord = Sinc(half);
  const double slope = 0.5 * SincSlope(half);
  const double c = std::cos(pose.yaw + half);
  const double s = std::sin(pose.yaw + half);
  const double along = c * motion.ahead - s * motion.left;
  const double across = s * motion.ahead + c * motion.left;
  Eigen::Matrix3d by_pose = Eigen::Matrix3d::Identity();
  by_pose(0, 2) = -chord * across;
  by_pose(1, 2) = chord * along;
  Eigen::Matrix3d by_motion;
  by_motion << chord * c, -chord * s, slope * along - 0.5 * chord * across,  //
      chord * s, chord * c, slope * across + 0.5 * chord * along,            //
      0.0, 0.0, 1.0;
  return by_pose * of_pose * by_pose.transpose() + by_motion * of_motion * by_motion.transpose();
}

}  // namespace surefoot
