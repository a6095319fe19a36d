#pragma once

#include "surefoot/physics/collide/gjk.h"

namespace surefoot::collide {

/// A point of the difference of two shapes: w = a - b.
struct DifferencePoint {
  Vector3d w;
  Vector3d a;
  Vector3d b;
};

/// Up to four such points, and the weights of the one closest to the origin.
struct Simplex {
  DifferencePoint points[4];
  double weights[4] = {1.0, 0.0, 0.0, 0.0};
  int count = 0;

  /// Of w, a or b.
  Vector3d Weighted(Vector3d DifferencePoint::*part) const;
};

/// Keeps the points that span the part closest to the origin, and their weights. True when a
/// tetrahedron holds the origin; then all four are kept.
bool Reduce(Simplex* simplex);

/// Makes a tetrahedron of a simplex by more points of the difference; false when that is flat.
bool FillTetrahedron(const Placed& a, const Placed& b, Simplex* simplex);

DifferencePoint Difference(const Placed& a, const Placed& b, const Vector3d& direction_W);

/// The shortest way out of an overlap, from a tetrahedron (a true one; it need not hold the origin
/// to the last bit).
Closest ExpandPolytope(const Placed& a, const Placed& b, const Simplex& tetrahedron, double size);

}  // namespace surefoot::collide
