#pragma once

#include "surefoot/physics/collide/convex.h"

namespace surefoot::collide {

/// How two convex shapes stand to each other.
struct Closest {
  /// Overlap along the normal; negative when they are apart.
  double depth = 0.0;
  /// From a to b: the shortest way to part them, or between the closest points.
  Vector3d n_W = Vector3d::UnitZ();
  /// The closest points, or the deepest ones.
  Vector3d p_WA = Vector3d::Zero();
  Vector3d p_WB = Vector3d::Zero();
};

/// False when they are apart; `closest` is then not set. (GJK for the distance of the cores, EPA
/// where the cores overlap.)
bool FindOverlap(const Placed& a, const Placed& b, Closest* closest);

/// Whether they touch at all.
bool Overlap(const Placed& a, const Placed& b);

}  // namespace surefoot::collide
