#include <algorithm>
#include <cmath>
#include <cstddef>

#include "surefoot/physics/collide/convex.h"

namespace surefoot::collide {
namespace {

/// Plane of a triangle: normal . x = offset.
struct Plane {
  Vector3d normal;
  double offset = 0.0;
  double area = 0.0;
};

/// A triangle without area has a zero normal.
Plane PlaneOf(const TriMesh& mesh, const std::array<std::uint32_t, 3>& triangle) {
  const Vector3d& a = mesh.vertices[triangle[0]];
  const Vector3d cross = (mesh.vertices[triangle[1]] - a).cross(mesh.vertices[triangle[2]] - a);
  Plane plane;
  plane.area = 0.5 * cross.norm();
  plane.normal = plane.area > 0.0 ? Vector3d(cross.normalized()) : Vector3d::Zero();
  plane.offset = plane.normal.dot(a);
  return plane;
}

}  // namespace

/// Coplanar triangles are merged to one face, whose corners are sorted by angle around their
/// centre. Quadratic in the number of triangles.
Hull MakeHull(const TriMesh& mesh) {
  Hull hull;
  hull.vertices = mesh.vertices;
  // Corners within 1e-5 of the size are in one plane: above the rounding of meshes in float.
  const double tolerance = 1e-5 * mesh.Bounds().diagonal().norm();
  std::vector<Plane> planes;
  for (const auto& triangle : mesh.triangles) planes.push_back(PlaneOf(mesh, triangle));
  std::vector<std::size_t> order(planes.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  // Large triangles define their plane most accurately, so they come first.
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return planes[a].area > planes[b].area; });
  std::vector<bool> done(planes.size(), false);
  for (const std::size_t i : order) {
    if (done[i] || planes[i].area <= 0.0) continue;
    const Plane& plane = planes[i];
    std::vector<int> corners;
    for (std::size_t k = 0; k < planes.size(); ++k) {
      const auto& triangle = mesh.triangles[k];
      const bool flat = std::all_of(triangle.begin(), triangle.end(), [&](std::uint32_t corner) {
        return std::abs(plane.normal.dot(mesh.vertices[corner]) - plane.offset) < tolerance;
      });
      if (k != i && (done[k] || !flat || planes[k].normal.dot(plane.normal) < 0.99)) continue;
      done[k] = true;
      for (const std::uint32_t corner : triangle) corners.push_back(static_cast<int>(corner));
    }
    std::sort(corners.begin(), corners.end());
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    Vector3d middle = Vector3d::Zero();
    for (const int corner : corners) {
      middle +=
          mesh.vertices[static_cast<std::size_t>(corner)] / static_cast<double>(corners.size());
    }
    const Vector3d u = plane.normal.unitOrthogonal();
    const Vector3d v = plane.normal.cross(u);
    const auto angle = [&](int corner) {
      const Vector3d arm = mesh.vertices[static_cast<std::size_t>(corner)] - middle;
      return std::atan2(arm.dot(v), arm.dot(u));
    };
    std::stable_sort(corners.begin(), corners.end(),
                     [&](int a, int b) { return angle(a) < angle(b); });
    Hull::Face face;
    face.normal = plane.normal;
    face.first = static_cast<int>(hull.loops.size());
    face.count = static_cast<int>(corners.size());
    hull.loops.insert(hull.loops.end(), corners.begin(), corners.end());
    hull.faces.push_back(face);
  }
  hull.vertex_first.push_back(0);
  for (std::size_t vertex = 0; vertex < hull.vertices.size(); ++vertex) {
    for (std::size_t f = 0; f < hull.faces.size(); ++f) {
      const Hull::Face& face = hull.faces[f];
      const auto begin = hull.loops.begin() + face.first;
      if (std::find(begin, begin + face.count, static_cast<int>(vertex)) != begin + face.count) {
        hull.vertex_faces.push_back(static_cast<int>(f));
      }
    }
    hull.vertex_first.push_back(static_cast<int>(hull.vertex_faces.size()));
  }
  return hull;
}

}  // namespace surefoot::collide
