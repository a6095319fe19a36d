#pragma once

/// The rays of one slice against one piece of the terrain: each makes depths larger where its piece
/// is met earlier.

#include "surefoot/ground/brush.h"
#include "surefoot/ground/wheel_fan.h"

namespace surefoot::ground {

/// Where a slice is: rays start at p.
struct FanSlice {
  Vector3d p_W;
  Vector3d forward_W;
  Vector3d down_W;
  double radius = 0.0;
};

void PlaneDepths(const GroundPlane& plane, const Fan& fan, const FanSlice& at, SliceDepths* slice);
/// Only the rays below.
void FieldDepths(const GroundField& field, const Fan& fan, const FanSlice& at, SliceDepths* slice);
void SolidDepths(const GroundSolid& solid, const Fan& fan, const FanSlice& at, SliceDepths* slice);
/// A line in the plane of the slice; x is down and y is forward.
void LineDepths(const Planar& from, const Planar& to, int ground, const Fan& fan, double radius,
                SliceDepths* slice);

}  // namespace surefoot::ground
