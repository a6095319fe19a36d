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

/// Where a drive believes to be: adds up its motions and publishes odometry, tf and the limited
/// command as ROS diff_drive_controller does. Parameters: docs/reference/drives.md.
class OdometryOutput {
 public:
  explicit OdometryOutput(const DriveArgs& args);

  /// The base went along `motion` in `dt` seconds.
  void Add(const PlanarMotion& motion, double dt);

  /// Publishes when it is due. `command` is what the controller lets through.
  void Publish(const DriveView& view, const PlanarTwist& command, graph::Graph* graph);

  const PlanarPose& pose() const { return pose_; }
  /// Mean over the rolling window.
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
  /// The last velocities, a ring.
  std::vector<PlanarTwist> window_;
  std::uint32_t window_size_ = 0;
  std::uint32_t window_next_ = 0;
  msgs::nav_msgs::Odometry odometry_;
  msgs::tf2_msgs::TFMessage tf_;
  msgs::geometry_msgs::TwistStamped command_;
};

/// Bounds of a commanded speed, its change and the change of that; infinite: none.
struct SpeedLimits {
  double max_velocity = world::kInfinity;
  double min_velocity = -world::kInfinity;
  double max_acceleration = world::kInfinity;
  double min_acceleration = -world::kInfinity;
  double max_jerk = world::kInfinity;
  double min_jerk = -world::kInfinity;
};

/// Reads <linear> or <angular>: max_velocity and the others; minima are the negative maxima when
/// they are absent.
SpeedLimits ReadSpeedLimits(const world::ElementReader& element);

/// The speed to command now, given those of the last two updates: jerk, then acceleration, then
/// velocity is limited, as ROS diff_drive_controller does.
double LimitSpeed(const SpeedLimits& limits, double wanted, double last, double before_last,
                  double dt);

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

/// What drives with driven wheels and steered pivots have in common: both banks of motors, and
/// commands as AckermannDriveStamped beside Twists.
class SteeredBase : public BaseDrive {
 public:
  SteeredBase(const DriveArgs& args, std::vector<DriveJoint> wheels,
              std::vector<DriveJoint> pivots);

  const std::vector<int>& axes() const override { return axes_; }

  /// `more`: messages that it takes beside Twists and AckermannDriveStamped.
  static DriveKind Kind(const std::string& help, const DriveMaker& make,
                        const std::string& more = "") {
    return BaseKind(help, make,
                    ", ackermann_msgs/msg/AckermannDriveStamped on ackermann_cmd" + more);
  }

 protected:
  /// To be called when all else is made: messages may come from then on.
  void ListenToAckermann(const DriveArgs& args);
  /// A speed (m/s) and the angle (rad) of a steered wheel in the middle, both finite. Returns what
  /// is wrong with them, or nothing.
  virtual std::string TakeAckermann(double speed, double angle, SimTimeNs time_ns) = 0;
  virtual void ArchiveSteering(StateArchive* archive) = 0;

  void PublishMore(const DriveView& view, graph::Graph* graph) override;
  void ArchiveMore(StateArchive* archive) override;

  MotorBank& wheels() { return wheels_; }
  const MotorBank& wheels() const { return wheels_; }
  MotorBank& pivots() { return pivots_; }
  const MotorBank& pivots() const { return pivots_; }
  /// How far pivots may turn in a step (rad).
  double most_steering(const DriveView& view) const { return view.step * max_rate_; }
  /// By how much a wheel has turned since the last call (rad).
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
