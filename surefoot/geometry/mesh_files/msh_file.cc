#include <cstring>
#include <string>

#include "surefoot/geometry/mesh_files/mesh_readers.h"

namespace surefoot {
namespace {

/// Four counts, then the arrays: vertices, normals, texture coordinates (floats), faces (integers).
/// See MuJoCo's documentation, "MSH file format".
struct Layout {
  std::int32_t vertices = 0;
  std::int32_t normals = 0;
  std::int32_t texture_coordinates = 0;
  std::int32_t faces = 0;

  std::uint64_t normals_at() const { return 16 + 12 * static_cast<std::uint64_t>(vertices); }
  std::uint64_t texture_at() const {
    return normals_at() + 12 * static_cast<std::uint64_t>(normals);
  }
  std::uint64_t faces_at() const {
    return texture_at() + 8 * static_cast<std::uint64_t>(texture_coordinates);
  }
  std::uint64_t size() const { return faces_at() + 12 * static_cast<std::uint64_t>(faces); }
};

/// Unaligned reads, because the file's arrays need not be aligned in memory.
template <typename T, std::size_t kCount>
std::array<T, kCount> Load(const std::string& bytes, std::uint64_t at, std::uint64_t index) {
  std::array<T, kCount> values;
  std::memcpy(values.data(), bytes.data() + at + index * sizeof values, sizeof values);
  return values;
}

MeshCorner CornerAt(const std::string& bytes, const Layout& layout, std::uint64_t vertex) {
  MeshCorner corner;
  const auto p = Load<float, 3>(bytes, 16, vertex);
  corner.position = Vector3d(p[0], p[1], p[2]);
  if (layout.normals == layout.vertices) {
    const auto n = Load<float, 3>(bytes, layout.normals_at(), vertex);
    const Vector3d normal(n[0], n[1], n[2]);
    if (normal.allFinite() && normal.norm() > 1e-9) corner.normal = normal.normalized();
  }
  if (layout.texture_coordinates == layout.vertices) {
    const auto t = Load<float, 2>(bytes, layout.texture_at(), vertex);
    corner.texture_coordinate = Eigen::Vector2d(t[0], t[1]);
  }
  return corner;
}

}  // namespace

Status ReadMsh(const std::string& bytes, MeshBuilder* builder) {
  Layout layout;
  if (bytes.size() < sizeof layout) return Error{"too short for a MuJoCo mesh"};
  std::memcpy(&layout, bytes.data(), sizeof layout);
  const bool counts_ok = layout.vertices >= 4 && layout.faces >= 1 && layout.normals >= 0 &&
                         layout.texture_coordinates >= 0;
  // The exact size is the format's only redundancy, so it serves as its magic number.
  if (!counts_ok || layout.size() != bytes.size()) {
    return Error{
        "the numbers of vertices and faces do not match the file's length; the file is "
        "truncated or is not a MuJoCo mesh: copy it again"};
  }
  builder->BeginPart({}, Eigen::Affine3d::Identity());
  builder->ExpectTriangles(static_cast<std::size_t>(layout.faces));
  if (layout.texture_coordinates == layout.vertices) builder->StartTextureCoordinates();
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(layout.faces); ++i) {
    const auto face = Load<std::int32_t, 3>(bytes, layout.faces_at(), i);
    std::array<MeshCorner, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) {
      if (face[k] < 0 || face[k] >= layout.vertices) {
        return Error{"face " + std::to_string(i + 1) + " has a vertex that does not exist"};
      }
      corners[k] = CornerAt(bytes, layout, static_cast<std::uint64_t>(face[k]));
    }
    if (!builder->AddTriangle(corners, 0)) return Error{"more than 10 million triangles"};
  }
  return {};
}

}  // namespace surefoot
