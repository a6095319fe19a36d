#pragma once

/// Convex parts of meshes with polygonal faces, and the edges of static meshes that can be hit.

#include "surefoot/engines/bullet/shapes.h"

namespace surefoot::engines::bullet {

/// The convex parts of a mesh. Sheets get a small thickness. The error is the end of a sentence
/// that begins with the mesh.
Result<std::vector<std::shared_ptr<const Hull>>> MakeHulls(const TriMesh& mesh);

/// Vertices moved inwards, so that every face recedes by about `margin` (m): the core for GJK.
std::vector<Vector3d> InsetVertices(const Hull& hull, double margin);

/// Half of the smallest distance between parallel supporting planes along face normals.
double MinHalfWidth(const Hull& hull);

/// The leans of all edges of a static mesh, see EdgeLeans. O(n log n).
std::vector<EdgeLeans> FindLeans(const TriMesh& mesh);

/// The lean of an edge between two triangles with these normals. `across` leads from the edge to
/// the opposite corner of the second triangle.
constexpr float kNoLean = 2.0f;
constexpr float kBorderLean = -1.0f;
float LeanOf(const Vector3d& normal, const Vector3d& other_normal, const Vector3d& across);

}  // namespace surefoot::engines::bullet
