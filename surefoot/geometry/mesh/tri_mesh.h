#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/math/rigid_transform.h"

namespace surefoot {

/// How a part of a mesh looks. Colours are linear RGBA in [0, 1].
struct MeshMaterial {
  std::string name;
  Eigen::Vector4d diffuse = Eigen::Vector4d(0.7, 0.7, 0.7, 1.0);
  Eigen::Vector4d specular = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
  Eigen::Vector4d emissive = Eigen::Vector4d(0.0, 0.0, 0.0, 1.0);
  /// Path of the colour texture as the file names it, made absolute; empty when there is none.
  std::string texture;
};

/// A triangle mesh in metres, z up, counter-clockwise triangles seen from outside.
struct TriMesh {
  std::vector<Vector3d> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;
  /// One per vertex, or empty.
  std::vector<Vector3d> normals;
  /// One per vertex, or empty.
  std::vector<Eigen::Vector2d> texture_coordinates;
  /// Red, green, blue, alpha of each vertex as the file has them, or empty.
  std::vector<std::array<std::uint8_t, 4>> colors;
  /// Index into `materials`, one per triangle, or empty.
  std::vector<std::uint32_t> triangle_materials;
  std::vector<MeshMaterial> materials;

  Eigen::AlignedBox3d Bounds() const;
};

/// The mesh with every coordinate multiplied; triangles keep facing outwards under mirroring.
TriMesh Scaled(const TriMesh& mesh, const Vector3d& scale);

/// The mesh moved: vertices given in B become vertices in A.
TriMesh Transformed(const RigidTransform& X_AB, const TriMesh& mesh_B);

/// Primitives as meshes centred at the origin: full side lengths; z is the axis of the cylinder.
TriMesh MakeBoxMesh(const Vector3d& size);
TriMesh MakeCylinderMesh(double radius, double length, int segments);
TriMesh MakeSphereMesh(double radius, int segments);

}  // namespace surefoot
