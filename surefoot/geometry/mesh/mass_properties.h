#pragma once

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/math/spatial.h"

namespace surefoot {

/// Inertia of solid bodies with uniform density (kg/m^3), in the shape's own frame; sizes in m.
Inertia BoxInertia(double density, const Vector3d& size);
Inertia SphereInertia(double density, double radius);
/// Axis along z.
Inertia CylinderInertia(double density, double radius, double length);
/// Axis along z; `length` is that of the cylindrical part.
Inertia CapsuleInertia(double density, double radius, double length);
Inertia EllipsoidInertia(double density, const Vector3d& radii);

/// Integrals over a mesh about a reference point R: over the surface, which show whether it is
/// closed, and over the volume, by tetrahedra with R as apex. Linear in the number of triangles.
struct MeshIntegrals {
  double area = 0.0;
  /// Integral of (x - R) n^T over the surface; for a closed surface, the volume times the identity.
  Matrix3d flux = Matrix3d::Zero();
  /// Integrals of (x - R) and (x - R)(x - R)^T over the volume.
  Vector3d first_moment = Vector3d::Zero();
  Matrix3d second_moment = Matrix3d::Zero();

  double volume() const { return flux.trace() / 3.0; }
};
MeshIntegrals IntegrateMesh(const TriMesh& mesh, const Vector3d& reference);

/// Mass, centre of mass and inertia of the solid bounded by the mesh; exact, not sampled. Fails if
/// the mesh encloses no volume (open, flat or inside out).
Result<Inertia> MeshInertia(double density, const TriMesh& mesh);

}  // namespace surefoot
