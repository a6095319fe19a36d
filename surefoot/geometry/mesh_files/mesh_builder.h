#pragma once

/// Common part of the readers of mesh formats: they pass triangle corners part by part, and the
/// builder transforms, merges and checks them.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// A corner of a triangle. The normal is a unit vector, or zero if the file has none.
struct MeshCorner {
  Vector3d position = Vector3d::Zero();
  Vector3d normal = Vector3d::Zero();
  Eigen::Vector2d texture_coordinate = Eigen::Vector2d::Zero();
  std::array<std::uint8_t, 4> color = {255, 255, 255, 255};
};

/// Builds one TriMesh from the parts of a file.
///
///   MeshBuilder builder("");
///   builder.BeginPart({"wheel"}, X_FP);
///   corner.position = builder.Moved(point);
///   builder.AddTriangle({corner, b, c}, 0);
///   Result<TriMesh> mesh = builder.Finish();
class MeshBuilder {
 public:
  /// With a non-empty `submesh`, only the parts of that name are kept.
  explicit MeshBuilder(std::string submesh);

  /// Returns the index to pass to AddTriangle.
  std::uint32_t AddMaterial(MeshMaterial material);

  /// The following triangles belong to a part with these names (empty ones are ignored). X_FP may
  /// mirror and scale; it is used by Moved and MovedNormal, and mirrored triangles are flipped.
  /// Returns false if the part is not requested; its triangles may still be added and are ignored.
  bool BeginPart(const std::vector<std::string>& names, const Eigen::Affine3d& X_FP);

  /// A point and a normal of the part in the frame of the file; zero if the normal has no
  /// direction.
  Vector3d Moved(const Vector3d& point) const { return X_FP_ * point; }
  Vector3d MovedNormal(const Vector3d& normal) const;

  /// Reserves memory; only a hint.
  void ExpectTriangles(std::size_t count);

  /// Adds a triangle with transformed corners, counter-clockwise as in the file. Returns false if
  /// there are too many triangles.
  bool AddTriangle(const std::array<MeshCorner, 3>& corners, std::uint32_t material);
  /// Adds a polygon, split into triangles; fewer than three corners add nothing.
  bool AddPolygon(const std::vector<MeshCorner>& corners, std::uint32_t material);

  /// Following corners have texture coordinates; previous ones get (0, 0).
  void StartTextureCoordinates();
  /// Following corners have colours; previous ones are white.
  void StartColors();

  /// Returns the mesh without degenerate triangles. Fails if a coordinate is not finite, if no
  /// triangle is left, or if no part has the requested name. Unused materials are kept.
  Result<TriMesh> Finish();

  /// Bounds memory at a few GB for the largest meshes.
  static constexpr std::size_t kMaxTriangles = 10'000'000;

 private:
  std::uint32_t Join(const MeshCorner& corner);
  bool IsVertex(std::uint32_t index, const MeshCorner& corner) const;
  void StartNormals();
  void GrowTable();
  bool IsDegenerate(const std::array<std::uint32_t, 3>& triangle) const;
  void FillMissingNormals();
  void RemoveUnusedVertices();
  std::string NamesSeen() const;

  std::string submesh_;
  std::vector<std::string> names_seen_;
  bool requested_ = true;
  bool mirrored_ = false;
  bool has_normals_ = false;
  bool has_texture_coordinates_ = false;
  bool has_colors_ = false;
  bool is_finite_ = true;
  std::size_t added_ = 0;
  Eigen::Affine3d X_FP_ = Eigen::Affine3d::Identity();
  Matrix3d normal_matrix_ = Matrix3d::Identity();
  /// Open-addressing hash table of vertex indices plus one; 0 is free. Its size is a power of two.
  std::vector<std::uint32_t> table_;
  TriMesh mesh_;
};

}  // namespace surefoot
