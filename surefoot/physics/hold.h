#pragma once

/// A motor commanded to stand still holds the position at which its joint came to rest. With a
/// speed target of zero alone, a servo lets its joint creep under load on engines whose constraints
/// are soft.

#include "surefoot/base/bytes.h"

namespace surefoot::physics {

/// Joints slower than this (rad/s or m/s) are at rest.
constexpr double kRestSpeed = 0.05;

class Hold {
 public:
  /// Call before each step in which the motor is commanded to stand still. Returns true when the
  /// motor must hold target(). Holding starts when the joint is slower than `rest_speed` and ends
  /// when the joint is torn loose. A motor too weak to hold slips: the target follows the joint, so
  /// that the joint does not spring back when the load ends.
  bool Update(double q, double v, double rest_speed = kRestSpeed);
  void Release() { holding_ = false; }

  bool holding() const { return holding_; }
  double target() const { return q_; }

  void Save(ByteWriter* writer) const;
  void Restore(ByteReader* reader);

 private:
  bool holding_ = false;
  double q_ = 0.0;
};

}  // namespace surefoot::physics
