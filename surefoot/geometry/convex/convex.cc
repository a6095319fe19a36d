#include "surefoot/geometry/convex/convex.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "surefoot/geometry/convex/convex_simplify.h"

namespace surefoot {
namespace {

/// Integrals over a surface, taken about the middle of its bounds.
struct SurfaceIntegrals {
  double area = 0.0;
  /// Integral of x n^T; the volume times identity for a closed surface.
  Matrix3d flux = Matrix3d::Zero();

  double volume() const { return flux.trace() / 3.0; }
};

bool IndicesAreValid(const TriMesh& mesh) {
  for (const std::array<std::uint32_t, 3>& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) {
      if (corner >= mesh.vertices.size()) return false;
    }
  }
  return true;
}

SurfaceIntegrals Integrate(const TriMesh& mesh, const Vector3d& middle) {
  SurfaceIntegrals sums;
  for (const std::array<std::uint32_t, 3>& triangle : mesh.triangles) {
    const Vector3d a = mesh.vertices[triangle[0]] - middle;
    const Vector3d b = mesh.vertices[triangle[1]] - middle;
    const Vector3d c = mesh.vertices[triangle[2]] - middle;
    const Vector3d area_normal = 0.5 * (b - a).cross(c - a);
    sums.area += area_normal.norm();
    sums.flux += (a + b + c) / 3.0 * area_normal.transpose();
  }
  return sums;
}

/// The volumes measured along the three axes agree, as they do for a closed surface.
bool IsClosed(const SurfaceIntegrals& sums, double extent) {
  const double openness = (sums.flux - sums.volume() * Matrix3d::Identity()).norm();
  return openness <= 1e-3 * std::abs(sums.volume()) + 1e-9 * sums.area * extent;
}

}  // namespace

bool IsNearlyConvex(const TriMesh& mesh, double fraction) {
  if (mesh.triangles.empty() || !IndicesAreValid(mesh)) return false;
  const Eigen::AlignedBox3d bounds = mesh.Bounds();
  const double extent = bounds.diagonal().norm();
  const SurfaceIntegrals sums = Integrate(mesh, bounds.center());
  if (!sums.flux.allFinite() || !IsClosed(sums, extent)) return false;

  // Inside out is convex too. The cheap answer first: the hull is no larger than the bounds.
  const double volume = std::abs(sums.volume());
  const Vector3d sides = bounds.sizes();
  const double bounds_area =
      2.0 * (sides.x() * sides.y() + sides.y() * sides.z() + sides.z() * sides.x());
  const auto fills = [&](double hull_volume, double hull_area) {
    // More volume than the hull's, or much more surface, is that of pieces that overlap.
    return volume >= fraction * hull_volume && volume <= 1.001 * hull_volume &&
           sums.area <= 1.25 * hull_area;
  };
  if (volume <= 0.0 || volume > 1.001 * bounds.volume()) return false;
  if (fills(bounds.volume(), bounds_area)) return true;

  // Then a hull that may be a little small, of a few points.
  const std::optional<convex::InnerHull> inner =
      convex::MakeInnerHull(mesh.vertices, 1e-3 * extent, 3);
  if (!inner.has_value()) return false;
  const SurfaceIntegrals inner_sums = Integrate(inner->hull, bounds.center());
  if (volume < fraction * inner_sums.volume()) return false;
  const double most = inner_sums.volume() + 1.1 * inner->beyond * inner_sums.area;
  if (volume >= fraction * most && fills(inner_sums.volume(), inner_sums.area)) return true;

  const Result<TriMesh> hull = ConvexHull(mesh.vertices);
  if (!hull.ok()) return false;
  const SurfaceIntegrals hull_sums = Integrate(*hull, bounds.center());
  return fills(hull_sums.volume(), hull_sums.area);
}

}  // namespace surefoot
