#pragma once

#include <string>
#include <vector>

#include "surefoot/drives/joints.h"
#include "surefoot/msgs/trajectory_msgs.h"

namespace surefoot::drives {

/// What is wrong with a trajectory for these joints, nothing when it is good. `columns` says which
/// column of the message is which joint's, -1 for joints that it does not name.
std::string CheckTrajectory(const msgs::trajectory_msgs::JointTrajectory& message,
                            const std::vector<DriveJoint>& joints, bool allow_partial,
                            std::vector<int>* columns);

/// Time of a point after the trajectory's start.
SimTimeNs TimeOf(const msgs::trajectory_msgs::JointTrajectoryPoint& point);

}  // namespace surefoot::drives
