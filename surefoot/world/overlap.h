#pragma once

/// Whether shapes are inside each other, without an engine.

#include "surefoot/world/geometry.h"

namespace surefoot::world {

/// A shape and where it is. The shape must outlive it.
struct PlacedShape {
  const Geometry* geometry = nullptr;
  RigidTransform X_WG;
};

/// Whether they overlap by more than `touch` m, by directions that could separate them: exact for
/// two boxes, two spheres, a sphere and a box, and anything with a plane; on the safe side (they
/// may be a little apart) for other round shapes and meshes, which count as convex. A height map
/// overlaps nothing.
bool Overlap(const PlacedShape& a, const PlacedShape& b, double touch);

}  // namespace surefoot::world
