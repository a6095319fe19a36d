#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/sim/input.h"
#include "surefoot/world/world.h"

namespace surefoot::cli {

/// The value of --command: JOINT[.AXIS]=MODE:VALUE.
struct JointArgument {
  /// JOINT[.AXIS], taken apart when the world is known: names may hold dots.
  std::string joint;
  physics::ControlMode mode = physics::ControlMode::kNone;
  double target = 0.0;
};

Result<JointArgument> ParseJointArgument(const std::string& text);

/// The command for a joint of this world. The error names the nearest joint.
Result<sim::JointCommand> ResolveJointArgument(const JointArgument& argument,
                                               const world::World& world);

}  // namespace surefoot::cli
