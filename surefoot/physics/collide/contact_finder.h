#pragma once

#include <memory>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/physics/backend.h"

namespace surefoot::collide {

/// A shape that can touch: a collision of the description, or one convex part of it.
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
  /// In the middle of the overlap, halfway between the two surfaces.
  Vector3d p_WC = Vector3d::Zero();
  /// Unit normal from a to b.
  Vector3d n_W = Vector3d::UnitZ();
  /// Overlap in m, not negative.
  double depth = 0.0;
};

/// Finds where the shapes of some models touch. For engines whose own collision detection is
/// missing, inaccurate or keeps hidden state. The points and their order (by shape_a, then shape_b)
/// depend on the poses alone, so a restored state gives the same contacts. At most kMaxPairPoints
/// (8) points for two shapes, the deepest first. Pairs that may not touch (physics::CollisionRules)
/// are left out.
///
///   std::unique_ptr<ContactFinder> finder = SUREFOOT_TRY(MakeContactFinder(args));
///   for (const TouchPoint& point : finder->Find(state)) AddContact(point);
class ContactFinder {
 public:
  virtual ~ContactFinder() = default;

  virtual const std::vector<Shape>& shapes() const = 0;

  /// Finds the touching points at the poses X_WL of `state`. Only moving links are read; static
  /// ones keep their initial poses. The result is valid until the next call. Does not allocate once
  /// warm.
  virtual const std::vector<TouchPoint>& Find(const physics::State& state) = 0;
};

/// An error names the model and the collision whose shape cannot be made.
Result<std::unique_ptr<ContactFinder>> MakeContactFinder(const physics::BackendArgs& args);

}  // namespace surefoot::collide
