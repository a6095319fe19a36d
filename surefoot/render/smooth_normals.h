#pragma once

#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot::render {

/// Normals for meshes that have none, three for each triangle: the area-weighted mean over the
/// triangles around the vertex whose normals differ by less than 35 degrees. Edges stay sharp and
/// curved surfaces look smooth.
std::vector<Eigen::Vector3f> CornerNormals(const TriMesh& mesh);

}  // namespace surefoot::render
