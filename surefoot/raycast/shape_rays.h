#pragma once

/// Intersection of rays with analytic shapes, in the shape's frame G.

#include <optional>

#include "surefoot/world/geometry.h"

namespace surefoot::raycast {

/// Planes extend at most this far from their frame's origin (m), whatever their size.
constexpr double kPlaneReach = 1e5;

/// Axis-aligned bounds of a shape in G.
Eigen::AlignedBox3d BoundsOf(const world::Geometry& geometry);

/// Axis-aligned bounds, in A, of a box in B; exact for the box, not for its content.
Eigen::AlignedBox3d Moved(const RigidTransform& X_AB, const Eigen::AlignedBox3d& box_B);

/// The smallest t with near < t < far for which p + t d is on the surface, entering or leaving.
std::optional<double> Intersect(const world::Geometry& geometry, const Vector3d& p_G,
                                const Vector3d& d_G, double near, double far);

/// Outward unit normal at a point of the surface; points nearby give that of the nearest face.
Vector3d NormalAt(const world::Geometry& geometry, const Vector3d& p_G);

}  // namespace surefoot::raycast
