#pragma once

#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// Engines reject meshes without volume, and some store vertices in single precision. Hulls are
/// made at least this thick: as a share of their length, and in m.
constexpr double kMinThicknessRatio = 1e-4;
constexpr double kMinThickness = 5e-5;

/// Whether the points are coplanar, collinear or coincident, to that thickness.
bool IsThin(const std::vector<Vector3d>& points);

/// Convex hull of the points; thin ones are thickened evenly to both sides. Fails if the input is
/// empty.
Result<TriMesh> SolidHull(const std::vector<Vector3d>& points);

}  // namespace surefoot
