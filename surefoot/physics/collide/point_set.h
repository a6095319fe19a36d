#pragma once

#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot::collide {

/// A touching point of one pair of shapes.
struct PairPoint {
  Vector3d p_W;
  /// From a to b.
  Vector3d n_W;
  double depth = 0.0;
};

/// The most points that one pair is left with.
constexpr int kMostPairPoints = 8;

/// Drops duplicates (closer than `merge`, with like normals), then keeps the deepest point and
/// those furthest from what is kept already. The result depends on the points and their order
/// alone.
void ReducePoints(double merge, std::vector<PairPoint>* points);

}  // namespace surefoot::collide
