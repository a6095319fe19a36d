#pragma once

/// Kinematics between the planar velocity of a base and the speeds and angles of its wheels.
/// Lengths in m, angles in rad, frame of the base (x forward, y left).

#include <Eigen/Core>
#include <vector>

#include "surefoot/drives/command_input.h"
#include "surefoot/math/planar_odometry.h"
#include "surefoot/world/model.h"

namespace surefoot::drives {

/// A wheel whose rollers let it move freely in one direction.
struct OmniWheel {
  /// Contact point in the base.
  Eigen::Vector2d position = Eigen::Vector2d::Zero();
  /// Direction in which it rolls at positive speed, as an angle from the base's x axis.
  double direction = 0.0;
  double radius = 0.1;
  /// Angle from that direction to the axis of the roller on the ground, along which it transmits
  /// force: 0 for omni wheels, +-45 degrees for mecanum wheels.
  double roller_angle = 0.0;
};

/// Kinematics of any number of omni or mecanum wheels.
class OmniKinematics {
 public:
  OmniKinematics() = default;
  explicit OmniKinematics(const std::vector<OmniWheel>& wheels);

  /// Whether the wheels determine all three velocities of the base: false for fewer than three
  /// wheels or equal ones.
  bool complete() const { return complete_; }
  std::size_t size() const { return static_cast<std::size_t>(inverse_.rows()); }
  /// Speed of a wheel (rad/s) at this speed of the base.
  double WheelSpeed(std::size_t wheel, const PlanarTwist& twist) const;
  /// The velocity of the base that fits the wheel speeds best (least squares); `wheel(i)` returns
  /// the speed of wheel i (rad/s).
  template <typename F>
  PlanarTwist Twist(F wheel) const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < size(); ++i) {
      sum += wheel(i) * forward_.col(static_cast<Eigen::Index>(i));
    }
    return {sum.x(), sum.y(), sum.z()};
  }

 private:
  /// wheel speeds = inverse_ (x, y, turn); forward_ is the pseudo-inverse of inverse_.
  Eigen::Matrix<double, Eigen::Dynamic, 3> inverse_;
  Eigen::Matrix<double, 3, Eigen::Dynamic> forward_;
  bool complete_ = false;
};

/// Ackermann steering: the angle of a wheel at `y` (left of the middle) on the steered axle that
/// rolls about the same centre as a virtual wheel in the middle with `angle`.
double SteeringAngleAt(double angle, double wheel_base, double y);
/// The inverse: the angle in the middle from that of a wheel at `y`.
double MiddleAngle(double angle_at_y, double wheel_base, double y);
/// Ground speed of a wheel at `y` when the middle of the rear axle moves with `speed`: of a wheel
/// on the rear axle, and of one on the steered axle at its SteeringAngleAt.
double RearWheelSpeed(double speed, double angle, double wheel_base, double y);
double SteeredWheelSpeed(double speed, double angle, double wheel_base, double y);

// Wheels that are steered individually.

/// A wheel on a pivot, or one with a fixed direction. All in the frame of the base.
struct SteeredWheel {
  /// Position of the pivot; without a pivot, the contact point.
  Eigen::Vector2d pivot = Eigen::Vector2d::Zero();
  /// Contact point relative to the pivot: along the direction of the wheel, and to its left.
  double ahead = 0.0;
  double left = 0.0;
  /// Direction in which it rolls at positive speed with the pivot's joint at zero; 0 is forward.
  double direction = 0.0;
  bool steered = false;
  /// 1: positive joint angles turn the wheel to the left; -1: to the right.
  double sign = 1.0;
  /// Limits of the pivot's joint.
  double lower = -world::kInfinity;
  double upper = world::kInfinity;
  double radius = 0.1;

  /// Direction in which it rolls with the pivot's joint at this angle.
  double DirectionAt(double angle) const { return direction + sign * angle; }
};

/// Angle of the pivot's joint at which the wheel rolls without lateral slip for this velocity of
/// the base. Two directions do, forward and backward: the one within the limits and nearer to
/// `near` is chosen; if neither is within the limits, the nearest limit. A wheel that stands keeps
/// `near`.
double ChooseAngle(const SteeredWheel& wheel, const PlanarTwist& twist, double near);

/// Speed over ground along the wheel's direction (m/s); `rate` is that of the pivot's joint.
double GroundSpeed(const SteeredWheel& wheel, const PlanarTwist& twist, double angle, double rate);

/// Fits the motion of the base to those of all wheels by least squares: each wheel has rolled along
/// its direction and not slipped across it. Add each wheel, then Solve.
class TwistFit {
 public:
  /// The wheel has `rolled` (m) while its pivot turned by `turned` (rad) about the mean `angle`.
  void Add(const SteeredWheel& wheel, double angle, double rolled, double turned);
  /// The motion; zero when the wheels do not determine it, because all are at one place.
  PlanarTwist Solve() const;

 private:
  void AddRow(const Eigen::Vector3d& row, double value);

  Eigen::Matrix3d normal_ = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right_ = Eigen::Vector3d::Zero();
};

}  // namespace surefoot::drives
