#include "surefoot/ground/tyre/rough_rays.h"

#include "surefoot/ground/wide.h"

namespace surefoot::ground {
namespace {

using FourInts = std::int32_t __attribute__((vector_size(16)));

SUREFOOT_INLINE FourInts Floor(const Four& a) {
  // -1 where truncation went up.
  const FourInts down = __builtin_convertvector(a, FourInts);
  return down + __builtin_convertvector(__builtin_convertvector(down, Four) > a, FourInts);
}

SUREFOOT_INLINE void Add(const Roughness& roughness, const Fan& fan, const FanSlice& at,
                         double* depth) {
  const Roughness::Place start = Roughness::Turned(at.p_W.x(), at.p_W.y());
  const Roughness::Place down = Roughness::Turned(at.down_W.x(), at.down_W.y());
  const Roughness::Place forward = Roughness::Turned(at.forward_W.x(), at.forward_W.y());
  for (int i = 0; i < kFanRays + 1; i += 4) {
    const Four d = Load(depth + i);
    const Four cos = Load(fan.cos.data() + i);
    const Four along_down = (at.radius - d) * cos;
    const Four along_forward = (at.radius - d) * Load(fan.sin.data() + i);
    const Four u = start.u + along_down * down.u + along_forward * forward.u;
    const Four v = start.v + along_down * down.v + along_forward * forward.v;
    const FourInts col = Floor(u);
    const FourInts row = Floor(v);
    const Four s = u - __builtin_convertvector(col, Four);
    const Four t = v - __builtin_convertvector(row, Four);
    Four height;
    for (int k = 0; k < 4; ++k) height[k] = roughness.Between(col[k], row[k], s[k], t[k]);
    // Where there is no ground, there is nothing to lift.
    Store(d < -0.5 * at.radius ? d : d + height / cos, depth + i);
  }
}

void AddPlain(const Roughness& roughness, const Fan& fan, const FanSlice& at, double* depth) {
  Add(roughness, fan, at, depth);
}

SUREFOOT_WIDE void AddWide(const Roughness& roughness, const Fan& fan, const FanSlice& at,
                           double* depth) {
  Add(roughness, fan, at, depth);
}

}  // namespace

void AddRoughness(const Roughness& roughness, const Fan& fan, const FanSlice& at,
                  SliceDepths* slice) {
  if (IsWide()) {
    AddWide(roughness, fan, at, slice->depth.data());
  } else {
    AddPlain(roughness, fan, at, slice->depth.data());
  }
}

}  // namespace surefoot::ground
