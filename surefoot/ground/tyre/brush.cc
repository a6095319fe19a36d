#include "surefoot/ground/tyre/brush.h"

#include <algorithm>
#include <cmath>

#include "surefoot/ground/tyre/brush_step.h"

namespace surefoot::ground {

/// Finds t with u_i / (1 + t g_i) of length 3. Scaling u alone would turn the force away from the
/// direction of sliding when the stiffnesses along x and y differ.
void SlideBack(double gx, double gy, double* ux, double* uy) {
  constexpr double kLimit = 3.0;
  constexpr int kMaxIterations = 8;
  const double size = std::sqrt(*ux * *ux + *uy * *uy);
  // Starts at or below the root, where the length is convex in t: Newton's iterates stay below the
  // root and converge monotonically.
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
  // Explicit forces with semi-implicit Euler are stable while k dt^2 + 2 d dt < 4 m (Jury
  // criterion); up to 1 m the motion is also smooth.
  const double used = stiffness * dt * dt + 2.0 * damping * dt;
  return used <= mass ? 1.0 : mass / used;
}

}  // namespace surefoot::ground
