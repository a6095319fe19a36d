#include "surefoot/ground/tyre/brush.h"

#include <algorithm>
#include <cmath>

#include "surefoot/ground/tyre/brush_step.h"

namespace surefoot::ground {

/// u_i / (1 + t g_i) with |u| = 3. Scaling u alone would turn the force away from the sliding where
/// tyres are not equally stiff in both directions.
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

double StableShare(double stiffness, double damping, double mass, double dt) {
  // Stable below 4 mass; at 1 mass and below the motion is also smooth.
  const double used = stiffness * dt * dt + 2.0 * damping * dt;
  return used <= mass ? 1.0 : mass / used;
}

}  // namespace surefoot::ground
