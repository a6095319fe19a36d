#pragma once

/// Outlines from above: convex polygons with rounded corners. A circle is a point and a radius.

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "surefoot/world/geometry.h"

namespace surefoot::engines::kinematic {

using Vector2d = Eigen::Vector2d;

struct Outline {
  /// Counter-clockwise; one for a circle, two for a rod.
  std::vector<Vector2d> corners;
  double radius = 0.0;
  /// A circle around all of it.
  Vector2d center = Vector2d::Zero();
  double reach = 0.0;
  /// Heights between which it is.
  double low = 0.0;
  double high = 0.0;
};

/// Where an outline is: as a rotation and a shift of its corners.
struct Place {
  double cosine = 1.0;
  double sine = 0.0;
  Vector2d p = Vector2d::Zero();

  Vector2d operator*(const Vector2d& a) const {
    return {cosine * a.x() - sine * a.y() + p.x(), sine * a.x() + cosine * a.y() + p.y()};
  }
};

/// Of a shape placed at X; nothing for a plane.
std::optional<Outline> OutlineOf(const world::Geometry& geometry, const RigidTransform& X);

/// How far b is from a: negative where they overlap. `normal` points from b to a: the way out.
struct Separation {
  double distance = 0.0;
  Vector2d normal = Vector2d::UnitX();
};
Separation SeparationOf(const Outline& a, const Place& X_WA, const Outline& b, const Place& X_WB);

}  // namespace surefoot::engines::kinematic
