#pragma once

#include <vector>

#include "surefoot/math/spatial.h"
#include "surefoot/world/model.h"

namespace surefoot::physics {

using world::ControlMode;

/// Command of a motor, per velocity coordinate. A servo drives the joint to its target with at most
/// the effort limit; position targets are clamped to the joint's limits. An effort is clamped to
/// the effort limit. kNone: the joint moves freely.
struct MotorCommand {
  ControlMode mode = ControlMode::kNone;
  double target = 0.0;
  /// Largest effort of the motor in the next step (N m or N), in addition to the joint's own limit.
  double limit = world::kInfinity;
};

/// A force (N) and torque (N m) on a link at the link's origin, expressed in W, for one step.
struct AppliedWrench {
  int link = 0;
  Wrench F_L_W;
};

/// All inputs of a step.
struct Inputs {
  Vector3d gravity_W = Vector3d(0.0, 0.0, -9.8);
  /// One per velocity coordinate of the World.
  std::vector<MotorCommand> motors;
  std::vector<AppliedWrench> wrenches;
};

}  // namespace surefoot::physics
