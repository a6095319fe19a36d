#include "surefoot/geometry/mesh/mass_properties.h"

#include <array>
#include <cmath>

#include "surefoot/base/text.h"

namespace surefoot {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// A body whose centre of mass is the frame's origin and whose axes are principal.
Inertia Centred(double mass, double ixx, double iyy, double izz) {
  Inertia inertia;
  inertia.mass = mass;
  inertia.I_BBcm_B = Vector3d(ixx, iyy, izz).asDiagonal();
  return inertia;
}

/// Why the integrals are not those of a closed, outward surface; empty if they are.
std::string WhyNoVolume(const MeshIntegrals& sums, double extent) {
  if (!sums.flux.allFinite()) return "the mesh has coordinates that are not finite";
  const double volume = sums.volume();
  const double rounding = 1e-6 * sums.area * extent;
  // Three volumes, one for each axis, agree only for a closed surface. Pinholes and T-junctions of
  // real files stay below one part in a thousand.
  const double openness = (sums.flux - volume * Matrix3d::Identity()).norm();
  if (openness > 1e-3 * std::abs(volume) + rounding) {
    return "the mesh is open: its surface does not enclose a volume; close the holes, or give the "
           "inertia explicitly";
  }
  if (std::abs(volume) <= rounding) {
    return "the mesh is flat: it encloses " + NumberText(volume, 6) + " m^3 with a surface of " +
           NumberText(sums.area, 6) + " m^2; give the inertia explicitly";
  }
  if (volume < 0.0) {
    return "the mesh is inside out (volume " + NumberText(volume, 6) +
           " m^3): its triangles face inwards; flip its normals, or mirror it with a negative "
           "scale";
  }
  return {};
}

}  // namespace

MeshIntegrals IntegrateMesh(const TriMesh& mesh, const Vector3d& reference) {
  MeshIntegrals sums;
  for (const std::array<std::uint32_t, 3>& triangle : mesh.triangles) {
    const Vector3d a = mesh.vertices[triangle[0]] - reference;
    const Vector3d b = mesh.vertices[triangle[1]] - reference;
    const Vector3d c = mesh.vertices[triangle[2]] - reference;
    const Vector3d area_normal = 0.5 * (b - a).cross(c - a);
    const Vector3d sum = a + b + c;
    // Closed forms for a tetrahedron with one vertex at the origin (Tonon 2004).
    const double six_volumes = a.dot(b.cross(c));
    sums.area += area_normal.norm();
    sums.flux += sum / 3.0 * area_normal.transpose();
    sums.first_moment += six_volumes / 24.0 * sum;
    sums.second_moment +=
        six_volumes / 120.0 *
        (sum * sum.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  return sums;
}

Inertia BoxInertia(double density, const Vector3d& size) {
  const double mass = density * size.prod();
  const Vector3d s = size.cwiseProduct(size) / 12.0;
  return Centred(mass, mass * (s.y() + s.z()), mass * (s.x() + s.z()), mass * (s.x() + s.y()));
}

Inertia SphereInertia(double density, double radius) {
  return EllipsoidInertia(density, Vector3d::Constant(radius));
}

Inertia CylinderInertia(double density, double radius, double length) {
  const double r2 = radius * radius;
  const double mass = density * kPi * r2 * length;
  const double across = mass * (r2 / 4.0 + length * length / 12.0);
  return Centred(mass, across, across, mass * r2 / 2.0);
}

Inertia CapsuleInertia(double density, double radius, double length) {
  const Inertia cylinder = CylinderInertia(density, radius, length);
  const double r2 = radius * radius;
  // Both hemispheres together; the centre of mass of one is 3/8 r from its flat face.
  const double mass = density * 4.0 / 3.0 * kPi * r2 * radius;
  const double along = 0.4 * mass * r2;
  const double across = along + mass * (length * length / 4.0 + 3.0 / 8.0 * radius * length);
  return Centred(cylinder.mass + mass, cylinder.I_BBcm_B(0, 0) + across,
                 cylinder.I_BBcm_B(1, 1) + across, cylinder.I_BBcm_B(2, 2) + along);
}

Inertia EllipsoidInertia(double density, const Vector3d& radii) {
  const double mass = density * 4.0 / 3.0 * kPi * radii.prod();
  const Vector3d s = radii.cwiseProduct(radii) / 5.0;
  return Centred(mass, mass * (s.y() + s.z()), mass * (s.x() + s.z()), mass * (s.x() + s.y()));
}

Result<Inertia> MeshInertia(double density, const TriMesh& mesh) {
  if (mesh.triangles.empty()) return Error{"the mesh has no triangles, so it encloses no volume"};
  // A reference in the middle keeps the terms small; the result does not depend on it.
  const Eigen::AlignedBox3d bounds = mesh.Bounds();
  const Vector3d reference = bounds.center();
  const MeshIntegrals sums = IntegrateMesh(mesh, reference);
  const std::string why = WhyNoVolume(sums, bounds.diagonal().norm());
  if (!why.empty()) return Error{why};

  const double volume = sums.volume();
  const Vector3d centre = sums.first_moment / volume;
  const Matrix3d spread = sums.second_moment - volume * centre * centre.transpose();
  Inertia inertia;
  inertia.mass = density * volume;
  inertia.p_BBcm = reference + centre;
  // From the second moment S to the inertia: I = trace(S) 1 - S.
  inertia.I_BBcm_B = density * (spread.trace() * Matrix3d::Identity() - spread);
  return inertia;
}

}  // namespace surefoot
