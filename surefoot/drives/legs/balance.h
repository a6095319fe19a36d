#pragma once

#include <optional>

#include "surefoot/base/archive.h"
#include "surefoot/drives/command_input.h"
#include "surefoot/math/rigid_transform.h"

namespace surefoot::drives {

/// Estimates the vertical from inertial sensors: a complementary filter that integrates the gyro
/// and is corrected by the accelerometer with a time constant. The accelerometer alone would read
/// every step of the walk as a tilt; the gyro alone would drift.
class TiltFilter {
 public:
  /// `time`: time constant of the correction (s). Without a gyro only the accelerometer is used.
  TiltFilter(double time, bool has_gyro) : time_(time), has_gyro_(has_gyro) {}

  /// Adds a sample: angular velocity (rad/s) and specific force (m/s^2) in the base's axes, `dt`
  /// (s) after the last one.
  void Add(const Vector3d& w_B, const Vector3d& f_B, double dt);

  /// Tilt about x and y (rad).
  double roll() const { return std::atan2(up_B_.y(), up_B_.z()); }
  double pitch() const { return std::atan2(-up_B_.x(), std::hypot(up_B_.y(), up_B_.z())); }
  const Vector3d& w_B() const { return w_B_; }

  void Archive(StateArchive* archive) { archive->Items(&up_B_, &w_B_); }

 private:
  double time_;
  bool has_gyro_;
  /// The vertical: a unit vector in the base's axes.
  Vector3d up_B_ = Vector3d::UnitZ();
  Vector3d w_B_ = Vector3d::Zero();
};

/// Feedback of a walk from an IMU's messages: it leans against a tilt and controls the turn rate.
/// Without a <balance> element, or while it is switched off, the walk is open loop.
class Balance {
 public:
  explicit Balance(const DriveArgs& args);
  // Not movable: a subscription holds a pointer to it.
  Balance(const Balance&) = delete;
  Balance& operator=(const Balance&) = delete;

  bool active() const { return has_imu_ && on_; }
  const TiltFilter& tilt() const { return filter_; }

  /// Rotation of the feet about the base's x and y (rad) that brings it upright; call once every
  /// `dt` seconds.
  Eigen::Vector2d Lean(double dt);
  /// Tilt of the base about its x and y (rad) and its rate (rad/s), relative to the mean tilt of
  /// the last seconds, so that a slope is not read as a fall. Call Tip once every `dt` seconds.
  struct Tipping {
    Eigen::Vector2d angle = Eigen::Vector2d::Zero();
    Eigen::Vector2d rate = Eigen::Vector2d::Zero();
  };
  Tipping Tip(double dt);
  /// The turn rate to command so that the measured one becomes `desired` (rad/s); call once every
  /// `dt` seconds.
  double Turn(double desired, double dt);
  /// Resets the integrated heading error.
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
  double max_lean_;
  /// Time constant of leaning (s): leaning itself accelerates the accelerometer, and a fast loop
  /// would oscillate.
  double lean_time_;
  /// Time constant (s) after which a constant tilt is attributed to the ground.
  double slope_time_;
  Eigen::Vector2d slope_ = Eigen::Vector2d::Zero();
  TiltFilter filter_;
  CommandInput input_;
  SimTimeNs last_ns_ = -1;
  Eigen::Vector2d lean_ = Eigen::Vector2d::Zero();
  /// Integrated heading error (rad): desired minus measured.
  double behind_ = 0.0;
};

}  // namespace surefoot::drives
