#pragma once

#include <vector>

#include "surefoot/engines/simbody/multibody.h"
#include "surefoot/world/model.h"

namespace surefoot::engines::simbody {

/// One mobilizer of a joint.
struct JointStep {
  MobilizerSpec::Type type = MobilizerSpec::kPin;
  /// Rotation of the mobilizer's frames in the joint frame J: z, or x for a slider, is the axis.
  Quaterniond q_JF = Quaterniond::Identity();
  /// Which of the joint's coordinates it is.
  int axis = 0;
  double pitch = 0.0;
};

/// The mobilizers that make up a joint, from the parent on; reversed: from the child on, with the
/// same coordinates. Floating and fixed joints have none.
std::vector<JointStep> JointSteps(const world::Joint& joint, bool reversed);

}  // namespace surefoot::engines::simbody
