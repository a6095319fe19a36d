#include "surefoot/autonomy/plan/approach.h"

#include <algorithm>
#include <cmath>

namespace surefoot::plan {

double BearingTo(const estimate::Pose2& pose, const Eigen::Vector2d& target) {
  return std::atan2(target.y() - pose.y(), target.x() - pose.x());
}

double RangeTo(const estimate::Pose2& pose, const Eigen::Vector2d& target) {
  return (target - pose.head<2>()).norm();
}

double SteerTo(const HeadingRule& rule, const estimate::Pose2& pose, double heading) {
  const double error = estimate::WrapAngle(heading - pose[2]);
  return std::clamp(rule.gain * error, -rule.most_steering, rule.most_steering);
}

DriveCommand Approach(const ApproachRule& rule, const estimate::Pose2& pose,
                      const Eigen::Vector2d& target) {
  return {SteerTo(rule.heading, pose, BearingTo(pose, target)),
          std::min(1.0, RangeTo(pose, target) / rule.distance)};
}

}  // namespace surefoot::plan
