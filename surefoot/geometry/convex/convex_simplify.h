#pragma once

/// Hulls with fewer vertices; included by convex_*.cc only.

#include <cstdint>
#include <optional>
#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot::convex {

/// Half-spaces normal . x <= offset of a convex mesh, each once; offsets within `tolerance` are
/// equal.
std::vector<Eigen::Vector4d> PlanesOf(const TriMesh& hull, double tolerance);

/// The hull of some of the points, and how far others are beyond its planes (m).
struct InnerHull {
  TriMesh hull;
  double beyond = 0.0;
};

/// Adds points that are more than `tolerance` beyond the planes to the hull, the farthest first,
/// until none is left, `rounds` rounds are done, or there are more than `max_vertices`. None if the
/// points have no hull.
std::optional<InnerHull> MakeInnerHull(const std::vector<Vector3d>& points, double tolerance,
                                       int rounds, std::size_t max_vertices = SIZE_MAX);

}  // namespace surefoot::convex
