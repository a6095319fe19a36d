#pragma once

/// Hulls with fewer corners; included by convex_*.cc only.

#include <cstdint>
#include <optional>
#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot::convex {

/// Half-spaces normal . x <= offset of a convex mesh, each once (offsets within `tolerance`).
std::vector<Eigen::Vector4d> PlanesOf(const TriMesh& hull, double tolerance);

/// The hull of some of the points, and how far others lie beyond its planes.
struct InnerHull {
  TriMesh hull;
  double beyond = 0.0;
};

/// Takes points that lie farther than `tolerance` beyond the planes into the hull, those farthest
/// out first, until there are none, for `rounds` rounds or while there are at most `max_vertices`.
/// None when there is no hull.
std::optional<InnerHull> MakeInnerHull(const std::vector<Vector3d>& points, double tolerance,
                                       int rounds, std::size_t max_vertices = SIZE_MAX);

}  // namespace surefoot::convex
