#pragma once

/// How a joint of ours is made of Bullet's links.

#include <vector>

#include "surefoot/engines/bullet/articulation.h"
#include "surefoot/world/model.h"

namespace surefoot::engines::bullet {

/// One of the links a joint is made of, in the order of the tree.
struct JointStep {
  LinkKind kind = LinkKind::kRevolute;
  Vector3d axis_J = Vector3d::UnitZ();
  double advance = 0.0;
  /// Which of the joint's coordinates it is.
  int axis = 0;
};

/// `reversed`: the joint's parent moves and its child stands still.
std::vector<JointStep> StepsOf(const world::Joint& joint, bool reversed);

/// The limits and so on of a coordinate; a planar joint's rotation has none.
world::JointAxis AxisOf(const world::Joint& joint, int axis);

}  // namespace surefoot::engines::bullet
