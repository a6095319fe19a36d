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

/// Integrals over a mesh about a reference point R: surface ones (to see whether it is closed) and
/// volume ones (from tetrahedra with R as apex).
struct MeshIntegrals {
  double area = 0.0;
  /// Integral of (x - R) n^T over the surface; the volume times identity for a closed one.
  Matrix3d flux = Matrix3d::Zero();
  Vector3d first_moment = Vector3d::Zero();
  Matrix3d second_moment = Matrix3d::Zero();

  double volume() const { return flux.trace() / 3.0; }
};
MeshIntegrals IntegrateMesh(const TriMesh& mesh, const Vector3d& reference);

/// Volume, centre and inertia of the solid bounded by the mesh (exact integrals over tetrahedra).
/// An error when the mesh encloses no volume (open, flat or inside out).
Result<Inertia> MeshInertia(double density, const TriMesh& mesh);

}  // namespace surefoot
