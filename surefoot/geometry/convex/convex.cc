#include "surefoot/geometry/convex/convex.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "surefoot/geometry/convex/convex_simplify.h"
#include "surefoot/geometry/mesh/mass_properties.h"

// A closed mesh is nearly convex if its volume is nearly that of its hull.

namespace surefoot {
namespace {

bool IndicesAreValid(const TriMesh& mesh) {
  for (const std::array<std::uint32_t, 3>& triangle : mesh.triangles) {
    for (const std::uint32_t corner : triangle) {
      if (corner >= mesh.vertices.size()) return false;
    }
  }
  return true;
}

/// Whether the volumes measured along the three axes agree, as they do for a closed surface
/// (Gauss's theorem with the fields x, y and z).
bool IsClosed(const MeshIntegrals& sums, double extent) {
  const double openness = (sums.flux - sums.volume() * Matrix3d::Identity()).norm();
  return openness <= 1e-3 * std::abs(sums.volume()) + 1e-9 * sums.area * extent;
}

}  // namespace

bool IsNearlyConvex(const TriMesh& mesh, double fraction) {
  if (mesh.triangles.empty() || !IndicesAreValid(mesh)) return false;
  const Eigen::AlignedBox3d bounds = mesh.Bounds();
  const double extent = bounds.diagonal().norm();
  const MeshIntegrals sums = IntegrateMesh(mesh, bounds.center());
  if (!sums.flux.allFinite() || !IsClosed(sums, extent)) return false;

  // A mesh turned inside out is convex, too. The cheap test first: a hull cannot exceed the
  // bounding box.
  const double volume = std::abs(sums.volume());
  const Vector3d sides = bounds.sizes();
  const double bounds_area =
      2.0 * (sides.x() * sides.y() + sides.y() * sides.z() + sides.z() * sides.x());
  const auto fills = [&](double hull_volume, double hull_area) {
    // More volume than the hull's, or much more surface, indicates overlapping pieces.
    return volume >= fraction * hull_volume && volume <= 1.001 * hull_volume &&
           sums.area <= 1.25 * hull_area;
  };
  if (volume <= 0.0 || volume > 1.001 * bounds.volume()) return false;
  if (fills(bounds.volume(), bounds_area)) return true;

  // Next, an inner hull of few points, which may be slightly too small.
  const std::optional<convex::InnerHull> inner =
      convex::MakeInnerHull(mesh.vertices, 1e-3 * extent, 3);
  if (!inner.has_value()) return false;
  const MeshIntegrals inner_sums = IntegrateMesh(inner->hull, bounds.center());
  if (volume < fraction * inner_sums.volume()) return false;
  // A convex body grows by at most about distance times area when it is inflated by the distance.
  const double max = inner_sums.volume() + 1.1 * inner->beyond * inner_sums.area;
  if (volume >= fraction * max && fills(inner_sums.volume(), inner_sums.area)) return true;

  const Result<TriMesh> hull = ConvexHull(mesh.vertices);
  if (!hull.ok()) return false;
  const MeshIntegrals hull_sums = IntegrateMesh(*hull, bounds.center());
  return fills(hull_sums.volume(), hull_sums.area);
}

}  // namespace surefoot
