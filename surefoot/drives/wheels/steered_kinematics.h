#pragma once

/// Geometry of wheels that are steered one by one: from the speed of a base to the angle and the
/// speed of each wheel, and back.

#include <Eigen/Core>

#include "surefoot/drives/command_input.h"
#include "surefoot/math/planar_odometry.h"
#include "surefoot/world/model.h"

namespace surefoot::drives {

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
