#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/sim/inputs/input.h"
#include "surefoot/world/world.h"

namespace surefoot {

/// A joint command as written by users.
struct JointTarget {
  /// JOINT[.AXIS]; split when the world is known, because names may contain dots.
  std::string joint;
  physics::ControlMode mode = physics::ControlMode::kNone;
  double target = 0.0;
};

/// Parses "velocity", "position" or "effort"; kNone for anything else.
physics::ControlMode ParseControlMode(const std::string& name);

/// The command for a joint of this world. The error suggests the most similar joint.
Result<sim::JointCommand> ResolveJoint(const JointTarget& target, const world::World& world);

}  // namespace surefoot
