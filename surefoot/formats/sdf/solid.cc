#include "surefoot/formats/sdf/solid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot::formats {
namespace {

using Index = std::uint32_t;

double SignedArea(const std::vector<Eigen::Vector2d>& outline) {
  double twice = 0.0;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Eigen::Vector2d& a = outline[i];
    const Eigen::Vector2d& b = outline[(i + 1) % outline.size()];
    twice += a.x() * b.y() - a.y() * b.x();
  }
  return 0.5 * twice;
}

}  // namespace

TriMesh MakeConeMesh(double radius, double length, int segments) {
  TriMesh mesh;
  mesh.vertices = {Vector3d(0.0, 0.0, 0.5 * length), Vector3d(0.0, 0.0, -0.5 * length)};
  for (int i = 0; i < segments; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / segments;
    mesh.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), -0.5 * length);
  }
  const Index count = static_cast<Index>(segments);
  for (Index i = 0; i < count; ++i) {
    const Index a = 2 + i;
    const Index b = 2 + (i + 1) % count;
    mesh.triangles.push_back({0, a, b});
    mesh.triangles.push_back({1, b, a});
  }
  return mesh;
}

TriMesh MakePrismMesh(std::vector<Eigen::Vector2d> outline, double height) {
  TriMesh mesh;
  if (outline.size() > 1 && outline.front() == outline.back()) outline.pop_back();
  const double area = SignedArea(outline);
  if (outline.size() < 3 || !(std::abs(area) > 0.0) || !(height > 0.0)) return mesh;
  if (area < 0.0) std::reverse(outline.begin(), outline.end());
  const Index count = static_cast<Index>(outline.size());
  std::vector<MeshCorner> corners;
  for (const double z : {0.0, height}) {
    for (const Eigen::Vector2d& p : outline) mesh.vertices.emplace_back(p.x(), p.y(), z);
  }
  for (const Eigen::Vector2d& p : outline) {
    MeshCorner corner;
    corner.position = Vector3d(p.x(), p.y(), 0.0);
    corners.push_back(corner);
  }
  for (const auto& triangle : CutPolygon(corners)) {
    const Index a = static_cast<Index>(triangle[0]);
    const Index b = static_cast<Index>(triangle[1]);
    const Index c = static_cast<Index>(triangle[2]);
    mesh.triangles.push_back({a, c, b});
    mesh.triangles.push_back({count + a, count + b, count + c});
  }
  for (Index i = 0; i < count; ++i) {
    const Index next = (i + 1) % count;
    mesh.triangles.push_back({i, next, count + next});
    mesh.triangles.push_back({i, count + next, count + i});
  }
  return mesh;
}

void AppendMesh(const TriMesh& mesh, TriMesh* all) {
  const Index offset = static_cast<Index>(all->vertices.size());
  all->vertices.insert(all->vertices.end(), mesh.vertices.begin(), mesh.vertices.end());
  for (const auto& triangle : mesh.triangles) {
    all->triangles.push_back({triangle[0] + offset, triangle[1] + offset, triangle[2] + offset});
  }
}

}  // namespace surefoot::formats
