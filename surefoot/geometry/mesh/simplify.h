#pragma once

#include <cstddef>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// The mesh with fewer triangles, by vertex clustering (Rossignac and Borrel 1993): vertices in one
/// cell of a grid are replaced by the one nearest to their mean, and degenerate triangles are
/// dropped. No vertex moves farther than `max_deviation` (m); within that limit the grid is
/// coarsened until at most `max_triangles` are left. Keeps only vertices and triangles.
/// Deterministic; a mesh that is small enough is returned unchanged.
TriMesh Simplified(const TriMesh& mesh, double max_deviation, std::size_t max_triangles);

}  // namespace surefoot
