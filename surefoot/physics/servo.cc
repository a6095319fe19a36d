#include "surefoot/physics/servo.h"

namespace surefoot::physics {

double ServoVelocity(const MotorCommand& command, const world::JointAxis& axis, double q) {
  double velocity = command.target;
  if (command.mode == ControlMode::kPosition) {
    velocity = kPositionServoRate * (std::clamp(command.target, axis.lower, axis.upper) - q);
  }
  return std::clamp(velocity, -axis.velocity, axis.velocity);
}

double CommandedEffort(const MotorCommand& command, double limit) {
  if (command.mode != ControlMode::kEffort) return 0.0;
  const double most = std::min(limit, command.limit);
  return std::clamp(command.target, -most, most);
}

}  // namespace surefoot::physics
