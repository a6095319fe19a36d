#pragma once

#include <cstddef>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// The mesh with fewer triangles: vertices in one cube of a grid become the one nearest to their
/// mean, and what has no area then is dropped. No vertex moves farther than `max_deviation`; within
/// that the grid is made coarser until there are at most `max_triangles`. Only vertices and
/// triangles are kept. The same mesh gives the same result; a mesh that is small enough is returned
/// as it is.
TriMesh Simplified(const TriMesh& mesh, double max_deviation, std::size_t max_triangles);

}  // namespace surefoot
