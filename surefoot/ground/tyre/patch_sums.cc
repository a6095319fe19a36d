#include <algorithm>

#include "surefoot/ground/tyre/tyre_law.h"
#include "surefoot/ground/wide.h"

namespace surefoot::ground {
namespace {

constexpr int kPlaces = kFanRays + 1;
static_assert(kPlaces == 16);

/// The part of what one of two neighbours in the ground stands for that is in the air, as the other
/// one is.
SUREFOOT_INLINE Four Cut(const Four& a, const Four& b, const Four& lowest) {
  const Four low = Most(Least(a, b), lowest);
  const Four high = Most(a, b);
  const FourBits edge = (low < 0.0) & (high > 0.0);
  return edge ? 0.5 * low / (low - high) : All(0.0);
}

SUREFOOT_INLINE PatchSums SumSlice(const Fan& fan, const double* depth, double radius) {
  // From the second place on: what is cut off between a ray and the one before it. The first and
  // the last ray end the fan, nothing is cut off there.
  alignas(32) double cuts[kPlaces + 4];
  cuts[0] = 0.0;
  const Four most = All(0.5 * radius);
  const Four lowest = All(-fan.Gap(0, radius));
  for (int i = 0; i < kPlaces; i += 4) {
    const Four one = Least(Load(depth + i), most);
    const Four next = Least(Load(depth + i + 1), most);
    Store(Cut(one, next, lowest), cuts + i + 1);
  }
  cuts[kFanRays] = 0.0;
  Four f = All(0.0), f_down = f, f_forward = f, p_down = f, p_forward = f;
  for (int i = 0; i < kPlaces; i += 4) {
    const Four d = Least(Load(depth + i), most);
    const Four carried =
        d * Load(fan.weight.data() + i) * (1.0 - Load(cuts + i) - Load(cuts + i + 1));
    const Four force = d > 0.0 ? carried : All(0.0);
    const Four place = force * (radius - d);
    const Four cos = Load(fan.cos.data() + i);
    const Four sin = Load(fan.sin.data() + i);
    f += force;
    f_down += force * cos;
    f_forward += force * sin;
    p_down += place * cos;
    p_forward += place * sin;
  }
  return {SumOf(f), SumOf(f_down), SumOf(f_forward), SumOf(p_down), SumOf(p_forward)};
}

SUREFOOT_INLINE void SumSlices(const Fan& fan, const SliceDepths* slices, double radius,
                               PatchSums* sums) {
  for (int s = 0; s < kSlices; ++s) sums[s] = SumSlice(fan, slices[s].depth.data(), radius);
}

/// Of what a ray stands for, the part that lies towards a neighbour in the ground.
double Share(double depth, double before, double after, double gap) {
  double share = 1.0;
  for (const double beside : {std::max(before, -gap), std::max(after, -gap)}) {
    if (beside < 0.0) share -= 0.5 * beside / (beside - depth);
  }
  return share;
}

}  // namespace

void SumBelow(const Fan& fan, const SliceDepths* slices, double radius, PatchSums* sums) {
  Call<SumSlices>(fan, slices, radius, sums);
}

PatchSums SumBeside(const Fan& fan, const SliceDepths& slice, int part, double radius) {
  PatchSums sums;
  const int first = kFirstRay[part];
  const int end = first + kRayCount[part];
  const double gap = fan.Gap(part, radius);
  for (int i = first; i < end; ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (!(slice.depth[k] > 0.0)) continue;
    const double depth = std::min(slice.depth[k], 0.5 * radius);
    const double before = i > first ? slice.depth[k - 1] : depth;
    const double after = i + 1 < end ? slice.depth[k + 1] : depth;
    const double force = depth * fan.weight[k] * Share(depth, before, after, gap);
    const double place = force * (radius - depth);
    sums.f += force;
    sums.f_down += force * fan.cos[k];
    sums.f_forward += force * fan.sin[k];
    sums.p_down += place * fan.cos[k];
    sums.p_forward += place * fan.sin[k];
  }
  return sums;
}

}  // namespace surefoot::ground
