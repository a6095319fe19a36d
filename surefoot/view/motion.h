#pragma once

#include <vector>

#include "surefoot/world/tree.h"

namespace surefoot::view {

/// How the pose of a link follows from others, as described in docs/reference/view.md.
enum class MotionKind {
  /// Fixed to its parent.
  kFixed,
  /// By a pose that is sent for it.
  kPose,
  /// By the angle (rad) or the position (m) of one joint.
  ///
  /// Sending one number instead of a pose saves most of the data of robots with many joints.
  kTurn,
  kSlide,
};
/// "fixed", "pose", "turn", "slide".
const char* MotionName(MotionKind kind);

struct LinkMotion {
  MotionKind kind = MotionKind::kFixed;
  /// Index into Model::links; -1: the model's frame.
  int parent = -1;
  /// Index into Model::joints; -1: none.
  int joint = -1;
  /// kFixed: in the parent; kPose: in the model frame, with all joints at zero.
  RigidTransform X_PL;
  /// kTurn, kSlide: X_WL = X_WP X_PJ motion(axis_J, q) X_JL.
  RigidTransform X_PJ;
  Vector3d axis_J = Vector3d::UnitZ();
  RigidTransform X_JL;
};

/// One entry for each link. A parent may come after its children.
std::vector<LinkMotion> MotionsOf(const world::Model& model, const world::Tree& tree);

}  // namespace surefoot::view
