#pragma once

/// What a motor command asks for, the same on every engine.

#include <algorithm>
#include <cmath>

#include "surefoot/physics/inputs.h"

namespace surefoot::physics {

/// Rate (1/s) at which a position servo approaches its target: 20 ms time constant.
constexpr double kPositionServoRate = 50.0;

/// Velocity and position servos hold a velocity with a bounded force; the other modes do not.
inline bool IsServo(ControlMode mode) {
  return mode == ControlMode::kVelocity || mode == ControlMode::kPosition;
}

/// The most that a motor gives in the next step: the smaller of the joint's limit and the
/// command's.
inline double EffortLimit(const MotorCommand& command, const world::JointAxis& axis) {
  return std::min(axis.effort, command.limit);
}

/// The velocity that a servo holds during the next step with at most EffortLimit: its target, or
/// what leads from q to its target inside the limits; at most axis.velocity.
inline double ServoVelocity(const MotorCommand& command, const world::JointAxis& axis, double q) {
  double velocity = command.target;
  if (command.mode == ControlMode::kPosition) {
    velocity = kPositionServoRate * (std::clamp(command.target, axis.lower, axis.upper) - q);
  }
  return std::clamp(velocity, -axis.velocity, axis.velocity);
}

/// What a motor does with its command on a joint of limited speed. One that is told an effort gives
/// none beyond that speed, as motors do: it is a servo towards the speed with at most the effort.
inline MotorCommand AtMostSpeed(const MotorCommand& command, const world::JointAxis& axis) {
  if (command.mode != ControlMode::kEffort || command.target == 0.0) return command;
  if (axis.velocity == world::kInfinity) return command;
  const double most = std::min(std::abs(command.target), command.limit);
  return {ControlMode::kVelocity, std::copysign(axis.velocity, command.target), most};
}

/// The effort of a motor in effort mode, inside `limit` and that of the command; zero in the other
/// modes.
inline double CommandedEffort(const MotorCommand& command, double limit) {
  if (command.mode != ControlMode::kEffort) return 0.0;
  const double most = std::min(limit, command.limit);
  return std::clamp(command.target, -most, most);
}

}  // namespace surefoot::physics
