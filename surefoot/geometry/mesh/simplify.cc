#include "surefoot/geometry/mesh/simplify.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

#include "surefoot/base/items.h"

// Vertex clustering (Rossignac and Borrel, 1993): vertices of a cell of a grid are merged. It is
// fast and bounds the deviation by the cell's diagonal.

namespace surefoot {
namespace {

using Triangle = std::array<std::uint32_t, 3>;

/// The grid cell of a point, 21 bits for each axis.
std::uint64_t CellOf(const Vector3d& offset, double size) {
  std::uint64_t key = 0;
  for (int i = 0; i < 3; ++i) {
    const double cell = std::clamp(std::floor(offset[i] / size), 0.0, 2097151.0);
    key = key << 21 | static_cast<std::uint64_t>(cell);
  }
  return key;
}

/// For each vertex, the representative of its cell.
std::vector<std::uint32_t> Representatives(const TriMesh& mesh, const Vector3d& origin,
                                           double size) {
  const std::size_t count = mesh.vertices.size();
  std::vector<std::pair<std::uint64_t, std::uint32_t>> cells(count);
  for (std::size_t i = 0; i < count; ++i) {
    cells[i] = {CellOf(mesh.vertices[i] - origin, size), static_cast<std::uint32_t>(i)};
  }
  std::sort(cells.begin(), cells.end());
  std::vector<std::uint32_t> chosen(count);
  for (std::size_t first = 0; first < count;) {
    std::size_t last = first;
    Vector3d mean = Vector3d::Zero();
    while (last < count && cells[last].first == cells[first].first) {
      mean += mesh.vertices[cells[last++].second];
    }
    mean /= static_cast<double>(last - first);
    std::uint32_t best = cells[first].second;
    for (std::size_t i = first; i < last; ++i) {
      const std::uint32_t vertex = cells[i].second;
      if ((mesh.vertices[vertex] - mean).squaredNorm() <
          (mesh.vertices[best] - mean).squaredNorm()) {
        best = vertex;
      }
    }
    for (std::size_t i = first; i < last; ++i) chosen[cells[i].second] = best;
    first = last;
  }
  return chosen;
}

/// The triangles between representatives, each once, in the order of the mesh.
std::vector<Triangle> MovedTriangles(const TriMesh& mesh, const std::vector<std::uint32_t>& to) {
  std::vector<std::pair<Triangle, std::uint32_t>> moved;
  for (const Triangle& t : mesh.triangles) {
    Triangle m = {to[t[0]], to[t[1]], to[t[2]]};
    if (m[0] == m[1] || m[1] == m[2] || m[2] == m[0]) continue;
    std::rotate(m.begin(), std::min_element(m.begin(), m.end()), m.end());
    moved.emplace_back(m, static_cast<std::uint32_t>(moved.size()));
  }
  std::sort(moved.begin(), moved.end());
  const auto same = [](const auto& a, const auto& b) { return a.first == b.first; };
  moved.erase(std::unique(moved.begin(), moved.end(), same), moved.end());
  std::sort(moved.begin(), moved.end(),
            [](const auto& a, const auto& b) { return a.second < b.second; });
  return Mapped<Triangle>(moved, [&](const auto& entry) { return entry.first; });
}

/// Renumbers vertices in the order of their first use.
TriMesh WithUsedVertices(const std::vector<Vector3d>& vertices, std::vector<Triangle> triangles) {
  std::vector<std::uint32_t> index(vertices.size(), 0);  // Index plus one; 0 is unused.
  TriMesh mesh;
  for (Triangle& triangle : triangles) {
    for (std::uint32_t& corner : triangle) {
      if (index[corner] == 0) {
        mesh.vertices.push_back(vertices[corner]);
        index[corner] = static_cast<std::uint32_t>(mesh.vertices.size());
      }
      corner = index[corner] - 1;
    }
  }
  mesh.triangles = std::move(triangles);
  return mesh;
}

}  // namespace

TriMesh Simplified(const TriMesh& mesh, double max_deviation, std::size_t max_triangles) {
  if (mesh.triangles.size() <= max_triangles || !(max_deviation > 0.0)) return mesh;
  const Vector3d origin = mesh.Bounds().min();
  const double largest =
      max_deviation / std::sqrt(3.0);  // The diagonal of a cell is the largest movement.
  for (const double fraction : {0.125, 0.25, 0.5, 1.0}) {
    std::vector<Triangle> triangles =
        MovedTriangles(mesh, Representatives(mesh, origin, fraction * largest));
    if (triangles.empty()) break;
    if (triangles.size() <= max_triangles || fraction == 1.0) {
      return WithUsedVertices(mesh.vertices, std::move(triangles));
    }
  }
  return mesh;
}

}  // namespace surefoot
