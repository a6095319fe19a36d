#include <cstddef>
#include <vector>

#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot {
namespace {

using Eigen::Vector2d;

/// Cutting ears takes time with the square of the corners; longer ones are fanned.
constexpr std::size_t kMostCorners = 256;

double Cross(const Vector2d& a, const Vector2d& b) { return a.x() * b.y() - a.y() * b.x(); }

/// The corners in the plane of the polygon, counter-clockwise; Newell's normal also suits polygons
/// that are not quite flat.
std::vector<Vector2d> Flattened(const std::vector<MeshCorner>& corners) {
  Vector3d normal = Vector3d::Zero();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vector3d a = corners[i].position - corners[0].position;
    const Vector3d b = corners[(i + 1) % corners.size()].position - corners[0].position;
    normal += a.cross(b);
  }
  const Vector3d u = normal.unitOrthogonal();
  const Vector3d v = normal.normalized().cross(u);
  std::vector<Vector2d> points;
  for (const MeshCorner& corner : corners) {
    const Vector3d offset = corner.position - corners[0].position;
    points.emplace_back(offset.dot(u), offset.dot(v));
  }
  return points;
}

bool IsInside(const Vector2d& p, const Vector2d& a, const Vector2d& b, const Vector2d& c) {
  return Cross(b - a, p - a) >= 0.0 && Cross(c - b, p - b) >= 0.0 && Cross(a - c, p - c) >= 0.0;
}

/// True when corner `at` of the remaining ring sticks out and no other corner lies in it.
bool IsEar(const std::vector<Vector2d>& points, const std::vector<std::size_t>& ring,
           std::size_t at) {
  const std::size_t count = ring.size();
  const std::size_t before = ring[(at + count - 1) % count];
  const std::size_t after = ring[(at + 1) % count];
  const Vector2d& a = points[before];
  const Vector2d& b = points[ring[at]];
  const Vector2d& c = points[after];
  if (Cross(b - a, c - b) <= 0.0) return false;
  for (const std::size_t index : ring) {
    if (index == before || index == ring[at] || index == after) continue;
    const Vector2d& p = points[index];
    if (p != a && p != b && p != c && IsInside(p, a, b, c)) return false;
  }
  return true;
}

bool IsConvex(const std::vector<Vector2d>& points) {
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector2d& b = points[(i + 1) % points.size()];
    const Vector2d& c = points[(i + 2) % points.size()];
    if (Cross(b - points[i], c - b) < 0.0) return false;
  }
  return true;
}

}  // namespace

std::vector<std::array<std::size_t, 3>> CutPolygon(const std::vector<MeshCorner>& corners) {
  std::vector<std::array<std::size_t, 3>> triangles;
  if (corners.size() < 3) return triangles;
  std::vector<std::size_t> ring(corners.size());
  for (std::size_t i = 0; i < ring.size(); ++i) ring[i] = i;

  if (corners.size() <= kMostCorners) {
    const std::vector<Vector2d> points = Flattened(corners);
    if (!IsConvex(points)) {
      for (bool found = true; found && ring.size() > 3;) {
        found = false;
        for (std::size_t at = 0; at < ring.size() && ring.size() > 3; ++at) {
          if (!IsEar(points, ring, at)) continue;
          const std::size_t count = ring.size();
          triangles.push_back({ring[(at + count - 1) % count], ring[at], ring[(at + 1) % count]});
          ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(at));
          found = true;
        }
      }
    }
  }
  // What is left is convex, or so twisted that no cut is right.
  for (std::size_t i = 2; i < ring.size(); ++i) {
    triangles.push_back({ring[0], ring[i - 1], ring[i]});
  }
  return triangles;
}

}  // namespace surefoot
