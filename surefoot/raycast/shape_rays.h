#pragma once

/// Rays against the shapes that have formulas, in the shape's own frame G.

#include <optional>

#include "surefoot/world/geometry.h"

namespace surefoot::raycast {

/// Planes reach no farther than this from their frame's origin (m), however large they are.
constexpr double kPlaneReach = 1e5;

Eigen::AlignedBox3d BoundsOf(const world::Geometry& geometry);

/// The box around a box that is turned.
Eigen::AlignedBox3d Moved(const RigidTransform& X_AB, const Eigen::AlignedBox3d& box_B);

/// Where p + t d first meets the surface, from either side, with near < t < far.
std::optional<double> Intersect(const world::Geometry& geometry, const Vector3d& p_G,
                                const Vector3d& d_G, double near, double far);

/// The outward unit normal at a point of the surface.
Vector3d NormalAt(const world::Geometry& geometry, const Vector3d& p_G);

}  // namespace surefoot::raycast
