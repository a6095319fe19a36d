#pragma once

#include "surefoot/physics/collide/gjk.h"

namespace surefoot::collide {

/// A point of the Minkowski difference of two cores: w = a - b, with the points it comes from.
struct DifferencePoint {
  Vector3d w;
  Vector3d a;
  Vector3d b;
};

/// Up to four points, and the barycentric weights of the point of their hull closest to the origin.
struct Simplex {
  DifferencePoint points[4];
  double weights[4] = {1.0, 0.0, 0.0, 0.0};
  int count = 0;

  /// Weighted sum of the members w, a or b.
  Vector3d Weighted(Vector3d DifferencePoint::*part) const;
};

/// Keeps the points that span the part of the simplex closest to the origin, and their weights.
/// True when a tetrahedron contains the origin; then all four points are kept.
bool Reduce(Simplex* simplex);

/// Extends a simplex to a tetrahedron by further support points; false when the difference is flat.
bool FillTetrahedron(const Placed& a, const Placed& b, Simplex* simplex);

/// Support point of the difference along a direction.
DifferencePoint Difference(const Placed& a, const Placed& b, const Vector3d& direction_W);

/// The smallest translation that separates two overlapping cores, by EPA (van den Bergen) from a
/// tetrahedron with volume. The tetrahedron may miss the origin by rounding.
Closest ExpandPolytope(const Placed& a, const Placed& b, const Simplex& tetrahedron, double size);

}  // namespace surefoot::collide
