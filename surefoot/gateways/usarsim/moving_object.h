#pragma once

/// How an object of the world controller moves by itself: it turns, or goes from point to point.

#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::gateways::usarsim {

class MovingObject {
 public:
  explicit MovingObject(const RigidTransform& X_WO) : X_WO_(X_WO), X_start_(X_WO) {}

  const RigidTransform& X_WO() const { return X_WO_; }
  /// Put there; it goes on from there.
  void Put(const RigidTransform& X_WO);
  /// rad/s about its own axes; zero ends it.
  void Turn(const Vector3d& rate) { rate_ = rate; }
  void AddPoint(const Vector3d& point) { points_.push_back(point); }
  /// Forgets the points; back to where it was made when `reset`.
  void ClearPoints();
  /// m/s along the points.
  void set_speed(double speed) { speed_ = speed; }
  /// The whole way in so many seconds.
  void set_duration(double seconds);
  void set_loop(bool loop) { loop_ = loop; }
  void set_moving(bool moving) { moving_ = moving; }
  void set_reset_on_clear(bool reset) { reset_on_clear_ = reset; }
  std::size_t points() const { return points_.size(); }

  /// Goes on for so long; whether it moved.
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
