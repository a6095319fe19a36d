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
  Planar bent = {(z->x - tx * slip.x) / (1.0 + tx * speed / patch.length.x),
                 (z->y - ty * slip.y) / (1.0 + ty * speed / patch.length.y)};
  const double per_x = patch.slip_stiffness.x / (patch.length.x * patch.mu.x);
  const double per_y = patch.slip_stiffness.y / (patch.length.y * patch.mu.y);
  double ux = per_x * bent.x;
  double uy = per_y * bent.y;
  double size = std::sqrt(ux * ux + uy * uy);
  if (size > 3.0) {
    SlideBack(per_x / patch.mu.x, per_y / patch.mu.y, &ux, &uy);
    bent = {ux / per_x, uy / per_y};
    size = 3.0;
  }
  const double used = size / 3.0;
  // Of the largest friction: 1 - (1 - used)^3, over size.
  const double grip = size > 0.0 ? used * (3.0 - used * (3.0 - used)) / size : 0.0;
  double fx = patch.load * grip * ux + patch.damping.x * (bent.x - z->x) / dt / patch.mu.x;
  double fy = patch.load * grip * uy + patch.damping.y * (bent.y - z->y) / dt / patch.mu.y;
  *z = bent;
  const double total = std::sqrt(fx * fx + fy * fy);
  const double scale = total > patch.load ? patch.load / total : 1.0;
  return {scale * fx * patch.mu.x, scale * fy * patch.mu.y};
}

}  // namespace surefoot::ground
