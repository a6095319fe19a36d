#pragma once

#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// Convex hull by Qhull (Barber, Dobkin and Huhdanpaa 1996): expected O(n log n). Fails if the
/// points do not span a volume.
Result<TriMesh> ConvexHull(const std::vector<Vector3d>& points);

/// Whether the closed mesh fills at least `fraction` of its convex hull's volume.
bool IsNearlyConvex(const TriMesh& mesh, double fraction = 0.97);

/// Splits a concave mesh into convex parts whose union approximates it. The method resembles V-HACD
/// (Mamou 2016): the mesh is voxelised, cut by axis-aligned planes until every part is nearly
/// convex, and parts are joined again where that does no harm. `concavity` is the allowed deviation
/// (m). At most `max_parts` parts are returned, even if they then deviate more. Gaps narrower than
/// twice the deviation may be filled; closed cavities always are. Open surfaces stay open: a sheet
/// gets a back about half the deviation behind its front. Deterministic. Fails if the mesh spans no
/// volume.
Result<std::vector<TriMesh>> DecomposeConvex(const TriMesh& mesh, double concavity, int max_parts);

}  // namespace surefoot
