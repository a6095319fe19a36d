#pragma once

/// Dead reckoning in the plane: from what wheels have travelled to where the vehicle is.

#include <Eigen/Core>

namespace surefoot {

/// A pose in the plane; the yaw is not wrapped, so that turns are counted.
struct PlanarPose {
  double x = 0.0;
  double y = 0.0;
  double yaw = 0.0;
};

/// A motion in the vehicle's own axes: x ahead, y to the left (m), and the turn (rad).
struct PlanarMotion {
  double ahead = 0.0;
  double left = 0.0;
  double turn = 0.0;
};

/// After a motion at constant speeds: exact along the arc, and for a straight line.
PlanarPose Moved(const PlanarPose& pose, const PlanarMotion& motion);

/// The motion of two wheels, or sides, `track` apart, that rolled this far (m).
PlanarMotion FromWheels(double left_travel, double right_travel, double track);

/// The covariance (x, y, yaw) of Moved(pose, motion), to first order, from that of `pose` and that
/// of the motion (ahead, left, turn).
Eigen::Matrix3d MovedCovariance(const PlanarPose& pose, const PlanarMotion& motion,
                                const Eigen::Matrix3d& of_pose, const Eigen::Matrix3d& of_motion);

}  // namespace surefoot
