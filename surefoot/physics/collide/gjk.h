#pragma once

#include "surefoot/physics/collide/convex.h"

namespace surefoot::collide {

/// Relative position of two convex shapes.
struct Closest {
  /// Overlap along the normal in m; negative when they are apart.
  double depth = 0.0;
  /// Unit normal from a to b: direction of minimum overlap, or along the line of the closest
  /// points.
  Vector3d n_W = Vector3d::UnitZ();
  /// The closest points on the surfaces, or the deepest points of an overlap.
  Vector3d p_WA = Vector3d::Zero();
  Vector3d p_WB = Vector3d::Zero();
};

/// False when the shapes are apart; `closest` is then not set. GJK finds the distance of the cores,
/// and the expanding polytope algorithm (EPA) the overlap where the cores themselves overlap.
/// Contacts shallower than the core radius therefore never need EPA.
bool FindOverlap(const Placed& a, const Placed& b, Closest* closest);

/// Whether the shapes touch or overlap.
bool Overlap(const Placed& a, const Placed& b);

}  // namespace surefoot::collide
