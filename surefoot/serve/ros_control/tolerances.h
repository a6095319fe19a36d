#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/drives/drive.h"
#include "surefoot/msgs/control_msgs.h"

namespace surefoot::serve {

/// How far joints may be from a trajectory, as ROS's joint_trajectory_controller checks it: 0 means
/// not checked. One entry for each joint of the drive.
struct GoalTolerances {
  using Tolerance = drives::TrajectoryFollower::Tolerance;
  std::vector<Tolerance> path;
  std::vector<Tolerance> goal;
  /// Time (s) after the end of the trajectory; 0: no limit.
  double goal_time = 0.0;
};

/// The tolerances of a goal; what it does not state is that of the drive. Negative numbers mean no
/// limit. Fails for joints that are not the drive's.
Result<GoalTolerances> TolerancesOf(const msgs::control_msgs::FollowJointTrajectory::Goal& goal,
                                    const drives::TrajectoryFollower& drive);

/// Difference between where a joint should be and where it is; the shorter way for joints that turn
/// freely.
drives::JointMotion ErrorOf(const drives::TrajectoryFollower& drive, std::size_t joint,
                            const drives::DriveView& view);

/// Whether the error of a joint is within a tolerance.
bool IsWithin(const drives::JointMotion& error, const GoalTolerances::Tolerance& tolerance);

}  // namespace surefoot::serve
