#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/sim/inputs/input.h"
#include "surefoot/world/world.h"

namespace surefoot {

/// What a joint is told, as people write it.
struct JointTarget {
  /// JOINT[.AXIS], taken apart when the world is known: names may hold dots.
  std::string joint;
  physics::ControlMode mode = physics::ControlMode::kNone;
  double target = 0.0;
};

/// "velocity", "position" or "effort"; kNone for anything else.
physics::ControlMode ParseControlMode(const std::string& name);

/// The command for a joint of this world. The error names the nearest joint.
Result<sim::JointCommand> ResolveJoint(const JointTarget& target, const world::World& world);

}  // namespace surefoot
