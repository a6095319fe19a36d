#include "surefoot/geometry/convex/convex_simplify.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "surefoot/base/items.h"
#include "surefoot/geometry/convex/convex.h"

namespace surefoot::convex {
namespace {

/// The extreme points along the axes and diagonals: 26 directions.
std::vector<Vector3d> ExtremePoints(const std::vector<Vector3d>& points) {
  std::vector<std::size_t> chosen;
  for (int i = 0; i < 27; ++i) {
    const Vector3d direction(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    std::size_t best = 0;
    double best_reach = points[0].dot(direction);
    for (std::size_t p = 1; p < points.size(); ++p) {
      const double reach = points[p].dot(direction);
      if (reach <= best_reach) continue;
      best = p;
      best_reach = reach;
    }
    chosen.push_back(best);
  }
  std::sort(chosen.begin(), chosen.end());
  chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
  return Mapped<Vector3d>(chosen, [&](const std::size_t p) { return points[p]; });
}

/// For each plane, the point farthest beyond it among those for which it is the worst plane. Points
/// that are within the tolerance of all planes are removed from `points`.
std::vector<Vector3d> FarthestBeyond(const std::vector<Eigen::Vector4d>& planes, double tolerance,
                                     std::vector<Vector3d>* points, double* beyond) {
  std::vector<double> worst(planes.size(), tolerance);
  std::vector<Vector3d> farthest(planes.size());
  std::vector<Vector3d> left;
  for (const Vector3d& point : *points) {
    double distance = tolerance;
    std::size_t plane = planes.size();
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const double d = planes[i].head<3>().dot(point) - planes[i].w();
      *beyond = std::max(*beyond, d);
      if (d <= distance) continue;
      distance = d;
      plane = i;
    }
    if (plane == planes.size()) continue;
    left.push_back(point);
    if (distance <= worst[plane]) continue;
    worst[plane] = distance;
    farthest[plane] = point;
  }
  *points = std::move(left);
  std::vector<Vector3d> found;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    if (worst[i] > tolerance) found.push_back(farthest[i]);
  }
  return found;
}

}  // namespace

std::vector<Eigen::Vector4d> PlanesOf(const TriMesh& hull, double tolerance) {
  std::vector<Eigen::Vector4d> planes;
  for (const auto& t : hull.triangles) {
    const Vector3d& a = hull.vertices[t[0]];
    const Vector3d normal = (hull.vertices[t[1]] - a).cross(hull.vertices[t[2]] - a);
    const double length = normal.norm();
    if (!(length > 0.0)) continue;  // A sliver has no normal.
    const Vector3d n = normal / length;
    const Eigen::Vector4d plane(n.x(), n.y(), n.z(), n.dot(a));
    const bool known = std::any_of(planes.begin(), planes.end(), [&](const Eigen::Vector4d& p) {
      return p.head<3>().dot(n) > 1.0 - 1e-10 && std::abs(p.w() - plane.w()) < tolerance;
    });
    if (!known) planes.push_back(plane);
  }
  return planes;
}

/// As in Quickhull, each round adds the point farthest beyond every plane; but it ends at a
/// tolerance, so few hulls of few points are built.
std::optional<InnerHull> MakeInnerHull(const std::vector<Vector3d>& points, double tolerance,
                                       int rounds, std::size_t max_vertices) {
  if (points.size() < 4) return std::nullopt;
  Result<TriMesh> hull = ConvexHull(ExtremePoints(points));
  // The few extreme points of a thin body may be coplanar although the body is not.
  const bool is_thin = !hull.ok();
  if (is_thin) hull = ConvexHull(points);
  if (!hull.ok()) return std::nullopt;
  InnerHull inner{std::move(hull).value(), 0.0};
  if (is_thin) return inner;
  std::vector<Vector3d> left = points;
  for (int round = 0;; ++round) {
    inner.beyond = 0.0;
    const std::vector<Vector3d> farthest =
        FarthestBeyond(PlanesOf(inner.hull, 1e-3 * tolerance), tolerance, &left, &inner.beyond);
    if (farthest.empty() || round == rounds) return inner;
    std::vector<Vector3d> taken = inner.hull.vertices;
    taken.insert(taken.end(), farthest.begin(), farthest.end());
    hull = ConvexHull(taken);
    if (!hull.ok()) return inner;
    inner.hull = std::move(hull).value();
    if (inner.hull.vertices.size() > max_vertices) return inner;
  }
}

}  // namespace surefoot::convex
