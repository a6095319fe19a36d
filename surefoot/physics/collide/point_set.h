#pragma once

#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::collide {

/// A contact point of one pair of shapes.
struct PairPoint {
  Vector3d p_W;
  /// Unit normal from a to b.
  Vector3d n_W;
  double depth = 0.0;
};

/// Largest number of contact points of a pair. Four would support a polygon; eight also keep the
/// corners of a box on the edge of another.
constexpr int kMaxPairPoints = 8;

/// Removes duplicates (closer than `merge` in m, with similar normals), then keeps the deepest
/// point and repeatedly the one furthest from those kept already. The result depends only on the
/// points and their order. Cost: points times kMaxPairPoints squared.
void ReducePoints(double merge, std::vector<PairPoint>* points);

}  // namespace surefoot::collide
