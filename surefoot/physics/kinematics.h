#pragma once

#include <vector>

#include "surefoot/physics/state.h"
#include "surefoot/world/world.h"

namespace surefoot::physics {

/// X_JpJc of the joint at position coordinates q.
RigidTransform JointPose(const world::Joint& joint, const double* q);

/// Velocity of Jc in Jp, at Jc's origin, expressed in Jp.
Twist JointTwist(const world::Joint& joint, const double* q, const double* v);

/// Fills X_WL and V_WL_W of all links of a model from the root links of its free bodies (already in
/// `state`) and the joint coordinates. Loop joints are not used: their positions follow from the
/// tree. Linear in the number of links, because bodies are sorted parents first.
void ForwardKinematics(const world::World& world, int model, State* state);

/// A model at rest as its file places it: roots at X_WM, joints at their initial positions or at
/// zero, clamped to their limits; mimic joints follow from their leaders, and loop joints from the
/// poses of the links they join.
void SetInitialState(const world::World& world, int model, State* state);

/// Elementary joints of which an engine builds a joint with several axes: one after another, with
/// massless links between them.
enum class StepKind { kRevolute, kPrismatic, kScrew, kBall };

/// One elementary joint, in the order from the near body to the far one.
struct JointStep {
  StepKind kind = StepKind::kRevolute;
  Vector3d axis_J = Vector3d::UnitZ();
  /// Advance of a screw in m per rad.
  double advance = 0.0;
  /// Index of the joint's coordinate.
  int axis = 0;
};

/// `reversed`: the tree reaches the joint from its child, so the parent is the moving body.
/// Floating and fixed joints have no steps.
std::vector<JointStep> StepsOf(const world::Joint& joint, bool reversed);

/// Limits, damping and friction of a coordinate; the rotation of a planar joint has none.
world::JointAxis AxisOf(const world::Joint& joint, int axis);

}  // namespace surefoot::physics
