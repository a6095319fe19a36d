#pragma once

/// Convex parts of meshes with polygons as faces, and which edges of a mesh can be hit.

#include "surefoot/engines/bullet/shapes.h"

namespace surefoot::engines::bullet {

/// The convex parts that stand for a mesh. Sheets get a small thickness. The error is the end of a
/// sentence about the mesh.
Result<std::vector<std::shared_ptr<const Hull>>> MakeHulls(const TriMesh& mesh);

/// The vertices moved inwards so that every face recedes by about `margin`.
std::vector<Vector3d> InsetVertices(const Hull& hull, double margin);

/// Half of the distance between the two closest parallel planes along face normals.
double LeastHalfWidth(const Hull& hull);

std::vector<EdgeLeans> FindLeans(const TriMesh& mesh);

/// That of an edge between two triangles with these normals; `across` is from the edge to the
/// second triangle's opposite corner.
constexpr float kNoLean = 2.0f;
constexpr float kBorderLean = -1.0f;
float LeanOf(const Vector3d& normal, const Vector3d& other_normal, const Vector3d& across);

}  // namespace surefoot::engines::bullet
