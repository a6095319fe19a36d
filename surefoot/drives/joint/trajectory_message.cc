#include "surefoot/drives/joint/trajectory_message.h"

#include <algorithm>
#include <cmath>

// Messages come from clients, so everything is checked before any of it is used.

namespace surefoot::drives {
namespace {

using msgs::trajectory_msgs::JointTrajectory;
using msgs::trajectory_msgs::JointTrajectoryPoint;

}  // namespace

SimTimeNs TimeOf(const msgs::trajectory_msgs::JointTrajectoryPoint& point);

using msgs::trajectory_msgs::JointTrajectory;
using msgs::trajectory_msgs::JointTrajectoryPoint;

/// Limit of positions (rad or m) and their derivatives; polynomials of larger numbers overflow.
constexpr double kMax = 1e9;
constexpr std::size_t kMaxPoints = 1000000;

std::string CheckNumbers(const std::vector<double>& numbers, std::size_t count, bool needed,
                         const std::string& what) {
  if (numbers.empty() && !needed) return {};
  if (numbers.size() != count) {
    return std::to_string(numbers.size()) + " " + what + " for " + std::to_string(count) +
           " joints";
  }
  for (double number : numbers) {
    if (!(std::abs(number) <= kMax)) return what + " that are not finite, or beyond 1e9";
  }
  return {};
}

std::string CheckPoint(const JointTrajectoryPoint& point, std::size_t count) {
  std::string problem = CheckNumbers(point.positions, count, true, "positions");
  if (problem.empty()) problem = CheckNumbers(point.velocities, count, false, "velocities");
  if (problem.empty()) problem = CheckNumbers(point.accelerations, count, false, "accelerations");
  if (problem.empty() && point.velocities.empty() && !point.accelerations.empty()) {
    problem = "accelerations without velocities";
  }
  return problem;
}

std::string FindColumns(const JointTrajectory& message, const std::vector<DriveJoint>& joints,
                        bool allow_partial, std::vector<int>* columns) {
  std::fill(columns->begin(), columns->end(), -1);
  for (std::size_t k = 0; k < message.joint_names.size(); ++k) {
    const std::string& name = message.joint_names[k];
    const auto joint = std::find_if(joints.begin(), joints.end(),
                                    [&](const DriveJoint& j) { return j.name == name; });
    if (joint == joints.end()) return "joint '" + name + "' is not a joint of this drive";
    int& column = (*columns)[static_cast<std::size_t>(joint - joints.begin())];
    if (column >= 0) return "joint '" + name + "' is named twice";
    column = static_cast<int>(k);
  }
  for (std::size_t i = 0; i < joints.size() && !allow_partial; ++i) {
    if ((*columns)[i] < 0) return "joint '" + joints[i].name + "' is missing";
  }
  return {};
}

SimTimeNs TimeOf(const JointTrajectoryPoint& point) {
  return SimTimeNs{point.time_from_start.sec} * 1000000000 + point.time_from_start.nanosec;
}

std::string CheckTrajectory(const JointTrajectory& message, const std::vector<DriveJoint>& joints,
                            bool allow_partial, std::vector<int>* columns) {
  columns->resize(joints.size());
  // A trajectory without points stops the joints, as in ROS.
  if (message.points.empty()) return {};
  if (message.points.size() > kMaxPoints) return "more than 1000000 points";
  const std::string names = FindColumns(message, joints, allow_partial, columns);
  if (!names.empty()) return names;
  for (std::size_t i = 0; i < message.points.size(); ++i) {
    const JointTrajectoryPoint& point = message.points[i];
    const std::string where = "point " + std::to_string(i) + ": ";
    const std::string numbers = CheckPoint(point, message.joint_names.size());
    if (!numbers.empty()) return where + numbers;
    if (TimeOf(point) < 0) return where + "before the start";
    if (i > 0 && TimeOf(point) <= TimeOf(message.points[i - 1])) {
      return where + "its time is not later than that of the previous point";
    }
  }
  return {};
}

}  // namespace surefoot::drives
