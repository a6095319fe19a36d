#pragma once

#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// Convex hull (Qhull). An error when the points do not span a volume.
Result<TriMesh> ConvexHull(const std::vector<Vector3d>& points);

/// True when the closed mesh fills at least `fraction` of its convex hull's volume.
bool IsNearlyConvex(const TriMesh& mesh, double fraction = 0.97);

/// Splits a concave mesh into convex parts whose union approximates it.
/// `concavity` is the allowed deviation in metres; at most `max_parts` parts, which may deviate
/// more when they are too few. Gaps narrower than twice the deviation may be filled, closed hollows
/// are. Open surfaces stay open: a sheet gets a back about half the deviation behind its front. The
/// same mesh gives the same parts. An error when the mesh spans no volume.
Result<std::vector<TriMesh>> DecomposeConvex(const TriMesh& mesh, double concavity, int max_parts);

}  // namespace surefoot
