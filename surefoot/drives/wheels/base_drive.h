#pragma once

#include "surefoot/drives/command_input.h"
#include "surefoot/drives/wheels/odometry.h"
#include "surefoot/drives/wheels/speed_limiter.h"

namespace surefoot::drives {

/// The children that every such drive reads, and those of one kind.
std::vector<std::string> BaseParameters(std::vector<std::string> own);

/// A kind of such drive. `more`: messages that it takes beside Twists.
DriveKind BaseKind(const std::string& help, const DriveMaker& make, const std::string& more = "");

/// What all drives that move a base by Twists have in common: commands with their timeout, limits,
/// the controller's clock, odometry and its topics. A kind of drive adds its kinematics: speeds of
/// the base to its joints, and back.
class BaseDrive : public Drive {
 public:
  /// `update_rate` in Hz where the element gives none; 0: every step.
  explicit BaseDrive(const DriveArgs& args, double update_rate = 0.0);

  bool TakeNewCommand() override { return twist_.input().TakeNew(); }
  void Update(const DriveView& view, physics::Inputs* inputs) override;
  void Publish(const DriveView& view, graph::Graph* graph) override;
  RefusedMessages refused() const override { return twist_.input().refused(); }
  void Archive(StateArchive* archive) override;

 protected:
  /// The motors for this speed of the base; called before every step.
  virtual void Command(const PlanarTwist& command, const DriveView& view,
                       physics::Inputs* inputs) = 0;
  /// How the base went since the last call, by the joints' positions.
  virtual PlanarMotion TakeMotion(const DriveView& view) = 0;
  /// How fast it goes, by the joints' speeds.
  virtual PlanarTwist Speed(const DriveView& view) const = 0;
  virtual void PublishMore(const DriveView& /*view*/, graph::Graph* /*graph*/) {}
  virtual void ArchiveMore(StateArchive* archive) = 0;

  TwistInput& twist() { return twist_; }
  const TwistInput& twist() const { return twist_; }
  double update_rate() const { return update_clock_.rate(); }

 private:
  void UpdateCommand(const DriveView& view);
  PlanarTwist Limited(const PlanarTwist& wanted, double dt) const;

  TwistInput twist_;
  OdometryOutput odometry_;
  SpeedLimits linear_;
  SpeedLimits angular_;
  bool keep_turning_radius_;
  bool open_loop_;
  RateClock update_clock_;
  RateClock odometry_clock_;
  /// What was commanded in the last two updates.
  PlanarTwist last_;
  PlanarTwist before_last_;
  /// Of the last call, of the last controller update and of the last odometry; negative: none.
  SimTimeNs called_ns_ = -1;
  SimTimeNs updated_ns_ = -1;
  SimTimeNs measured_ns_ = -1;
};

}  // namespace surefoot::drives
