#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot {

/// Appearance of a part of a mesh. Colours are linear RGBA in [0, 1].
struct MeshMaterial {
  std::string name;
  Eigen::Vector4d diffuse = Eigen::Vector4d(0.7, 0.7, 0.7, 1.0);
  Eigen::Vector4d specular = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
  Eigen::Vector4d emissive = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
  /// Absolute path of the colour texture; empty if there is none.
  std::string texture;
};

/// A triangle mesh in metres; triangles are counter-clockwise seen from outside. The optional
/// arrays are empty or have the stated size.
struct TriMesh {
  std::vector<Vector3d> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  /// One for each vertex, or empty.
  std::vector<Vector3d> normals;
  /// One for each vertex, or empty; v points upwards.
  std::vector<Eigen::Vector2d> texture_coordinates;
  /// Red, green, blue, alpha of each vertex as in the file, or empty.
  std::vector<std::array<std::uint8_t, 4>> colors;
  /// Index into `materials` for each triangle, or empty.
  std::vector<std::uint32_t> triangle_materials;
  std::vector<MeshMaterial> materials;

  Eigen::AlignedBox3d Bounds() const;
};

/// The mesh with coordinates multiplied by `scale`; with mirroring, triangles are flipped to face
/// outwards.
TriMesh Scaled(const TriMesh& mesh, const Vector3d& scale);

/// The mesh in another frame: vertices given in B become vertices in A.
TriMesh Transformed(const RigidTransform& X_AB, const TriMesh& mesh_B);

/// Primitives as meshes centred at the origin, with full side lengths; z is the cylinder's axis.
TriMesh MakeBoxMesh(const Vector3d& size);
TriMesh MakeCylinderMesh(double radius, double length, int segments);
TriMesh MakeSphereMesh(double radius, int segments);

}  // namespace surefoot
