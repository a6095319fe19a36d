/// Several joints through points in time, as ROS's joint_trajectory_controller executes them: a new
/// trajectory replaces the old one at its start time. The server of the action is in serve/.

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/drives/command_input.h"
#include "surefoot/drives/drive.h"
#include "surefoot/drives/joint/joint_targets.h"
#include "surefoot/drives/joint/trajectory.h"
#include "surefoot/drives/joint/trajectory_message.h"
#include "surefoot/drives/joints.h"
#include "surefoot/drives/rate_clock.h"
#include "surefoot/msgs/control_msgs.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/trajectory_msgs.h"
#include "surefoot/physics/servo.h"

namespace surefoot::drives {
namespace {

using msgs::control_msgs::JointTrajectoryControllerState;
using msgs::trajectory_msgs::JointTrajectory;
using msgs::trajectory_msgs::JointTrajectoryPoint;

constexpr double kMaxTolerance = 1e9;
constexpr double kMaxSeconds = 1e6;

std::string NameOf(const DriveArgs& args) {
  return args.element.Text("name", args.element.Text("type"));
}

/// The joint that a <constraint> is about, -1 after an error.
int JointOf(const world::ElementReader& constraint, const std::vector<DriveJoint>& joints) {
  const std::string name = constraint.Text("joint");
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i].name == name) return static_cast<int>(i);
  }
  constraint.Error("joint", "is not a joint of this drive", name);
  return -1;
}

/// Publishes the state of the controller as ROS's joint_trajectory_controller does.
class StateOutput {
 public:
  StateOutput(const DriveArgs& args, const std::vector<DriveJoint>& joints)
      : clock_(args.element.Number("state_publish_rate", 50.0, 0.0, 1e6)) {
    const std::string topic = graph::TopicName(
        args.scope, args.element.Text("state_topic", NameOf(args) + "/controller_state"));
    const Result<int> id = args.graph->Advertise<JointTrajectoryControllerState>(topic);
    if (id.ok()) topic_ = id.value();
    if (!id.ok()) args.element.Error("state_topic", id.error().message, topic);
    for (const DriveJoint& joint : joints) state_.joint_names.push_back(joint.name);
    for (JointTrajectoryPoint* point :
         {&state_.reference, &state_.feedback, &state_.error, &state_.output}) {
      point->positions.resize(joints.size());
      point->velocities.resize(joints.size());
    }
    state_.reference.accelerations.resize(joints.size());
    state_.speed_scaling_factor = 1.0;
  }

  void Publish(const DriveView& view, const TrajectoryFollower& follower, graph::Graph* graph) {
    if (!clock_.Tick(view.time_ns, view.time_ns)) return;
    if (topic_ < 0 || !graph->HasSubscribers(topic_)) return;
    state_.header.stamp = msgs::ToTime(view.time_ns);
    for (std::size_t i = 0; i < state_.joint_names.size(); ++i) {
      const JointMotion desired = follower.Desired(i, view.time_ns);
      const JointMotion actual = follower.Actual(i, view);
      state_.reference.positions[i] = state_.output.positions[i] = desired.position;
      state_.reference.velocities[i] = state_.output.velocities[i] = desired.velocity;
      state_.reference.accelerations[i] = desired.acceleration;
      state_.feedback.positions[i] = actual.position;
      state_.feedback.velocities[i] = actual.velocity;
      state_.error.positions[i] = desired.position - actual.position;
      state_.error.velocities[i] = desired.velocity - actual.velocity;
    }
    graph->Publish(topic_, view.time_ns, state_);
  }

  void Archive(StateArchive* archive) { archive->Items(&clock_); }

 private:
  RateClock clock_;
  int topic_ = -1;
  JointTrajectoryControllerState state_;
};

class JointTrajectoryDrive final : public Drive, public TrajectoryFollower {
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
        axes_(AxesOf(joints)),
        output_(args, joints),
        path_(joints.size()),
        goal_(joints.size()),
        goal_time_(args.element.Number("goal_time", 0.0, 0.0, kMaxSeconds)) {
    ReadConstraints(args, joints);
    ReadGains(args, joints);
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const world::JointAxis& axis =
          joints[i].spec(args.world, args.model).axes[joints[i].axis == 1 ? 1 : 0];
      lower_.push_back(axis.lower);
      upper_.push_back(axis.upper);
      const world::JointType type = joints[i].spec(args.world, args.model).type;
      turns_freely_.push_back(type == world::JointType::kContinuous);
      point_[i] = {InitialPosition(args, joints[i]), 0.0, 0.0};
    }
    running_.Add(0, 5, point_.data());
    if (mode_ == ControlMode::kEffort && !args.element.Has("pid") &&
        !args.element.Has("joint_pid")) {
      args.element.Error("mode", "trajectories by effort need the gains of a controller", "effort",
                         "add <pid>");
    }
    const std::string topic =
        graph::TopicName(args.scope, args.element.Text("command_topic", "joint_trajectory"));
    // The action server sends trajectories by the second name, which every such drive has.
    const std::string by_name = graph::TopicName(args.scope, NameOf(args) + "/joint_trajectory");
    for (const std::string& name : std::set<std::string>{topic, by_name}) {
      input_.Listen<JointTrajectory>(args, "command_topic", name,
                                     [this](const JointTrajectory& message, SimTimeNs time_ns) {
                                       return Take(message, time_ns);
                                     });
    }
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
    output_.Publish(view, *this, graph);
  }
  RefusedMessages refused() const override { return input_.refused(); }
  ControlMode CommandMode(std::size_t /*i*/) const override { return mode_; }
  void OnActivate(const DriveView& view) override { HoldPosition(view); }
  const TrajectoryFollower* trajectory() const override { return this; }

  std::vector<std::string> JointNames() const override {
    std::vector<std::string> names;
    for (const DriveJoint& joint : motors_.joints()) names.push_back(joint.name);
    return names;
  }
  bool TurnsFreely(std::size_t joint) const override { return turns_freely_[joint] != 0; }
  JointMotion Desired(std::size_t joint, SimTimeNs time_ns) const override {
    return running_.At(joint, time_ns);
  }
  JointMotion Actual(std::size_t joint, const DriveView& view) const override {
    const JointReading reading = motors_.Reading(joint, view);
    return {reading.q, reading.v, 0.0};
  }
  SimTimeNs end_ns() const override {
    return waiting_.empty() ? running_.end_ns() : waiting_.end_ns();
  }
  Tolerance PathTolerance(std::size_t joint) const override { return path_[joint]; }
  Tolerance GoalTolerance(std::size_t joint) const override { return goal_[joint]; }
  double goal_time() const override { return goal_time_; }

  void Archive(StateArchive* archive) override {
    archive->Items(&input_, &motors_, &output_);
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

  /// <constraint joint="elbow" trajectory="0.1" goal="0.01"/>, as `constraints` in the parameters
  /// of ROS's controller.
  void ReadConstraints(const DriveArgs& args, const std::vector<DriveJoint>& joints) {
    const double stopped =
        args.element.Number("stopped_velocity_tolerance", 0.01, 0.0, kMaxTolerance);
    // By position the controller has no speed to check, as in ROS.
    const bool checks_speed = mode_ != ControlMode::kPosition;
    for (Tolerance& goal : goal_) goal.velocity = checks_speed ? stopped : 0.0;
    for (const world::ElementReader& constraint : args.element.Children("constraint")) {
      const int joint = JointOf(constraint, joints);
      if (joint < 0) continue;
      const auto i = static_cast<std::size_t>(joint);
      path_[i].position = constraint.Number("trajectory", 0.0, 0.0, kMaxTolerance);
      goal_[i].position = constraint.Number("goal", 0.0, 0.0, kMaxTolerance);
    }
  }

  /// <joint_pid joint="elbow" p="100" d="5"/>: gains of one joint.
  void ReadGains(const DriveArgs& args, const std::vector<DriveJoint>& joints) {
    for (const world::ElementReader& gains : args.element.Children("joint_pid")) {
      const int joint = JointOf(gains, joints);
      if (joint >= 0) pids_[static_cast<std::size_t>(joint)] = Pid(ReadPid(gains));
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
  StateOutput output_;
  std::vector<Tolerance> path_;
  std::vector<Tolerance> goal_;
  double goal_time_;
  std::vector<char> turns_freely_;
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
  kind.controller = "joint_trajectory_controller/JointTrajectoryController";
  kind.make = MakeJointTrajectory;
  return kind;
}

}  // namespace surefoot::drives
