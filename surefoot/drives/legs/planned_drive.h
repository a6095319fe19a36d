#pragma once

#include <string>
#include <vector>

#include "surefoot/drives/joint/joint_targets.h"
#include "surefoot/drives/legs/motion_player.h"
#include "surefoot/drives/wheels/base_drive.h"

namespace surefoot::drives {

/// Base of drives that move a robot by many joints, such as legs or the body of a snake. A command
/// is a speed of the base; the derived class plans joint angles from it at a fixed rate, and the
/// angles are interpolated in between. Besides, joints can be commanded individually or all at
/// once, and motions can be played; the last command of a joint applies.
class PlannedDrive : public BaseDrive {
 public:
  /// `joints` are those of the <joint> elements; `planned` are indices of the planned ones.
  PlannedDrive(const DriveArgs& args, const std::vector<DriveJoint>& joints,
               std::vector<std::size_t> planned);

  const std::vector<int>& axes() const override { return axes_; }
  bool TakeNewCommand() override;
  RefusedMessages refused() const override;
  physics::ControlMode CommandMode(std::size_t /*i*/) const override {
    return physics::ControlMode::kPosition;
  }

  static DriveKind Kind(const std::string& help, const DriveMaker& make);
  /// The joints of the <joint> elements; empty after an error, also if there are fewer than
  /// `min`.
  static std::vector<DriveJoint> Joints(const DriveArgs& args, int min = 1);

 protected:
  /// Writes the angles (rad) of the planned joints after `dt` more seconds at this speed of the
  /// base. Called once before the first step with dt = 0 for the posture at rest.
  virtual void Plan(const PlanarTwist& command, double dt, double* q) = 0;
  /// Resets the plan to rest.
  virtual void Rest() = 0;
  /// The joints' speeds do not determine the speed of the base.
  PlanarTwist Speed(const DriveView& /*view*/) const override { return {}; }
  virtual void ArchivePlan(StateArchive* archive) = 0;

  void Command(const PlanarTwist& command, const DriveView& view, physics::Inputs* inputs) override;
  /// Time from one plan to the next (s).
  double tick(const DriveView& view) const {
    return update_rate() > 0.0 ? std::max(1.0 / update_rate(), view.step) : view.step;
  }
  double Angle(std::size_t planned, const DriveView& view) const {
    return targets_.motors().Reading(planned_[planned], view).q;
  }
  /// Whether the plan controls all of its joints.
  bool has_joints() const { return has_joints_; }

  void PublishMore(const DriveView& view, graph::Graph* graph) override {
    targets_.Publish(view, graph);
  }
  void ArchiveMore(StateArchive* archive) override;

 private:
  /// The path of a planned joint through the current tick.
  struct JointPath {
    double from = 0.0;
    double to = 0.0;
    /// Remaining difference between the joint and the plan since the plan took control of it; it is
    /// reduced to 0 at return_speed, so that the joint does not jump.
    double offset = 0.0;
    /// Whether the plan controls the joint.
    bool owned = false;
    /// Whether the joint was commanded individually after a command of the base in the same step.
    bool after = false;
  };

  void ListenToAll(const DriveArgs& args);
  void ListenToMotions(const DriveArgs& args);
  /// Releases a joint from the plan.
  void ReleaseFromPlan(std::size_t joint);
  /// Whether the base was commanded since the last call; earlier commands of joints are then void.
  bool TakeMove();
  void TakeJoints(const DriveView& view);
  void NextTick(const PlanarTwist& command, const DriveView& view);

  CommandInput joint_input_;
  JointTargets targets_;
  MotionPlayer motions_;
  std::vector<int> axes_;
  std::vector<std::size_t> planned_;
  /// Per joint: its index in `planned_`, or -1.
  std::vector<int> place_;
  std::vector<JointPath> paths_;
  std::vector<double> angles_;
  double return_speed_;
  bool desired_ = false;
  bool has_joints_ = false;
  SimTimeNs tick_ns_ = -1;
};

}  // namespace surefoot::drives
