#pragma once

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/math/spatial.h"

namespace surefoot {

/// Inertias of solid bodies of uniform density, about the shape's own frame.
Inertia BoxInertia(double density, const Vector3d& size);
Inertia SphereInertia(double density, double radius);
/// Axis along z.
Inertia CylinderInertia(double density, double radius, double length);
/// Axis along z; `length` is that of the cylindrical part.
Inertia CapsuleInertia(double density, double radius, double length);
Inertia EllipsoidInertia(double density, const Vector3d& radii);

/// Volume, centre and inertia of the solid bounded by the mesh (exact integrals over tetrahedra).
/// An error when the mesh encloses no volume (open, flat or inside out).
Result<Inertia> MeshInertia(double density, const TriMesh& mesh);

}  // namespace surefoot
