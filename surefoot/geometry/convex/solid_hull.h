#pragma once

#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// Engines refuse meshes without volume, and some keep vertices in single precision. Hulls are
/// made at least this thick: a share of their length, and in m.
constexpr double kThinnestShare = 1e-4;
constexpr double kThinnest = 5e-5;

/// True when the points lie in a plane, on a line or in one place, to that thickness.
bool IsThin(const std::vector<Vector3d>& points);

/// Convex hull of the points; thin ones are thickened evenly to both sides. An error when there are
/// no points.
Result<TriMesh> SolidHull(const std::vector<Vector3d>& points);

}  // namespace surefoot
