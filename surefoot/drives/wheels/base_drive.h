#pragma once

#include <string>
#include <vector>

#include "surefoot/drives/command_input.h"
#include "surefoot/drives/drive.h"
#include "surefoot/drives/motor_bank.h"
#include "surefoot/drives/rate_clock.h"
#include "surefoot/math/planar_odometry.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/tf2_msgs.h"
#include "surefoot/world/element_reader.h"
#include "surefoot/world/model.h"

namespace surefoot::drives {

// Drives that move a base by Twists: command timeout, limits, odometry. The parameters and topics
// are those of ROS's diff_drive_controller, so that its configurations can be used.

/// Odometry of a drive: integrates its motions and publishes odometry, tf and the limited command
/// as ROS's diff_drive_controller does. Parameters: docs/reference/drives.md.
class OdometryOutput {
 public:
  explicit OdometryOutput(const DriveArgs& args);

  /// Adds the motion of the base during the last `dt` seconds.
  void Add(const PlanarMotion& motion, double dt);

  /// Publishes when due. `command` is the command after limits.
  void Publish(const DriveView& view, const PlanarTwist& command, graph::Graph* graph);

  const PlanarPose& pose() const { return pose_; }
  /// Mean velocity over the rolling window.
  PlanarTwist twist() const;

  void Archive(StateArchive* archive);

 private:
  void FillOdometry(SimTimeNs time_ns);
  void FillTransform(SimTimeNs time_ns);

  RateClock clock_;
  /// Topics; -1 for none.
  int odometry_topic_ = -1;
  int tf_topic_ = -1;
  int command_topic_ = -1;
  PlanarPose pose_;
  /// Ring of the last velocities.
  std::vector<PlanarTwist> window_;
  std::uint32_t window_size_ = 0;
  std::uint32_t window_next_ = 0;
  msgs::nav_msgs::Odometry odometry_;
  msgs::tf2_msgs::TFMessage tf_;
  msgs::geometry_msgs::TwistStamped command_;
};

/// Bounds of a commanded speed and its first two derivatives (SI units); infinite: none.
struct SpeedLimits {
  double max_velocity = world::kInfinity;
  double min_velocity = -world::kInfinity;
  double max_acceleration = world::kInfinity;
  double min_acceleration = -world::kInfinity;
  double max_jerk = world::kInfinity;
  double min_jerk = -world::kInfinity;
};

/// Reads <linear> or <angular>: max_velocity and the others. Missing minima are the negative
/// maxima.
SpeedLimits ReadSpeedLimits(const world::ElementReader& element);

/// The limited speed, from the commands of the last two updates `dt` (s) apart. Jerk, then
/// acceleration, then velocity is limited, as in ROS's diff_drive_controller.
double LimitSpeed(const SpeedLimits& limits, double desired, double last, double before_last,
                  double dt);

/// Makes the registry entry of a drive with Twists. `more`: other messages that it accepts.
DriveKind BaseKind(const std::string& help, const DriveMaker& make, const std::string& more = "");

/// Base of all drives that move a base by Twists: commands with timeout, limits, the controller's
/// rate, odometry and its topics. A derived class adds the kinematics: from the speed of the base
/// to its joints (Command), and back (TakeMotion, Speed).
class BaseDrive : public Drive {
 public:
  /// `update_rate`: default rate of the controller (Hz); 0: every step.
  explicit BaseDrive(const DriveArgs& args, double update_rate = 0.0);

  bool TakeNewCommand() override { return twist_.input().TakeNew(); }
  void Update(const DriveView& view, physics::Inputs* inputs) override;
  void Publish(const DriveView& view, graph::Graph* graph) override;
  RefusedMessages refused() const override { return twist_.input().refused(); }
  /// The odometry does not count what the joints moved meanwhile.
  void OnActivate(const DriveView& view) override;
  void Archive(StateArchive* archive) override;

 protected:
  /// Writes the motor commands for this speed of the base; called before every step.
  virtual void Command(const PlanarTwist& command, const DriveView& view,
                       physics::Inputs* inputs) = 0;
  /// Motion of the base since the last call, from the positions of the joints.
  virtual PlanarMotion TakeMotion(const DriveView& view) = 0;
  /// Speed of the base, from the speeds of the joints.
  virtual PlanarTwist Speed(const DriveView& view) const = 0;
  virtual void PublishMore(const DriveView& /*view*/, graph::Graph* /*graph*/) {}
  virtual void ArchiveMore(StateArchive* archive) = 0;

  TwistInput& twist() { return twist_; }
  const TwistInput& twist() const { return twist_; }
  double update_rate() const { return update_clock_.rate(); }

 private:
  void UpdateCommand(const DriveView& view);
  PlanarTwist Limited(const PlanarTwist& desired, double dt) const;

  TwistInput twist_;
  OdometryOutput odometry_;
  SpeedLimits linear_;
  SpeedLimits angular_;
  bool keep_turning_radius_;
  bool open_loop_;
  RateClock update_clock_;
  RateClock odometry_clock_;
  /// Limited commands of the last two updates.
  PlanarTwist last_;
  PlanarTwist before_last_;
  /// Times of the last call, the last update of the controller and the last odometry; negative:
  /// none.
  SimTimeNs called_ns_ = -1;
  SimTimeNs updated_ns_ = -1;
  SimTimeNs measured_ns_ = -1;
};

/// Base of drives with driven wheels and steered pivots: motors of both, and commands as
/// AckermannDriveStamped besides Twists.
class SteeredBase : public BaseDrive {
 public:
  SteeredBase(const DriveArgs& args, std::vector<DriveJoint> wheels,
              std::vector<DriveJoint> pivots);

  const std::vector<int>& axes() const override { return axes_; }
  physics::ControlMode CommandMode(std::size_t i) const override {
    return i < wheels_.size() ? physics::ControlMode::kVelocity : physics::ControlMode::kPosition;
  }

  /// `more`: messages that it accepts besides Twists and AckermannDriveStamped.
  static DriveKind Kind(const std::string& help, const DriveMaker& make,
                        const std::string& more = "") {
    return BaseKind(help, make,
                    ", ackermann_msgs/msg/AckermannDriveStamped on ackermann_cmd" + more);
  }

 protected:
  /// Call at the end of the constructor: messages may arrive from then on.
  void ListenToAckermann(const DriveArgs& args);
  /// Accepts a speed (m/s) and the angle (rad) of a steered wheel in the middle, both finite.
  /// Returns why it rejects them, or an empty string.
  virtual std::string TakeAckermann(double speed, double angle, SimTimeNs time_ns) = 0;
  virtual void ArchiveSteering(StateArchive* archive) = 0;

  void PublishMore(const DriveView& view, graph::Graph* graph) override;
  void ArchiveMore(StateArchive* archive) override;

  MotorBank& wheels() { return wheels_; }
  const MotorBank& wheels() const { return wheels_; }
  MotorBank& pivots() { return pivots_; }
  const MotorBank& pivots() const { return pivots_; }
  /// Largest change of a pivot's angle in a step (rad).
  double max_steering_step(const DriveView& view) const { return view.step * max_rate_; }
  /// Rotation of a wheel since the last call (rad).
  double TakeTurned(std::size_t wheel, const DriveView& view);

 private:
  double max_rate_;
  MotorBank wheels_;
  MotorBank pivots_;
  std::vector<int> axes_;
  /// Positions of the wheels at the last odometry.
  std::vector<double> q_;
};

}  // namespace surefoot::drives
