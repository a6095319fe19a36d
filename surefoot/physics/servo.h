#pragma once

/// Servo laws of motor commands, the same on every engine.

#include <algorithm>
#include <cmath>

#include "surefoot/physics/inputs.h"

namespace surefoot::physics {

/// Rate (1/s) at which a position servo approaches its target: the inverse of a 20 ms time
/// constant.
constexpr double kPositionServoRate = 50.0;

/// Velocity and position servos enforce a velocity with a bounded effort; the other modes do not.
inline bool IsServo(ControlMode mode) {
  return mode == ControlMode::kVelocity || mode == ControlMode::kPosition;
}

/// Largest effort of the motor in the next step: the smaller of the joint's limit and the
/// command's.
inline double EffortLimit(const MotorCommand& command, const world::JointAxis& axis) {
  return std::min(axis.effort, command.limit);
}

/// The velocity that a servo enforces during the next step with at most EffortLimit: its target
/// velocity, or for a position servo kPositionServoRate times the position error. Its magnitude is
/// at most axis.velocity.
inline double ServoVelocity(const MotorCommand& command, const world::JointAxis& axis, double q) {
  double velocity = command.target;
  if (command.mode == ControlMode::kPosition) {
    velocity = kPositionServoRate * (std::clamp(command.target, axis.lower, axis.upper) - q);
  }
  return std::clamp(velocity, -axis.velocity, axis.velocity);
}

/// Applies the joint's speed limit to an effort command. Like a real motor, an effort command does
/// not accelerate the joint beyond its speed limit: it becomes a velocity servo towards that speed
/// with at most the commanded effort.
inline MotorCommand WithSpeedLimit(const MotorCommand& command, const world::JointAxis& axis) {
  if (command.mode != ControlMode::kEffort || command.target == 0.0) return command;
  if (axis.velocity == world::kInfinity) return command;
  const double max = std::min(std::abs(command.target), command.limit);
  return {ControlMode::kVelocity, std::copysign(axis.velocity, command.target), max};
}

/// The effort (N m or N) of a motor in effort mode, clamped to `limit` and to the command's own
/// limit; zero in the other modes.
inline double CommandedEffort(const MotorCommand& command, double limit) {
  if (command.mode != ControlMode::kEffort) return 0.0;
  const double max = std::min(limit, command.limit);
  return std::clamp(command.target, -max, max);
}

}  // namespace surefoot::physics
