#pragma once

/// Geometry between the speed of a base and the speeds and angles of its wheels.

#include <Eigen/Core>
#include <vector>

#include "surefoot/drives/command_input.h"
#include "surefoot/math/planar_odometry.h"
#include "surefoot/world/model.h"

namespace surefoot::drives {

/// A wheel whose rollers let it slide along one direction.
struct OmniWheel {
  /// Where it touches the ground, in the base.
  Eigen::Vector2d position = Eigen::Vector2d::Zero();
  /// Where it rolls to at positive speed, as an angle from the base's x axis.
  double direction = 0.0;
  double radius = 0.1;
  /// From that direction to the one in which it holds: the axes of the rollers on the ground.
  double roller_angle = 0.0;
};

/// Any number of omni or mecanum wheels.
class OmniKinematics {
 public:
  OmniKinematics() = default;
  explicit OmniKinematics(const std::vector<OmniWheel>& wheels);

  /// False when the wheels cannot tell motions apart: less than three, or all alike.
  bool complete() const { return complete_; }
  std::size_t size() const { return static_cast<std::size_t>(inverse_.rows()); }
  /// Speed of a wheel (rad/s) at this speed of the base.
  double WheelSpeed(std::size_t wheel, const PlanarTwist& twist) const;
  /// The base's speed that fits wheel speeds best; `wheel(i)` gives the speed of wheel i.
  template <typename F>
  PlanarTwist Twist(F wheel) const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < size(); ++i) {
      sum += wheel(i) * forward_.col(static_cast<Eigen::Index>(i));
    }
    return {sum.x(), sum.y(), sum.z()};
  }

 private:
  /// wheel speeds = inverse (x, y, turn), and least squares back.
  Eigen::Matrix<double, Eigen::Dynamic, 3> inverse_;
  Eigen::Matrix<double, 3, Eigen::Dynamic> forward_;
  bool complete_ = false;
};

/// Steering angle of a wheel at `y` (left of the middle) on the steered axle, so that it rolls
/// about the same centre as a wheel in the middle that is steered by `angle`.
double SteeringAngleAt(double angle, double wheel_base, double y);
/// The angle in the middle, from that of a wheel at `y`.
double MiddleAngle(double angle_at_y, double wheel_base, double y);
/// Ground speed of a wheel at `y`, when the middle of the rear axle goes with `speed`: on the rear
/// axle, or on the steered one when it stands at the angle of its place.
double RearWheelSpeed(double speed, double angle, double wheel_base, double y);
double SteeredWheelSpeed(double speed, double angle, double wheel_base, double y);

// Geometry of wheels that are steered one by one: from the speed of a base to the angle and the
// speed of each wheel, and back.

/// A wheel on a pivot, or one that keeps its direction. All in the frame of the base.
struct SteeredWheel {
  /// Of the pivot; without one, where the wheel touches the ground.
  Eigen::Vector2d pivot = Eigen::Vector2d::Zero();
  /// Where it touches from there: along its direction, and to the left of that.
  double ahead = 0.0;
  double left = 0.0;
  /// Where it rolls to at positive speed when the pivot's joint is at zero; 0 is forward.
  double direction = 0.0;
  bool steered = false;
  /// 1: the pivot turns to the left at positive joint angles; -1: to the right.
  double sign = 1.0;
  /// Of the pivot's joint.
  double lower = -world::kInfinity;
  double upper = world::kInfinity;
  double radius = 0.1;

  /// Where it rolls to with the pivot's joint at this angle.
  double DirectionAt(double angle) const { return direction + sign * angle; }
};

/// Angle of the pivot's joint at which the wheel rolls without scrubbing when the base goes so. Of
/// the two directions that do, backward and forward, the one within the limits that is nearer to
/// `near` is taken; when neither is within, the limit that is nearest. A wheel that stands keeps
/// `near`.
double ChooseAngle(const SteeredWheel& wheel, const PlanarTwist& twist, double near);

/// Speed over ground along the wheel's direction, `rate` that of the pivot's joint.
double GroundSpeed(const SteeredWheel& wheel, const PlanarTwist& twist, double angle, double rate);

/// The motion of the base that fits best (least squares) to what all its wheels did: rolled along
/// their directions, and not slid across.
class TwistFit {
 public:
  /// `rolled` over ground while the pivot's joint went by `turned` about `angle`.
  void Add(const SteeredWheel& wheel, double angle, double rolled, double turned);
  /// Zero when the wheels do not tell: all at one place.
  PlanarTwist Solve() const;

 private:
  void AddRow(const Eigen::Vector3d& row, double value);

  Eigen::Matrix3d normal_ = Eigen::Matrix3d::Zero();
  Eigen::Vector3d right_ = Eigen::Vector3d::Zero();
};

}  // namespace surefoot::drives
