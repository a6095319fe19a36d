#pragma once

#include "surefoot/math/rigid_transform.h"

namespace surefoot::physics {

/// A contact point of two collision shapes.
struct Contact {
  /// World link ids, and the index of the collision within its link.
  int link_a = 0;
  int link_b = 0;
  int collision_a = 0;
  int collision_b = 0;
  Vector3d p_WC = Vector3d::Zero();
  /// Unit normal from a to b.
  Vector3d n_W = Vector3d::UnitZ();
  /// Overlap in m; negative while the shapes are still apart.
  double depth = 0.0;
  /// Force on b in N; a gets the opposite.
  Vector3d f_B_W = Vector3d::Zero();
};

}  // namespace surefoot::physics
