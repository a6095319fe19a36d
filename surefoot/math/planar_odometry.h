#pragma once

/// Dead reckoning in the plane: from the distances travelled by wheels to the vehicle's pose.

#include <Eigen/Core>

namespace surefoot {

/// A pose in the plane; the yaw is not wrapped, so that full turns are counted.
struct PlanarPose {
  double x = 0.0;
  double y = 0.0;
  double yaw = 0.0;
};

/// A motion in the vehicle's axes: x forward, y to the left (m), and the rotation (rad).
struct PlanarMotion {
  double ahead = 0.0;
  double left = 0.0;
  double turn = 0.0;
};

/// The pose after a motion at constant speeds: exact along the arc, and for a straight line.
PlanarPose Moved(const PlanarPose& pose, const PlanarMotion& motion);

/// The motion of a vehicle whose two wheels or sides, `track` apart, rolled these distances (m).
PlanarMotion FromWheels(double left_travel, double right_travel, double track);

/// The covariance (x, y, yaw) of Moved(pose, motion), to first order, from the covariances of
/// `pose` and of the motion (forward, left, rotation).
Eigen::Matrix3d MovedCovariance(const PlanarPose& pose, const PlanarMotion& motion,
                                const Eigen::Matrix3d& of_pose, const Eigen::Matrix3d& of_motion);

}  // namespace surefoot
