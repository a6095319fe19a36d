#pragma once

#include <vector>

#include "surefoot/math/spatial.h"
#include "surefoot/world/model.h"

namespace surefoot::physics {

using world::ControlMode;

/// What a motor is told, per velocity coordinate. A servo drives the joint to its target with at
/// most the effort limit; its targets are kept inside the joint's limits. Effort is clamped to the
/// limit. kNone: the joint moves freely.
struct MotorCommand {
  ControlMode mode = ControlMode::kNone;
  double target = 0.0;
  /// Largest effort of the motor in the next step, on top of the joint's own limit.
  double limit = world::kInfinity;
};

/// A force and torque on a link, at the link's origin, expressed in W, for one step.
struct AppliedWrench {
  int link = 0;
  Wrench F_L_W;
};

/// All that enters a step.
struct Inputs {
  Vector3d gravity_W = Vector3d(0.0, 0.0, -9.8);
  /// One per velocity coordinate of the World.
  std::vector<MotorCommand> motors;
  std::vector<AppliedWrench> wrenches;
};

}  // namespace surefoot::physics
