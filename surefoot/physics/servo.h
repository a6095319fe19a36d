#pragma once

/// What a motor command asks for, the same on every engine.

#include <algorithm>

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
double ServoVelocity(const MotorCommand& command, const world::JointAxis& axis, double q);

/// The effort of a motor in effort mode, inside `limit` and that of the command; zero in the other
/// modes.
double CommandedEffort(const MotorCommand& command, double limit);

}  // namespace surefoot::physics
