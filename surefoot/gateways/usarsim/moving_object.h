#pragma once

/// The motion of an object of the world controller (CONTROL {Type Rotate, AddWP, SetWP}): rotation
/// at a constant rate, and motion along way points.

#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::gateways::usarsim {

/// Pose of a moving object. Kinematic: the caller sets the pose of the entity after each Advance.
class MovingObject {
 public:
  explicit MovingObject(const RigidTransform& X_WO) : X_WO_(X_WO), X_start_(X_WO) {}

  const RigidTransform& X_WO() const { return X_WO_; }
  /// Moves it from outside; its motion continues from there.
  void Put(const RigidTransform& X_WO);
  /// Sets its angular velocity about its own axes (rad/s); zero stops it.
  void Turn(const Vector3d& rate) { rate_ = rate; }
  void AddPoint(const Vector3d& point) { points_.push_back(point); }
  /// Removes the points; with reset_on_clear it returns to its initial pose.
  void ClearPoints();
  /// Speed along the points (m/s).
  void set_speed(double speed) { speed_ = speed; }
  /// Sets the speed so that the whole path takes so many seconds.
  void set_duration(double seconds);
  void set_loop(bool loop) { loop_ = loop; }
  void set_moving(bool moving) { moving_ = moving; }
  void set_reset_on_clear(bool reset) { reset_on_clear_ = reset; }
  std::size_t points() const { return points_.size(); }

  /// Advances by so many seconds; whether it moved.
  bool Advance(double seconds);

 private:
  bool Walk(double way);

  RigidTransform X_WO_;
  RigidTransform X_start_;
  Vector3d rate_ = Vector3d::Zero();
  std::vector<Vector3d> points_;
  std::size_t next_ = 0;
  double speed_ = 1.0;
  bool loop_ = false;
  bool moving_ = false;
  bool reset_on_clear_ = false;
};

}  // namespace surefoot::gateways::usarsim
