#include "surefoot/render/smooth_normals.h"

#include <cmath>

namespace surefoot::render {
namespace {

// cos(35 degrees).
constexpr double kCosCrease = 0.819;

/// Upper limit of triangles at a vertex. The cost is quadratic in it, and a vertex with more is
/// usually the tip of a fan, where the flat normal looks right.
constexpr std::size_t kMaxAround = 64;

struct Face {
  /// `area` is twice the triangle's area; only ratios matter.
  Eigen::Vector3f normal;
  float area;
};

/// Normal and area of each triangle.
std::vector<Face> Faces(const TriMesh& mesh) {
  std::vector<Face> faces;
  faces.reserve(mesh.triangles.size());
  for (const auto& t : mesh.triangles) {
    const Vector3d& a = mesh.vertices[t[0]];
    const Vector3d cross = (mesh.vertices[t[1]] - a).cross(mesh.vertices[t[2]] - a);
    const double length = cross.norm();
    const Vector3d normal = length > 0.0 ? Vector3d(cross / length) : Vector3d::UnitZ();
    faces.push_back(Face{normal.cast<float>(), static_cast<float>(length)});
  }
  return faces;
}

/// Triangles at each vertex in compressed rows: those of vertex i are first[i] to first[i + 1].
struct Around {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> faces;
};

/// The triangles at each vertex, as a table of lists.
Around FacesAround(const TriMesh& mesh) {
  Around around;
  around.first.assign(mesh.vertices.size() + 1, 0);
  for (const auto& t : mesh.triangles) {
    for (const std::uint32_t vertex : t) ++around.first[vertex + 1];
  }
  for (std::size_t i = 1; i < around.first.size(); ++i) around.first[i] += around.first[i - 1];
  std::vector<std::uint32_t> next(around.first.begin(), around.first.end() - 1);
  around.faces.resize(3 * mesh.triangles.size());
  for (std::size_t face = 0; face < mesh.triangles.size(); ++face) {
    for (const std::uint32_t vertex : mesh.triangles[face]) {
      around.faces[next[vertex]++] = static_cast<std::uint32_t>(face);
    }
  }
  return around;
}

}  // namespace

// A corner averages the triangles of its vertex that are nearly coplanar, so edges stay sharp.
std::vector<Eigen::Vector3f> CornerNormals(const TriMesh& mesh) {
  const std::vector<Face> faces = Faces(mesh);
  const Around around = FacesAround(mesh);
  std::vector<Eigen::Vector3f> normals;
  normals.reserve(3 * mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t vertex : mesh.triangles[i]) {
      Eigen::Vector3f sum = Eigen::Vector3f::Zero();
      const std::uint32_t first = around.first[vertex];
      const std::uint32_t last = around.first[vertex + 1];
      for (std::uint32_t j = first; last - first <= kMaxAround && j < last; ++j) {
        const Face& other = faces[around.faces[j]];
        if (other.normal.dot(faces[i].normal) > static_cast<float>(kCosCrease)) {
          sum += other.area * other.normal;
        }
      }
      const float length = sum.norm();
      normals.push_back(length > 0.0F ? Eigen::Vector3f(sum / length) : faces[i].normal);
    }
  }
  return normals;
}

}  // namespace surefoot::render
