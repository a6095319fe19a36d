#pragma once

#include <memory>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/physics/backend.h"

namespace surefoot::collide {

/// A shape that can touch: a collision of the description, or one of the convex parts of it.
struct Shape {
  /// World link id, and the index of the collision within the link.
  int link = 0;
  int collision = 0;
};

/// A point at which two shapes touch.
struct TouchPoint {
  /// Indices into shapes(); shape_a < shape_b.
  int shape_a = 0;
  int shape_b = 0;
  /// In the middle of the overlap.
  Vector3d p_WC = Vector3d::Zero();
  /// Unit normal from a to b.
  Vector3d n_W = Vector3d::UnitZ();
  /// Overlap in m, not negative.
  double depth = 0.0;
};

/// Finds where the shapes of some models touch: for engines that have no collision detection of
/// their own, a poor one or one with hidden state. The points depend on the poses alone, also in
/// their order: by shape_a, then shape_b. At most 8 points for two shapes, the deepest first. Pairs
/// that may not touch (physics::CollisionRules) are left out.
class ContactFinder {
 public:
  virtual ~ContactFinder() = default;

  virtual const std::vector<Shape>& shapes() const = 0;

  /// Looks at the poses of the moving links (X_WL) in `state`; what cannot move stands where it
  /// started. Valid until the next call; does not allocate once warm.
  virtual const std::vector<TouchPoint>& Find(const physics::State& state) = 0;
};

/// An error names the shape that cannot be made.
Result<std::unique_ptr<ContactFinder>> MakeContactFinder(const physics::BackendArgs& args);

}  // namespace surefoot::collide
