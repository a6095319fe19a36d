#pragma once

/// Computes the shadow of a box by intersecting lines with slabs. For tests of rendered images.

#include <algorithm>
#include <cmath>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::world::test {

/// The length in t of the part of the line p + t d, t > 0, inside the box between `low` and `high`;
/// negative if the line misses the box. Values near zero mean that the line is near an edge.
inline double StayInBox(const Vector3d& p, const Vector3d& d, const Vector3d& low,
                        const Vector3d& high) {
  double enter = 0.0;
  double leave = 1e30;
  for (int i = 0; i < 3; ++i) {
    const double inverse = 1.0 / (std::abs(d[i]) > 1e-12 ? d[i] : 1e-12);
    const double a = (low[i] - p[i]) * inverse;
    const double b = (high[i] - p[i]) * inverse;
    enter = std::max(enter, std::min(a, b));
    leave = std::min(leave, std::max(a, b));
  }
  return leave - enter;
}

}  // namespace surefoot::world::test
