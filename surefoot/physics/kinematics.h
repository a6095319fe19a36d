#pragma once

#include <vector>

#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::physics {

/// X_JpJc: how far the joint has moved, from its position coordinates.
RigidTransform JointPose(const world::Joint& joint, const double* q);

/// Velocity of Jc in Jp, at Jc's origin, expressed in Jp.
Twist JointTwist(const world::Joint& joint, const double* q, const double* v);

/// Fills X_WL and V_WL_W of all links of a model from the root links of its free bodies (already in
/// `state`) and the joint coordinates. Loop joints take no part.
void ForwardKinematics(const world::World& world, int model, State* state);

/// A model at rest where the file puts it: roots at X_WM, joints at their initial positions or at
/// zero, but inside their limits; mimics where their leaders put them, loop joints as far as the
/// links they join have moved.
void SetInitialState(const world::World& world, int model, State* state);

/// How a joint of several axes is made of an engine's joints, one after another, with links
/// without mass between.
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
