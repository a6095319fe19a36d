#include <algorithm>
#include <cmath>

#include "surefoot/formats/mjcf/assets.h"
#include "surefoot/math/decompose.h"

namespace surefoot::formats::mjcf {
namespace {

/// Smallest volume (m3) or area (m2) that counts: a cube of 10 micrometres.
constexpr double kMinVolume = 1e-15;

/// A triangle with its corners relative to a common origin, the apex of a tetrahedron.
struct Triangle {
  Vector3d a, b, c;
  Vector3d center() const { return (a + b + c) / 3.0; }
  /// Normal vector whose length is the area.
  Vector3d area_vector() const { return 0.5 * (b - a).cross(c - a); }
};

Triangle TriangleAt(const TriMesh& mesh, std::size_t i, const Vector3d& origin) {
  const auto& corners = mesh.triangles[i];
  return {mesh.vertices[corners[0]] - origin, mesh.vertices[corners[1]] - origin,
          mesh.vertices[corners[2]] - origin};
}

/// Signed volume of the tetrahedron between the origin and the triangle; for "shell" the triangle's
/// area. Signed volumes add up to the volume of a closed mesh wherever the origin is.
double Weight(const Triangle& triangle, const std::string& kind) {
  if (kind == "shell") return triangle.area_vector().norm();
  const double volume = triangle.center().dot(triangle.area_vector()) / 3.0;
  return kind == "legacy" ? std::abs(volume) : volume;
}

/// Centroid of the surface. MuJoCo's legacy rule depends on the apex, so it is the same as
/// MuJoCo's.
Vector3d SurfaceCenter(const TriMesh& mesh) {
  Vector3d sum = Vector3d::Zero();
  double area = 0.0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle triangle = TriangleAt(mesh, i, Vector3d::Zero());
    const double a = triangle.area_vector().norm();
    sum += a * triangle.center();
    area += a;
  }
  return area > 0.0 ? Vector3d(sum / area) : Vector3d::Zero();
}

/// The integral of x x^T over a tetrahedron with its apex at the origin (divisor 20) or over a
/// triangle (divisor 12): weight / divisor * (s s^T + a a^T + b b^T + c c^T) with s = a + b + c.
/// Tonon, "Explicit Exact Formulas for the 3-D Tetrahedron Inertia Tensor", 2004, has the same in
/// components.
Matrix3d SecondMoment(const Triangle& t, double weight, double divisor) {
  const Vector3d sum = t.a + t.b + t.c;
  return weight / divisor *
         (sum * sum.transpose() + t.a * t.a.transpose() + t.b * t.b.transpose() +
          t.c * t.c.transpose());
}

}  // namespace

std::optional<Inertia> MeshMass(const TriMesh& mesh, const std::string& kind) {
  const bool shell = kind == "shell";
  const Vector3d start = SurfaceCenter(mesh);
  Inertia inertia;
  Vector3d moment = Vector3d::Zero();
  double volume = 0.0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle triangle = TriangleAt(mesh, i, start);
    const double weight = Weight(triangle, kind);
    volume += weight;
    moment += weight * (shell ? 1.0 : 0.75) * triangle.center();
  }
  if (!(volume > kMinVolume)) return std::nullopt;
  inertia.p_BBcm = start + moment / volume;
  Matrix3d second = Matrix3d::Zero();
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle triangle = TriangleAt(mesh, i, inertia.p_BBcm);
    const double weight = Weight(triangle, kind);
    inertia.mass += weight;
    second += SecondMoment(triangle, weight, shell ? 12.0 : 20.0);
  }
  inertia.I_BBcm_B = second.trace() * Matrix3d::Identity() - second;
  if (!(inertia.mass > kMinVolume) || !inertia.I_BBcm_B.allFinite()) return std::nullopt;
  return inertia;
}

namespace {

/// The primitive for the half sizes `half` of a box. With `bounds` it is at least as wide as the
/// box along each axis, otherwise as wide on average.
world::Geometry MakeShape(const std::string& type, const Vector3d& half, bool bounds) {
  if (type == "box") return world::Box{2.0 * half};
  if (type == "ellipsoid") return world::Ellipsoid{half};
  if (type == "sphere") return world::Sphere{bounds ? half.maxCoeff() : half.mean()};
  const double radius = bounds ? std::max(half.x(), half.y()) : 0.5 * (half.x() + half.y());
  if (type == "cylinder") return world::Cylinder{radius, 2.0 * half.z()};
  const double cap = bounds ? radius : 0.5 * radius;
  return world::Capsule{radius, 2.0 * std::max(half.z() - cap, 1e-9)};
}

}  // namespace

/// The box of equal inertia follows from the moments of a solid box, I_x = m (L_y^2 + L_z^2) / 12
/// and so on: L_i^2 = 6 (I_x + I_y + I_z - 2 I_i) / m.
std::optional<FittedShape> FitShape(const TriMesh& mesh, const Inertia& inertia,
                                    const std::string& type, bool bounds, double scale) {
  const PrincipalAxes principal = PrincipalAxesOf(inertia.I_BBcm_B);
  // The largest moment first, so that the longest side is along z.
  const Vector3d moments = principal.values.reverse();
  Matrix3d R = principal.axes.rowwise().reverse();
  if (R.determinant() < 0.0) R.col(2) = -R.col(2);
  FittedShape fitted;
  fitted.X_MS = RigidTransform(Quaterniond(R).normalized(), inertia.p_BBcm);
  Vector3d half;
  for (int i = 0; i < 3; ++i) {
    half[i] =
        0.5 * std::sqrt(std::max(6.0 * (moments.sum() - 2.0 * moments[i]), 0.0) / inertia.mass);
  }
  if (bounds) {
    Eigen::AlignedBox3d box;
    const RigidTransform X_SM = fitted.X_MS.Inverse();
    for (const Vector3d& vertex : mesh.vertices) box.extend(X_SM * vertex);
    half = 0.5 * box.sizes();
    fitted.X_MS = fitted.X_MS * RigidTransform(Vector3d(box.center()));
  }
  half *= scale;
  if (!half.allFinite() || !(half.minCoeff() > 0.0)) return std::nullopt;
  fitted.geometry = MakeShape(type, half, bounds);
  return fitted;
}

}  // namespace surefoot::formats::mjcf
