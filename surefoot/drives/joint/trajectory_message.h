#pragma once

#include <string>
#include <vector>

#include "surefoot/base/time.h"
#include "surefoot/drives/joints.h"
#include "surefoot/msgs/trajectory_msgs.h"

namespace surefoot::drives {

/// Why a trajectory is invalid for these joints; empty when it is valid. `columns` gets the column
/// of the message for each joint, -1 for joints that it does not name.
std::string CheckTrajectory(const msgs::trajectory_msgs::JointTrajectory& message,
                            const std::vector<DriveJoint>& joints, bool allow_partial,
                            std::vector<int>* columns);

/// Time of a point after the trajectory's start.
SimTimeNs TimeOf(const msgs::trajectory_msgs::JointTrajectoryPoint& point);

}  // namespace surefoot::drives
