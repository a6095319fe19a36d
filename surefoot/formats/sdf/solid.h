#pragma once

/// Shapes that the description has no words for, as meshes.

#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot::formats {

/// The tip is up; centred at half of its length.
TriMesh MakeConeMesh(double radius, double length, int segments);

/// A prism from z = 0 to z = height over a closed outline, given in either sense; its last corner
/// may repeat its first. Empty when there are fewer than three corners or no area.
TriMesh MakePrismMesh(std::vector<Eigen::Vector2d> outline, double height);

/// All triangles of both.
void AppendMesh(const TriMesh& mesh, TriMesh* all);

}  // namespace surefoot::formats
