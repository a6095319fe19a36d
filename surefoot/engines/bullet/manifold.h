#pragma once

/// Contact points from the faces that two shapes turn towards each other.

#include <vector>

#include "surefoot/engines/bullet/shapes.h"

namespace surefoot::engines::bullet {

/// A point at which two shapes touch or nearly do.
struct TouchPoint {
  Vector3d p_W = Vector3d::Zero();
  /// From a to b.
  Vector3d n_W = Vector3d::UnitZ();
  /// Negative when still apart.
  double depth = 0.0;
};

/// Polygons in W; n from a to b. Appends the points at which they overlap along n, as far as they
/// are not more than `reach` apart. Nothing when the faces do not say where.
void ClipFaces(const Polygon& a, const Polygon& b, const Vector3d& n_W, double reach,
               std::vector<TouchPoint>* points);

/// Keeps at most `most` (four or more) of the points from `first` on: the deepest and those that
/// span most.
void ThinOut(std::size_t first, int most, std::vector<TouchPoint>* points);

/// Depth of the deepest of the points from `first` on; minus infinity when there are none.
double Deepest(std::size_t first, const std::vector<TouchPoint>& points);

/// A polygon in G told in W.
void ToWorld(const Shape& shape, Polygon* polygon);

}  // namespace surefoot::engines::bullet
