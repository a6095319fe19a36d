#pragma once

#include <vector>

#include "surefoot/world/tree.h"

namespace surefoot::view {

/// How a link's pose comes about, as docs/reference/view.md tells viewers.
enum class MotionKind {
  /// With its parent.
  kFixed,
  /// By a pose of its own.
  kPose,
  /// By one joint's angle or length.
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
  /// kFixed: in the parent; kPose: in the model, all joints at zero.
  RigidTransform X_PL;
  /// kTurn, kSlide: X_WL = X_WP X_PJ motion(axis_J, q) X_JL.
  RigidTransform X_PJ;
  Vector3d axis_J = Vector3d::UnitZ();
  RigidTransform X_JL;
};

/// One for each link. A link's parent may come after it.
std::vector<LinkMotion> MotionsOf(const world::Model& model, const world::Tree& tree);

}  // namespace surefoot::view
