#pragma once

#include "surefoot/ground/terrain/fan.h"

namespace surefoot::ground {

/// Sums over the rays below of one slice: f is depth times angle, which is what a ray carries.
struct PatchSums {
  double f = 0.0;
  /// Along down and forward.
  double f_down = 0.0;
  double f_forward = 0.0;
  /// f times where the rays end.
  double p_down = 0.0;
  double p_forward = 0.0;
};

/// A ray stands for less at the edge of the patch, which lies between it and a neighbour in the
/// air; so the load grows smoothly from ray to ray. Depths beyond half the radius count as that.
void SumBelow(const Fan& fan, const SliceDepths* slices, double radius, PatchSums* sums);
/// The same for the rays ahead or behind of one slice.
PatchSums SumBeside(const Fan& fan, const SliceDepths& slice, int part, double radius);

}  // namespace surefoot::ground
