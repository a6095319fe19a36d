#include "surefoot/geometry/mesh/tri_mesh.h"

#include <cmath>
#include <string>
#include <utility>

#include "surefoot/base/check.h"

namespace surefoot {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Normals transform with the cofactor matrix, which exists even if a factor is zero.
Vector3d ScaledNormal(const Vector3d& normal, const Vector3d& scale) {
  const double sign = scale.prod() < 0.0 ? -1.0 : 1.0;
  const Vector3d cofactors(scale.y() * scale.z(), scale.x() * scale.z(), scale.x() * scale.y());
  const Vector3d scaled = sign * cofactors.cwiseProduct(normal);
  const double length = scaled.norm();
  return length > 0.0 ? Vector3d(scaled / length) : normal;
}

/// A point on a circle about z, at step `index` of `segments`.
Vector3d OnCircle(double radius, double z, int index, int segments) {
  const double angle = 2.0 * kPi * index / segments;
  return Vector3d(radius * std::cos(angle), radius * std::sin(angle), z);
}

/// Two triangles for each segment of a band between the rings `low` and `high` (indices of their
/// first vertices), facing outwards.
void AddBand(std::uint32_t low, std::uint32_t high, std::uint32_t segments, TriMesh* mesh) {
  for (std::uint32_t i = 0; i < segments; ++i) {
    const std::uint32_t j = (i + 1) % segments;
    mesh->triangles.push_back({low + i, low + j, high + j});
    mesh->triangles.push_back({low + i, high + j, high + i});
  }
}

/// A fan from `apex` to a ring; `up` if it faces +z.
void AddFan(std::uint32_t apex, std::uint32_t ring, std::uint32_t segments, bool up,
            TriMesh* mesh) {
  for (std::uint32_t i = 0; i < segments; ++i) {
    const std::uint32_t j = (i + 1) % segments;
    if (up) {
      mesh->triangles.push_back({apex, ring + i, ring + j});
    } else {
      mesh->triangles.push_back({apex, ring + j, ring + i});
    }
  }
}

}  // namespace

Eigen::AlignedBox3d TriMesh::Bounds() const {
  Eigen::AlignedBox3d box;
  for (const Vector3d& vertex : vertices) box.extend(vertex);
  return box;
}

TriMesh Scaled(const TriMesh& mesh, const Vector3d& scale) {
  TriMesh scaled = mesh;
  for (Vector3d& vertex : scaled.vertices) vertex = vertex.cwiseProduct(scale);
  for (Vector3d& normal : scaled.normals) normal = ScaledNormal(normal, scale);
  if (scale.prod() < 0.0) {
    for (auto& triangle : scaled.triangles) std::swap(triangle[1], triangle[2]);
  }
  return scaled;
}

TriMesh Transformed(const RigidTransform& X_AB, const TriMesh& mesh_B) {
  TriMesh mesh_A = mesh_B;
  const Matrix3d R_AB = X_AB.R();
  for (Vector3d& vertex : mesh_A.vertices) vertex = X_AB.p + R_AB * vertex;
  for (Vector3d& normal : mesh_A.normals) normal = R_AB * normal;
  return mesh_A;
}

TriMesh MakeBoxMesh(const Vector3d& size) {
  TriMesh mesh;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3d signs((corner & 1) != 0 ? 0.5 : -0.5, (corner & 2) != 0 ? 0.5 : -0.5,
                         (corner & 4) != 0 ? 0.5 : -0.5);
    mesh.vertices.push_back(signs.cwiseProduct(size));
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

TriMesh MakeCylinderMesh(double radius, double length, int segments) {
  SUREFOOT_CHECK(segments >= 3, "segments = " + std::to_string(segments) + ", at least 3 needed");
  TriMesh mesh;
  const auto count = static_cast<std::uint32_t>(segments);
  for (const double z : {-length / 2, length / 2}) {
    for (int i = 0; i < segments; ++i) mesh.vertices.push_back(OnCircle(radius, z, i, segments));
  }
  mesh.vertices.emplace_back(0.0, 0.0, -length / 2);
  mesh.vertices.emplace_back(0.0, 0.0, length / 2);
  AddBand(0, count, count, &mesh);
  AddFan(2 * count, 0, count, false, &mesh);
  AddFan(2 * count + 1, count, count, true, &mesh);
  return mesh;
}

/// Rings of latitude between two poles. The vertices are on the sphere, so the mesh is inside it.
TriMesh MakeSphereMesh(double radius, int segments) {
  SUREFOOT_CHECK(segments >= 3, "segments = " + std::to_string(segments) + ", at least 3 needed");
  TriMesh mesh;
  const auto count = static_cast<std::uint32_t>(segments);
  const int bands = segments < 4 ? 2 : segments / 2;  // From pole to pole.
  mesh.vertices.emplace_back(0.0, 0.0, -radius);
  for (int band = 1; band < bands; ++band) {
    const double polar = kPi * band / bands;
    for (int i = 0; i < segments; ++i) {
      mesh.vertices.push_back(
          OnCircle(radius * std::sin(polar), -radius * std::cos(polar), i, segments));
    }
  }
  mesh.vertices.emplace_back(0.0, 0.0, radius);
  const auto top = static_cast<std::uint32_t>(mesh.vertices.size() - 1);
  AddFan(0, 1, count, false, &mesh);
  for (std::uint32_t ring = 1; ring + count < top; ring += count) {
    AddBand(ring, ring + count, count, &mesh);
  }
  AddFan(top, top - count, count, true, &mesh);
  return mesh;
}

}  // namespace surefoot
