#include "surefoot/gateways/usarsim/moving_object.h"

// An object of a client that moves along way points with constant speed, once or in a loop.

namespace surefoot::gateways::usarsim {

void MovingObject::Put(const RigidTransform& X_WO) { X_WO_ = X_WO; }

void MovingObject::ClearPoints() {
  points_.clear();
  next_ = 0;
  if (reset_on_clear_) X_WO_ = X_start_;
}

void MovingObject::set_duration(double seconds) {
  double way = 0.0;
  Vector3d from = X_WO_.p;
  for (const Vector3d& point : points_) {
    way += (point - from).norm();
    from = point;
  }
  if (seconds > 0.0) speed_ = way / seconds;
}

// Moves along the points by a distance (m), through several points if they are near to each other.
bool MovingObject::Walk(double way) {
  bool moved = false;
  // At most one round of the points: a loop of coinciding points has no length and would not end.
  for (std::size_t i = 0; i <= points_.size() && way > 0.0; ++i) {
    if (next_ >= points_.size()) {
      if (!loop_) break;
      next_ = 0;
    }
    const Vector3d rest = points_[next_] - X_WO_.p;
    const double distance = rest.norm();
    moved = moved || distance > 0.0;
    if (distance > way) {
      X_WO_.p += rest * (way / distance);
      return true;
    }
    X_WO_.p = points_[next_++];
    way -= distance;
  }
  return moved;
}

// The rate is in the object's own axes, so the rotation is multiplied from the right.
bool MovingObject::Advance(double seconds) {
  bool moved = false;
  if (rate_.norm() > 0.0) {
    const Vector3d turn = rate_ * seconds;
    X_WO_.q =
        (X_WO_.q * Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.normalized()))).normalized();
    moved = true;
  }
  if (moving_ && !points_.empty()) moved = Walk(speed_ * seconds) || moved;
  return moved;
}

}  // namespace surefoot::gateways::usarsim
