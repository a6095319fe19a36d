#pragma once

/// One step of the brush model, for one patch or four SIMD lanes; used by brush.cc and
/// tyre_force.cc.

#include "surefoot/ground/tyre/brush.h"
#include "surefoot/ground/wide.h"

namespace surefoot::ground {

/// BrushPatch in lanes.
template <typename T>
struct BrushOf {
  T load;
  PlanarOf<T> mu, per_mu, per_length, bend, damping, share;

  /// Sets everything except the load in the lanes selected by `where`.
  template <typename Where>
  SUREFOOT_INLINE void Set(const BrushPatch& patch, const Where& where) {
    const auto set = [&](const Planar& from, PlanarOf<T>* to) SUREFOOT_INLINE_LAMBDA {
      to->x = where ? T{} + from.x : to->x;
      to->y = where ? T{} + from.y : to->y;
    };
    set(patch.mu, &mu);
    set(patch.per_mu, &per_mu);
    set(patch.per_length, &per_length);
    set(patch.bend, &bend);
    set(patch.damping, &damping);
    set(patch.share, &share);
  }
};

/// Lets bristles beyond the friction limit, |u| > 3, slide back against their own force until |u| =
/// 3.
void SlideBack(double gx, double gy, double* ux, double* uy);

SUREFOOT_INLINE void SlideBack(const BrushOf<double>& brush, PlanarOf<double>* u) {
  SlideBack(brush.bend.x * brush.per_mu.x, brush.bend.y * brush.per_mu.y, &u->x, &u->y);
}
SUREFOOT_INLINE void SlideBack(const BrushOf<Four>& brush, PlanarOf<Four>* u) {
  for (int i = 0; i < 4; ++i) {
    double x = u->x[i];
    double y = u->y[i];
    if (!(x * x + y * y > 9.0)) continue;
    SlideBack(brush.bend.x[i] * brush.per_mu.x[i], brush.bend.y[i] * brush.per_mu.y[i], &x, &y);
    u->x[i] = x;
    u->y[i] = y;
  }
}

/// Advances the deflection `z` (m) of the bristles by a step, while the tread slides over the
/// ground at `slip` (m/s) and passes through the patch at `rolling` (m/s); returns the force (N) on
/// the tread. In steady rolling this is the brush model with parabolic pressure, F = mu N (1 - (1 -
/// |u| / 3)^3). At rest it is a spring that holds until friction is saturated, so nothing creeps.
/// `per_dt` is 1 / dt.
template <typename T>
SUREFOOT_INLINE PlanarOf<T> StepBrushOf(const BrushOf<T>& brush, const PlanarOf<T>& slip,
                                        const T& rolling, double dt, double per_dt,
                                        PlanarOf<T>* z) {
  const T tx = brush.share.x * dt;
  const T ty = brush.share.y * dt;
  const T speed = Abs(rolling);
  // Implicit, so stable for any step. The guard acts on both terms, which leaves steady slip
  // unchanged.
  PlanarOf<T> bent = {(z->x - tx * slip.x) / (1.0 + tx * speed * brush.per_length.x),
                      (z->y - ty * slip.y) / (1.0 + ty * speed * brush.per_length.y)};
  PlanarOf<T> u = {brush.bend.x * bent.x, brush.bend.y * bent.y};
  T size2 = u.x * u.x + u.y * u.y;
  const auto slides = size2 > 9.0;
  if (Any(slides)) {
    SlideBack(brush, &u);
    bent = {slides ? u.x / brush.bend.x : bent.x, slides ? u.y / brush.bend.y : bent.y};
    size2 = slides ? T{} + 9.0 : size2;
  }
  // 1 - (1 - size / 3)^3 of the largest friction, along u / size.
  const T used = Sqrt(size2) * (1.0 / 3.0);
  const T grip = brush.load * (1.0 - used * (1.0 - used * (1.0 / 3.0)));
  const T fx = grip * u.x + brush.damping.x * brush.per_mu.x * per_dt * (bent.x - z->x);
  const T fy = grip * u.y + brush.damping.y * brush.per_mu.y * per_dt * (bent.y - z->y);
  *z = bent;
  const T total2 = fx * fx + fy * fy;
  const T limit2 = brush.load * brush.load;
  const auto over = total2 > limit2;
  const T scale = over ? Sqrt(limit2 / (over ? total2 : T{} + 1.0)) : T{} + 1.0;
  return {scale * fx * brush.mu.x, scale * fy * brush.mu.y};
}

}  // namespace surefoot::ground
