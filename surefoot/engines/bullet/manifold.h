#pragma once

/// Contact points by clipping the faces that two shapes turn towards each other.

#include <vector>

#include "surefoot/engines/bullet/shapes.h"

namespace surefoot::engines::bullet {

/// A point at which two shapes touch or nearly touch.
struct TouchPoint {
  Vector3d p_W = Vector3d::Zero();
  /// Unit normal from a to b.
  Vector3d n_W = Vector3d::UnitZ();
  /// Depth (m); negative while still apart.
  double depth = 0.0;
};

/// Polygons in W; n from a to b. Appends the points at which they overlap along n, or are at most
/// `reach` (m) apart. Appends nothing when the faces do not determine the contact.
void ClipFaces(const Polygon& a, const Polygon& b, const Vector3d& n_W, double reach,
               std::vector<TouchPoint>* points);

/// Keeps at most `max` (four or more) of the points from `first` on: the deepest and those that
/// span the contact.
void ReducePoints(std::size_t first, int max, std::vector<TouchPoint>* points);

/// Depth of the deepest of the points from `first` on; minus infinity when there are none.
double Deepest(std::size_t first, const std::vector<TouchPoint>& points);

/// Transforms a polygon from G to W.
void ToWorld(const Shape& shape, Polygon* polygon);

}  // namespace surefoot::engines::bullet
