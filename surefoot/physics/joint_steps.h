#pragma once

/// How a joint of several axes is made of an engine's joints, one after another, with links
/// without mass between.

#include <vector>

#include "surefoot/world/model.h"

namespace surefoot::physics {

enum class StepKind { kRevolute, kPrismatic, kScrew, kBall };

/// One of the joints that a joint is made of, in the order of the tree.
struct JointStep {
  StepKind kind = StepKind::kRevolute;
  Vector3d axis_J = Vector3d::UnitZ();
  /// Of a screw, in m per rad.
  double advance = 0.0;
  /// Which of the joint's coordinates it is.
  int axis = 0;
};

/// `reversed`: the joint's parent moves and its child stands still. Floating and fixed joints have
/// none.
std::vector<JointStep> StepsOf(const world::Joint& joint, bool reversed);

/// The limits and so on of a coordinate; a planar joint's rotation has none.
world::JointAxis AxisOf(const world::Joint& joint, int axis);

}  // namespace surefoot::physics
