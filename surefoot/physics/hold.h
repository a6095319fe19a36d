#pragma once

/// A motor that is told to stand holds the place where its joint came to rest. Told only a speed of
/// zero, a servo lets its joint creep under a load on engines whose constraints are soft.

#include "surefoot/base/bytes.h"

namespace surefoot::physics {

/// Joints slower than this (rad/s or m/s) are at rest.
constexpr double kRestSpeed = 0.05;

class Hold {
 public:
  /// Before a step in which the motor is told to stand: true when it is to hold target(). Takes
  /// hold when the joint is slower than `rest_speed`, lets go when it is torn loose. Held too
  /// weakly, it slips: the place follows the joint, so that nothing springs back.
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
