#pragma once

/// Outlines in plan view: convex polygons with rounded corners. A circle is a point with a radius.

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "surefoot/world/geometry.h"

namespace surefoot::engines::kinematic {

using Vector2d = Eigen::Vector2d;

/// A convex shape in the plane with a range of heights. Lengths in m.
struct Outline {
  /// Counter-clockwise; one for a circle, two for a rod.
  std::vector<Vector2d> corners;
  double radius = 0.0;
  /// Circumscribed circle, radius included.
  Vector2d center = Vector2d::Zero();
  double reach = 0.0;
  /// Range of heights (m) in which the shape is an obstacle.
  double low = 0.0;
  double high = 0.0;
};

/// Pose in the plane: rotation and translation.
struct Place {
  double cosine = 1.0;
  double sine = 0.0;
  Vector2d p = Vector2d::Zero();

  Vector2d operator*(const Vector2d& a) const {
    return {cosine * a.x() - sine * a.y() + p.x(), sine * a.x() + cosine * a.y() + p.y()};
  }
};

/// Outline of a shape at pose X; none for a plane.
std::optional<Outline> OutlineOf(const world::Geometry& geometry, const RigidTransform& X);

/// Distance between a and b (m); negative where they overlap. `normal` points from b to a: the
/// direction in which a leaves b.
struct Separation {
  double distance = 0.0;
  Vector2d normal = Vector2d::UnitX();
};
Separation SeparationOf(const Outline& a, const Place& X_WA, const Outline& b, const Place& X_WB);

}  // namespace surefoot::engines::kinematic
