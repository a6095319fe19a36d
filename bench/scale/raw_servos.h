#pragma once

#include <cstddef>
#include <vector>

#include "bench/husky/raw_loop.h"
#include "surefoot/physics/inputs.h"

namespace surefoot::scale {

/// Counterpart of Command() and physics/servo.h for an engine by itself: the position servos of
/// quadrupeds, each a motor whose speed leads to the target.
class RawServos {
 public:
  /// Both outlive it.
  RawServos(const world::World& world, husky::RawLoop* raw);

  /// Call before each step with its number: sets the motors' speeds.
  void SetTargets(long long step, double time);

 private:
  struct Servo {
    int v = 0;
    const world::JointAxis* axis = nullptr;
    physics::MotorCommand command;
  };
  /// Indices of a leg's servos.
  struct Leg {
    int leg = 0;
    std::size_t hip = 0;
    std::size_t knee = 0;
  };

  void AddServos(const world::World& world, int model);

  husky::RawLoop* raw_;
  std::vector<Servo> servos_;
  std::vector<Leg> legs_;
};

}  // namespace surefoot::scale
