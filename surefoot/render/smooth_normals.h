#pragma once

#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot::render {

/// Normals for meshes that have none: at each corner, three to a triangle, the mean over the
/// triangles around the vertex that are turned by less than 35 degrees. Edges stay sharp, curves
/// look smooth.
std::vector<Eigen::Vector3f> CornerNormals(const TriMesh& mesh);

}  // namespace surefoot::render
