#pragma once

#include <Eigen/Core>

#include "surefoot/autonomy/estimate/planar.h"

namespace surefoot::plan {

/// What a vehicle is told: the steering angle of its front axle (rad, to the left), and its speed
/// as a share of the usual one.
struct DriveCommand {
  double steering = 0.0;
  double speed = 1.0;
};

/// Steering in proportion to an error of the heading (rad), not more than the most.
struct HeadingRule {
  double gain = 1.0;
  double most_steering = 0.17453292519943295;
};
double SteerTo(const HeadingRule& rule, const estimate::Pose2& pose, double heading);

/// The last metres to a target: steering in proportion to the error of the bearing, speed in
/// proportion to the distance.
struct ApproachRule {
  HeadingRule heading;
  /// From here on (m).
  double distance = 20.0;
};
DriveCommand Approach(const ApproachRule& rule, const estimate::Pose2& pose,
                      const Eigen::Vector2d& target);

double BearingTo(const estimate::Pose2& pose, const Eigen::Vector2d& target);
double RangeTo(const estimate::Pose2& pose, const Eigen::Vector2d& target);

}  // namespace surefoot::plan
