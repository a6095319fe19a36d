#pragma once

/// DART's joints, made from ours.

#include <string>
#include <utility>

#include "surefoot/engines/dart/build.h"

namespace surefoot::engines::dart {

/// What a new body hangs on and how it moves.
struct JointPlan {
  JointKind kind = JointKind::kFree;
  /// The joint's frame in the parent's body (or the world) and in the new one.
  RigidTransform X_PJ;
  RigidTransform X_BJ;
  Vector3d axis = Vector3d::UnitZ();
  Vector3d second_axis = Vector3d::UnitX();
  /// Screw: m for one revolution.
  double pitch = 0.0;
};

/// Adds a body with its joint to a skeleton; `parent` may be nullptr.
std::pair<::dart::dynamics::Joint*, ::dart::dynamics::BodyNode*> AddBody(
    const JointPlan& plan, const Inertia& inertia, bool gravity, const std::string& name,
    ::dart::dynamics::BodyNode* parent, ::dart::dynamics::Skeleton* skeleton);

}  // namespace surefoot::engines::dart
