#include "surefoot/drives/legs/planned_drive.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "surefoot/drives/joint/joint_targets.h"

// The common part of drives that plan joint angles at a fixed rate: which command has which joints,
// and when a walk, a motion or a direct command takes them over.

namespace surefoot::drives {
namespace {

using msgs::std_msgs::Float64MultiArray;
using msgs::std_msgs::String;

/// Default rate of plans: one every 8 ms, the control period of the AIBO
/// (docs/reference/drives.md).
constexpr double kUsualRate = 125.0;

}  // namespace

PlannedDrive::PlannedDrive(const DriveArgs& args, const std::vector<DriveJoint>& joints,
                           std::vector<std::size_t> planned)
    : BaseDrive(args, kUsualRate),
      targets_(MotorBank(args, joints, "motor"), ReadJointControls(args),
               args.element.Number("cmd_timeout", 0.0, 0.0, 1e6)),
      motions_(args, joints),
      axes_(AxesOf(joints)),
      planned_(std::move(planned)),
      place_(joints.size(), -1),
      paths_(planned_.size()),
      angles_(planned_.size()),
      return_speed_(args.element.Number(args.element.WithOldName("return_speed", "take_speed"), 2.0,
                                        1e-3, 1e3)) {
  for (std::size_t k = 0; k < planned_.size(); ++k) place_[planned_[k]] = static_cast<int>(k);
  ListenToJoints(args, joints, &joint_input_, &targets_, [this](std::size_t i) {
    motions_.ReleaseJoint(i);
    ReleaseFromPlan(i);
  });
  ListenToAll(args);
  args.element.Allow({"motion_topic"});
  if (!motions_.empty()) ListenToMotions(args);
}

void PlannedDrive::ReleaseFromPlan(std::size_t joint) {
  if (place_[joint] < 0) return;
  TakeMove();
  JointPath& way = paths_[static_cast<std::size_t>(place_[joint])];
  way.owned = false;
  way.after = true;
  has_joints_ = false;
}

bool PlannedDrive::TakeMove() {
  if (!BaseDrive::TakeNewCommand()) return false;
  desired_ = true;
  for (JointPath& way : paths_) way.after = false;
  return true;
}

void PlannedDrive::ListenToAll(const DriveArgs& args) {
  const std::string topic =
      graph::TopicName(args.scope, args.element.Text("command_topic", "joints/commands"));
  joint_input_.Listen<Float64MultiArray>(
      args, "command_topic", topic, [this](const Float64MultiArray& message, SimTimeNs time_ns) {
        std::string problem = SetAll(message.data, ControlMode::kPosition, time_ns, &targets_);
        if (!problem.empty()) return problem;
        for (std::size_t i = 0; i < place_.size(); ++i) {
          motions_.ReleaseJoint(i);
          ReleaseFromPlan(i);
        }
        return problem;
      });
}

void PlannedDrive::ListenToMotions(const DriveArgs& args) {
  const std::string topic =
      graph::TopicName(args.scope, args.element.Text("motion_topic", "motion"));
  joint_input_.Listen<String>(args, "motion_topic", topic,
                              [this](const String& name, SimTimeNs /*time_ns*/) {
                                std::string problem = motions_.Ask(name.data);
                                if (!problem.empty()) return problem;
                                for (std::size_t i = 0; i < place_.size(); ++i) {
                                  if (motions_.has(i)) ReleaseFromPlan(i);
                                }
                                return problem;
                              });
}

DriveKind PlannedDrive::Kind(const std::string& help, const DriveMaker& make) {
  return BaseKind(help, make,
                  ", std_msgs/msg/Float64 on <joint>/cmd_pos, <joint>/cmd_vel, "
                  "<joint>/cmd_effort, Float64MultiArray on joints/commands");
}

std::vector<DriveJoint> PlannedDrive::Joints(const DriveArgs& args, int min) {
  std::vector<DriveJoint> joints = FindDriveJoints(args, "joint", min);
  if (joints.size() != args.element.Children("joint").size()) joints.clear();
  return joints;
}

bool PlannedDrive::TakeNewCommand() {
  const bool move = TakeMove();
  const bool joint = joint_input_.TakeNew();
  return move || joint;
}

RefusedMessages PlannedDrive::refused() const {
  const RefusedMessages moves = BaseDrive::refused();
  const RefusedMessages& joints = joint_input_.refused();
  return {moves.count + joints.count, joints.last.empty() ? moves.last : joints.last};
}

void PlannedDrive::TakeJoints(const DriveView& view) {
  const bool none =
      std::none_of(paths_.begin(), paths_.end(), [](const JointPath& way) { return way.owned; });
  if (none) {
    Rest();
    Plan(PlanarTwist(), 0.0, angles_.data());
    tick_ns_ = -1;
  }
  for (std::size_t k = 0; k < paths_.size(); ++k) {
    JointPath& way = paths_[k];
    if (way.owned || way.after) continue;
    const std::size_t i = planned_[k];
    const bool held = targets_.mode(i) == ControlMode::kPosition;
    const double now = held ? targets_.target(i) : targets_.motors().Reading(i, view).q;
    motions_.ReleaseJoint(i);
    if (none) way.to = angles_[k];
    way.offset = now - way.to;
    way.from = way.to = now;
    way.owned = true;
  }
  has_joints_ =
      std::all_of(paths_.begin(), paths_.end(), [](const JointPath& way) { return way.owned; });
}

void PlannedDrive::NextTick(const PlanarTwist& command, const DriveView& view) {
  const double dt = tick(view);
  tick_ns_ = tick_ns_ < 0 ? view.time_ns : tick_ns_ + ToNanoseconds(dt);
  // The robot starts to walk only when its legs have reached the planned posture.
  const bool ready = std::all_of(paths_.begin(), paths_.end(),
                                 [](const JointPath& way) { return way.offset == 0.0; });
  Plan(ready ? command : PlanarTwist(), dt, angles_.data());
  for (std::size_t k = 0; k < paths_.size(); ++k) {
    JointPath& way = paths_[k];
    const double max = return_speed_ * dt;
    way.offset -= std::clamp(way.offset, -max, max);
    way.from = way.to;
    way.to = angles_[k] + way.offset;
  }
}

void PlannedDrive::Command(const PlanarTwist& command, const DriveView& view,
                           physics::Inputs* inputs) {
  if (std::exchange(desired_, false) && !has_joints_) TakeJoints(view);
  for (JointPath& way : paths_) way.after = false;
  const bool any =
      std::any_of(paths_.begin(), paths_.end(), [](const JointPath& way) { return way.owned; });
  if (any) {
    const double dt = tick(view);
    const bool late = view.time_ns - tick_ns_ > ToNanoseconds(2.0 * dt);
    if (tick_ns_ >= 0 && late) tick_ns_ = -1;
    if (tick_ns_ < 0 || view.time_ns >= tick_ns_ + ToNanoseconds(dt)) NextTick(command, view);
    const double begun = ToSeconds(view.time_ns - tick_ns_);
    for (std::size_t k = 0; k < paths_.size(); ++k) {
      const JointPath& way = paths_[k];
      if (!way.owned) continue;
      const double speed = (way.to - way.from) / dt;
      const double now = way.from + speed * begun;
      const double next = way.from == way.to ? now : now + speed * view.step;
      targets_.Follow(planned_[k], now, next, view);
    }
  }
  motions_.Update(view, &targets_);
  targets_.Update(view, inputs);
}

void PlannedDrive::ArchiveMore(StateArchive* archive) {
  archive->Items(&joint_input_, &targets_, &motions_);
  for (JointPath& way : paths_) {
    archive->Items(&way.from, &way.to, &way.offset, &way.owned, &way.after);
  }
  archive->Items(&desired_, &has_joints_, &tick_ns_);
  ArchivePlan(archive);
}

}  // namespace surefoot::drives
