#include "surefoot/serve/ros_control/tolerances.h"

#include <algorithm>
#include <cmath>

#include "surefoot/base/try.h"

namespace surefoot::serve {
namespace {

using Tolerance = drives::TrajectoryFollower::Tolerance;
using msgs::control_msgs::JointTolerance;

/// Zero in a goal keeps the default, a negative number removes the limit.
void Override(double given, double* tolerance) {
  if (given != 0.0) *tolerance = std::max(given, 0.0);
}

double SecondsOf(const msgs::builtin_interfaces::Duration& duration) {
  return duration.sec + 1e-9 * duration.nanosec;
}

Status Take(const std::vector<JointTolerance>& given, const std::vector<std::string>& joints,
            const char* what, std::vector<Tolerance>* tolerances) {
  for (const JointTolerance& one : given) {
    const auto joint = std::find(joints.begin(), joints.end(), one.name);
    if (joint == joints.end()) {
      return Error{std::string(what) + ": '" + one.name + "' is not a joint of the controller"};
    }
    for (const double number : {one.position, one.velocity, one.acceleration}) {
      if (!std::isfinite(number)) {
        return Error{std::string(what) + ": the tolerance of '" + one.name + "' is not finite"};
      }
    }
    Tolerance& tolerance = (*tolerances)[static_cast<std::size_t>(joint - joints.begin())];
    Override(one.position, &tolerance.position);
    Override(one.velocity, &tolerance.velocity);
    Override(one.acceleration, &tolerance.acceleration);
  }
  return Status();
}

}  // namespace

Result<GoalTolerances> TolerancesOf(const msgs::control_msgs::FollowJointTrajectory::Goal& goal,
                                    const drives::TrajectoryFollower& drive) {
  const std::vector<std::string> joints = drive.JointNames();
  GoalTolerances tolerances;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    tolerances.path.push_back(drive.PathTolerance(i));
    tolerances.goal.push_back(drive.GoalTolerance(i));
  }
  SUREFOOT_TRY(Take(goal.path_tolerance, joints, "path_tolerance", &tolerances.path));
  SUREFOOT_TRY(Take(goal.goal_tolerance, joints, "goal_tolerance", &tolerances.goal));
  tolerances.goal_time = drive.goal_time();
  Override(SecondsOf(goal.goal_time_tolerance), &tolerances.goal_time);
  return tolerances;
}

drives::JointMotion ErrorOf(const drives::TrajectoryFollower& drive, std::size_t joint,
                            const drives::DriveView& view) {
  const drives::JointMotion desired = drive.Desired(joint, view.time_ns);
  const drives::JointMotion actual = drive.Actual(joint, view);
  double position = desired.position - actual.position;
  if (drive.TurnsFreely(joint)) position = std::remainder(position, 2.0 * M_PI);
  return {position, desired.velocity - actual.velocity, desired.acceleration - actual.acceleration};
}

// Accelerations are not measured, so they are not checked.
bool IsWithin(const drives::JointMotion& error, const Tolerance& tolerance) {
  return (tolerance.position <= 0.0 || std::abs(error.position) <= tolerance.position) &&
         (tolerance.velocity <= 0.0 || std::abs(error.velocity) <= tolerance.velocity);
}

}  // namespace surefoot::serve
