#pragma once

#include <optional>

#include "surefoot/base/archive.h"
#include "surefoot/drives/command_input.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::drives {

/// Which way is up, as a robot can tell from its inertial sensors: turn rates added up, drawn to
/// where the accelerometer says within some time.
class TiltFilter {
 public:
  /// `time` in s; without a gyro rates are not looked at.
  TiltFilter(double time, bool has_gyro) : time_(time), has_gyro_(has_gyro) {}

  /// Turn rates and specific force in the base's axes, `dt` after the last.
  void Add(const Vector3d& w_B, const Vector3d& f_B, double dt);

  double roll() const { return std::atan2(up_B_.y(), up_B_.z()); }
  double pitch() const { return std::atan2(-up_B_.x(), std::hypot(up_B_.y(), up_B_.z())); }
  const Vector3d& w_B() const { return w_B_; }

  void Archive(StateArchive* archive) { archive->Items(&up_B_, &w_B_); }

 private:
  double time_;
  bool has_gyro_;
  /// Unit vector in the base's axes.
  Vector3d up_B_ = Vector3d::UnitZ();
  Vector3d w_B_ = Vector3d::Zero();
};

/// What a walk makes of an IMU's messages: how far to lean back against a tilt, and how to keep the
/// turn rate. Without a <balance> element, or while it is switched off, it does nothing: the open
/// loop.
class Balance {
 public:
  explicit Balance(const DriveArgs& args);
  // A subscription points to it.
  Balance(const Balance&) = delete;
  Balance& operator=(const Balance&) = delete;

  bool active() const { return has_imu_ && on_; }
  const TiltFilter& tilt() const { return filter_; }

  /// By how much to turn the feet about the base's x and y, so that it comes back up; called once
  /// in `dt` seconds.
  Eigen::Vector2d Lean(double dt);
  /// How far it has tipped about the base's x and y, and how fast it does so: off the tilt that it
  /// has had for a while, so that a slope does not count. Zero where both are as small as in any
  /// walk. Called once in `dt` seconds.
  struct Tipping {
    Eigen::Vector2d angle = Eigen::Vector2d::Zero();
    Eigen::Vector2d rate = Eigen::Vector2d::Zero();
  };
  Tipping Tip(double dt);
  /// The turn rate to walk with for the one that is wanted; called once in `dt` seconds.
  double Turn(double wanted, double dt);
  /// Forgets what was summed up.
  void Rest() { behind_ = 0.0; }

  void Archive(StateArchive* archive) {
    archive->Items(&input_, &on_, &filter_, &last_ns_, &lean_, &behind_, &slope_);
  }

 private:
  void ListenToSwitch(const DriveArgs& args);

  bool has_imu_;
  bool on_;
  bool has_gyro_;
  double tilt_gain_;
  double rate_gain_;
  double turn_gain_;
  double most_lean_;
  /// Leaning moves the accelerometers, too: what they feel of it may not come back at once.
  double lean_time_;
  /// A tilt that stays for this time is the ground's.
  double slope_time_;
  Eigen::Vector2d slope_ = Eigen::Vector2d::Zero();
  TiltFilter filter_;
  CommandInput input_;
  SimTimeNs last_ns_ = -1;
  Eigen::Vector2d lean_ = Eigen::Vector2d::Zero();
  /// What it has turned less than wanted.
  double behind_ = 0.0;
};

}  // namespace surefoot::drives
