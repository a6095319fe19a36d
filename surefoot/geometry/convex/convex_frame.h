#pragma once

/// What the convex decomposition does to a mesh first; included by convex_*.cc only.

#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot::convex {

/// Positions and triangles only, with equal vertices joined and unused ones left out.
TriMesh Welded(const TriMesh& mesh);

/// A rotation to axes across which the mesh has large flat faces; the identity when its faces
/// already are that way, or when it has no such faces.
Matrix3d FaceAxes(const TriMesh& mesh);

/// The closed surfaces that a welded mesh is made of, one by one, and the rest as one mesh; the
/// whole as one mesh when there are more than `limit`.
std::vector<TriMesh> Components(const TriMesh& mesh, std::size_t limit);

}  // namespace surefoot::convex
