#pragma once

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

}  // namespace surefoot::physics
