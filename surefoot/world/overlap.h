#pragma once

/// Overlap test of shapes without an engine.

#include "surefoot/world/geometry.h"

namespace surefoot::world {

/// A shape and its pose. The shape must outlive it.
struct PlacedShape {
  const Geometry* geometry = nullptr;
  RigidTransform X_WG;
};

/// True if the shapes overlap by more than `touch` (m), by the separating axis theorem. Exact for
/// two boxes, two spheres, a sphere and a box, and any shape with a plane; conservative (they may
/// be slightly apart) for other round shapes and for meshes, which count as convex. A height map
/// overlaps nothing.
bool Overlap(const PlacedShape& a, const PlacedShape& b, double touch);

}  // namespace surefoot::world
