#include "surefoot/ground/brush.h"

#include <algorithm>
#include <cmath>

namespace surefoot::ground {
namespace {

/// Lets bristles that are bent beyond what friction holds, |u| > 3, slide back against their own
/// force: u_i / (1 + t g_i) with |u| = 3. Scaling u alone would turn the force away from the
/// sliding where tyres are not equally stiff in both directions.
void SlideBack(double gx, double gy, double* ux, double* uy) {
  constexpr double kLimit = 3.0;
  constexpr int kMaxIterations = 8;
  const double size = std::sqrt(*ux * *ux + *uy * *uy);
  // At or below the root, where the size is convex in t: Newton's steps stay below it.
  double t = (size / kLimit - 1.0) / std::max(gx, gy);
  double x = *ux;
  double y = *uy;
  for (int i = 0; i < kMaxIterations; ++i) {
    x = *ux / (1.0 + t * gx);
    y = *uy / (1.0 + t * gy);
    const double square = x * x + y * y;
    const double excess = square - kLimit * kLimit;
    if (excess < 1e-12) break;
    t += 0.5 * excess / (x * x * gx / (1.0 + t * gx) + y * y * gy / (1.0 + t * gy));
  }
  const double scale = kLimit / std::sqrt(x * x + y * y);
  *ux = scale * x;
  *uy = scale * y;
}

}  // namespace

double StableShare(double stiffness, double damping, double mass, double dt) {
  // Stable below 4 mass; at 1 mass and below the motion is also smooth.
  const double used = stiffness * dt * dt + 2.0 * damping * dt;
  return used <= mass ? 1.0 : mass / used;
}

Planar StepBrush(const BrushPatch& patch, const Planar& slip, double rolling, double dt,
                 Planar* z) {
  const double tx = patch.share.x * dt;
  const double ty = patch.share.y * dt;
  const double speed = std::abs(rolling);
  // Implicit, so any step will do; the share acts on both terms, which leaves steady slip alone.
  Planar bent = {(z->x - tx * slip.x) / (1.0 + tx * speed * patch.per_length.x),
                 (z->y - ty * slip.y) / (1.0 + ty * speed * patch.per_length.y)};
  double ux = patch.bend.x * bent.x;
  double uy = patch.bend.y * bent.y;
  double size2 = ux * ux + uy * uy;
  if (size2 > 9.0) {
    SlideBack(patch.bend.x * patch.per_mu.x, patch.bend.y * patch.per_mu.y, &ux, &uy);
    bent = {ux / patch.bend.x, uy / patch.bend.y};
    size2 = 9.0;
  }
  // 1 - (1 - size / 3)^3 of the largest friction, along u / size.
  const double used = std::sqrt(size2) * (1.0 / 3.0);
  const double grip = patch.load * (1.0 - used * (1.0 - used * (1.0 / 3.0)));
  const double per_dt = 1.0 / dt;
  const double fx = grip * ux + patch.damping.x * patch.per_mu.x * per_dt * (bent.x - z->x);
  const double fy = grip * uy + patch.damping.y * patch.per_mu.y * per_dt * (bent.y - z->y);
  *z = bent;
  const double total2 = fx * fx + fy * fy;
  const double limit2 = patch.load * patch.load;
  const double scale = total2 > limit2 ? std::sqrt(limit2 / total2) : 1.0;
  return {scale * fx * patch.mu.x, scale * fy * patch.mu.y};
}

}  // namespace surefoot::ground
