#pragma once

#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::physics {

/// The inverse of JointPose and JointTwist: the coordinates at which the joint comes closest to a
/// pose of Jc in Jp and its velocity (at Jc's origin, expressed in Jp). Of equivalent angles the
/// one nearest to the previous value in `q` is chosen, so that full turns keep counting.
void JointCoordinates(const world::Joint& joint, const RigidTransform& X_JpJc, const Twist& V_JpJc,
                      double* q, double* v);

/// Fills the coordinates of one joint of the World from the poses and velocities of its links.
void ReadJoint(const world::World& world, int joint_id, State* state);

/// The same for all joints that close loops of the model.
void ReadLoopJoints(const world::World& world, int model, State* state);

}  // namespace surefoot::physics
