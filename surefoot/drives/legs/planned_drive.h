#pragma once

#include <string>
#include <vector>

#include "surefoot/drives/joint/joint_targets.h"
#include "surefoot/drives/legs/motion_player.h"
#include "surefoot/drives/wheels/base_drive.h"

namespace surefoot::drives {

/// What drives have in common that move a base by the angles of many joints: legs, bodies of
/// snakes. Speeds of the base go into a plan of joint angles, made some steps ahead. Beside it
/// every joint can be commanded by itself or all at once by one message, and motions of tables can
/// be played; the last command of a joint decides what it does.
class PlannedDrive : public BaseDrive {
 public:
  /// `joints` are those of the <joint> elements; `planned` counts in them.
  PlannedDrive(const DriveArgs& args, const std::vector<DriveJoint>& joints,
               std::vector<std::size_t> planned);

  const std::vector<int>& axes() const override { return axes_; }
  bool TakeNewCommand() override;
  RefusedMessages refused() const override;

  static DriveKind Kind(const std::string& help, const DriveMaker& make);
  /// Those of the <joint> elements; none, after an error, when one of them cannot be or there are
  /// fewer than `least`.
  static std::vector<DriveJoint> Joints(const DriveArgs& args, int least = 1);

 protected:
  /// The angles of the planned joints after `dt` more seconds at this speed of the base. Called
  /// once before the first step with dt = 0 for where they rest.
  virtual void Plan(const PlanarTwist& command, double dt, double* q) = 0;
  /// Forgets all motion: the next plan begins at rest.
  virtual void Rest() = 0;
  /// Nothing in the joints tells how fast the base goes.
  PlanarTwist Speed(const DriveView& /*view*/) const override { return {}; }
  virtual void ArchivePlan(StateArchive* archive) = 0;

  void Command(const PlanarTwist& command, const DriveView& view, physics::Inputs* inputs) override;
  /// From one plan to the next, in s.
  double tick(const DriveView& view) const {
    return update_rate() > 0.0 ? std::max(1.0 / update_rate(), view.step) : view.step;
  }
  double Angle(std::size_t planned, const DriveView& view) const {
    return targets_.motors().Reading(planned_[planned], view).q;
  }
  /// Whether the plan has all of its joints.
  bool has_joints() const { return has_joints_; }

  void PublishMore(const DriveView& view, graph::Graph* graph) override {
    targets_.Publish(view, graph);
  }
  void ArchiveMore(StateArchive* archive) override;

 private:
  /// A planned joint's way through the present tick.
  struct Way {
    double from = 0.0;
    double to = 0.0;
    /// What is still left of where it was when the plan took it, off where it was to be.
    double offset = 0.0;
    bool owned = false;
    /// Whether it was commanded by itself after the base was in the same step.
    bool after = false;
  };

  void ListenToAll(const DriveArgs& args);
  void ListenToMotions(const DriveArgs& args);
  /// The plan no longer has the joint.
  void GiveUp(std::size_t joint);
  /// Whether the base was commanded since the last call; what joints were told before is then old.
  bool TakeMove();
  void TakeJoints(const DriveView& view);
  void NextTick(const PlanarTwist& command, const DriveView& view);

  CommandInput joint_input_;
  JointTargets targets_;
  MotionPlayer motions_;
  std::vector<int> axes_;
  std::vector<std::size_t> planned_;
  /// Per joint: its place in `planned_`, or -1.
  std::vector<int> place_;
  std::vector<Way> ways_;
  std::vector<double> angles_;
  double take_speed_;
  bool wanted_ = false;
  bool has_joints_ = false;
  SimTimeNs tick_ns_ = -1;
};

}  // namespace surefoot::drives
