/// Several joints through points in time, as ROS's joint_trajectory_controller executes them,
/// without its action interface: a new trajectory replaces the old one at its start time.

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/drives/command_input.h"
#include "surefoot/drives/drive.h"
#include "surefoot/drives/joint/joint_targets.h"
#include "surefoot/drives/joint/trajectory.h"
#include "surefoot/drives/joints.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/trajectory_msgs.h"
#include "surefoot/physics/servo.h"

namespace surefoot::drives {
namespace {

/// Why a trajectory is invalid for these joints; empty when it is valid. `columns` gets the column
/// of the message for each joint, -1 for joints that it does not name.
std::string CheckTrajectory(const msgs::trajectory_msgs::JointTrajectory& message,
                            const std::vector<DriveJoint>& joints, bool allow_partial,
                            std::vector<int>* columns);

/// Time of a point after the trajectory's start.
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

using msgs::trajectory_msgs::JointTrajectory;
using msgs::trajectory_msgs::JointTrajectoryPoint;

class JointTrajectoryDrive final : public Drive {
 public:
  JointTrajectoryDrive(const DriveArgs& args, const std::vector<DriveJoint>& joints)
      : mode_(ModeOf(args.element.Choice("mode", {"position", "velocity", "effort"}, "position"))),
        allow_partial_(args.element.Flag("allow_partial_joints", true)),
        gain_(args.element.Number("position_gain", physics::kPositionServoRate, 0.0, 1e6)),
        motors_(args, joints, "motor"),
        pids_(joints.size(), Pid(ReadPid(args.element.Child("pid")))),
        running_(joints.size()),
        waiting_(joints.size()),
        point_(joints.size()),
        axes_(AxesOf(joints)) {
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const world::JointAxis& axis =
          joints[i].spec(args.world, args.model).axes[joints[i].axis == 1 ? 1 : 0];
      lower_.push_back(axis.lower);
      upper_.push_back(axis.upper);
      point_[i] = {InitialPosition(args, joints[i]), 0.0, 0.0};
    }
    running_.Add(0, 5, point_.data());
    if (mode_ == ControlMode::kEffort && !args.element.Has("pid")) {
      args.element.Error("mode", "trajectories by effort need the gains of a controller", "effort",
                         "add <pid>");
    }
    const std::string topic =
        graph::TopicName(args.scope, args.element.Text("command_topic", "joint_trajectory"));
    input_.Listen<JointTrajectory>(args, "command_topic", topic,
                                   [this](const JointTrajectory& message, SimTimeNs time_ns) {
                                     return Take(message, time_ns);
                                   });
  }

  const std::vector<int>& axes() const override { return axes_; }
  bool TakeNewCommand() override { return input_.TakeNew(); }

  void Update(const DriveView& view, physics::Inputs* inputs) override {
    called_ns_ = view.time_ns;
    if (!waiting_.empty() && view.time_ns >= waiting_ns_) {
      std::swap(running_, waiting_);
      waiting_.Clear();
    }
    for (std::size_t i = 0; i < motors_.size(); ++i) UpdateOne(i, view, inputs);
  }

  void Publish(const DriveView& view, graph::Graph* graph) override {
    // While the drive does not control its joints, the next trajectory starts from where they are.
    if (called_ns_ < view.time_ns - ToNanoseconds(view.step)) HoldPosition(view);
    motors_.PublishCurrents(view, graph);
  }
  RefusedMessages refused() const override { return input_.refused(); }

  void Archive(StateArchive* archive) override {
    archive->Items(&input_, &motors_);
    archive->Each(&pids_);
    archive->Items(&running_, &waiting_, &waiting_ns_, &called_ns_);
    archive->Require(!running_.empty());
  }

 private:
  std::string Take(const JointTrajectory& message, SimTimeNs time_ns) {
    const std::string problem =
        CheckTrajectory(message, motors_.joints(), allow_partial_, &columns_);
    if (!problem.empty()) return problem;
    const SimTimeNs stamp_ns = msgs::FromTime(message.header.stamp);
    const SimTimeNs start_ns = stamp_ns == 0 ? time_ns : stamp_ns;
    if (!message.points.empty() && start_ns + TimeOf(message.points.back()) < time_ns) {
      return "all points of the trajectory are in the past";
    }
    if (start_ns > time_ns) {
      Fill(message, start_ns, start_ns, &waiting_);
      waiting_ns_ = start_ns;
      return {};
    }
    // Built beside the running trajectory, which provides the starting point.
    Fill(message, start_ns, time_ns, &waiting_);
    std::swap(running_, waiting_);
    waiting_.Clear();
    return {};
  }

  /// Fills `to` with the point of the running trajectory at `from_ns`, then the message's points
  /// after that time.
  void Fill(const JointTrajectory& message, SimTimeNs start_ns, SimTimeNs from_ns, Trajectory* to) {
    to->Clear();
    for (std::size_t i = 0; i < motors_.size(); ++i) point_[i] = running_.At(i, from_ns);
    if (message.points.empty()) {
      for (JointMotion& motion : point_) motion = {motion.position, 0.0, 0.0};
    }
    to->Add(from_ns, 5, point_.data());
    for (const JointTrajectoryPoint& point : message.points) {
      const SimTimeNs time_ns = start_ns + TimeOf(point);
      if (time_ns < from_ns) continue;
      for (std::size_t i = 0; i < motors_.size(); ++i) {
        if (columns_[i] < 0) {
          point_[i] = {point_[i].position, 0.0, 0.0};
          continue;
        }
        const auto k = static_cast<std::size_t>(columns_[i]);
        point_[i] = {point.positions[k], point.velocities.empty() ? 0.0 : point.velocities[k],
                     point.accelerations.empty() ? 0.0 : point.accelerations[k]};
      }
      const int order = point.velocities.empty() ? 1 : point.accelerations.empty() ? 3 : 5;
      to->Add(time_ns, order, point_.data());
    }
  }

  void HoldPosition(const DriveView& view) {
    for (std::size_t i = 0; i < motors_.size(); ++i) {
      point_[i] = {motors_.Reading(i, view).q, 0.0, 0.0};
      pids_[i].Reset();
    }
    running_.Clear();
    running_.Add(view.time_ns, 5, point_.data());
    waiting_.Clear();
  }

  void UpdateOne(std::size_t i, const DriveView& view, physics::Inputs* inputs) {
    const SimTimeNs next_ns = view.time_ns + ToNanoseconds(view.step);
    const JointReading joint = motors_.Reading(i, view);
    const JointMotion now = running_.At(i, view.time_ns);
    const double q = Clamped(i, now.position);
    // The mean speed along the trajectory over the step, as feed-forward.
    const double along = (Clamped(i, running_.At(i, next_ns).position) - q) / view.step;
    if (mode_ == ControlMode::kEffort) {
      const double effort = pids_[i].Update(q - joint.q, along - joint.v, view.step);
      return motors_.Effort(i, effort, view, inputs);
    }
    if (mode_ == ControlMode::kPosition && along == 0.0) {
      return motors_.Position(i, q, view, inputs);
    }
    const double gain = mode_ == ControlMode::kPosition ? physics::kPositionServoRate : gain_;
    motors_.Speed(i, along + gain * (q - joint.q), view, inputs);
  }

  double Clamped(std::size_t i, double q) const { return std::clamp(q, lower_[i], upper_[i]); }

  ControlMode mode_;
  bool allow_partial_;
  double gain_;
  CommandInput input_;
  MotorBank motors_;
  std::vector<Pid> pids_;
  std::vector<double> lower_;
  std::vector<double> upper_;
  Trajectory running_;
  /// Replaces the running trajectory at its start time; empty: none.
  Trajectory waiting_;
  SimTimeNs waiting_ns_ = 0;
  SimTimeNs called_ns_ = -1;
  // Scratch.
  std::vector<JointMotion> point_;
  std::vector<int> columns_;
  std::vector<int> axes_;
};

std::unique_ptr<Drive> MakeJointTrajectory(const DriveArgs& args) {
  const std::vector<DriveJoint> joints = FindDriveJoints(args, "joint");
  if (joints.empty()) return nullptr;
  return std::make_unique<JointTrajectoryDrive>(args, joints);
}

}  // namespace

DriveKind JointTrajectoryKind() {
  DriveKind kind;
  kind.help = "several joints through points in time";
  kind.takes = "trajectory_msgs/msg/JointTrajectory on joint_trajectory";
  kind.make = MakeJointTrajectory;
  return kind;
}

}  // namespace surefoot::drives
