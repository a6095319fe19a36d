#pragma once

/// The rays of slices against one piece of the terrain: each makes depths larger where its piece is
/// met earlier.

#include "surefoot/ground/terrain/fan.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/tyre/brush.h"

namespace surefoot::ground {

/// All slices.
void PlaneDepths(const GroundPlane& plane, const Fan& fan, const FanSlice* at, SliceDepths* slices);
/// One slice.
void SolidDepths(const GroundSolid& solid, const Fan& fan, const FanSlice& at, SliceDepths* slice);
/// A line in the plane of the slice; x is down and y is forward.
void LineDepths(const Planar& from, const Planar& to, int ground, const Fan& fan, double radius,
                SliceDepths* slice);

}  // namespace surefoot::ground
