#pragma once

/// What the readers of the mesh formats share: they hand over triangle corners part by part, and
/// the builder transforms, joins and checks them.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot {

/// One corner of a triangle. The normal has length 1, or 0 when the file gives none.
struct MeshCorner {
  Vector3d position = Vector3d::Zero();
  Vector3d normal = Vector3d::Zero();
  Eigen::Vector2d texture_coordinate = Eigen::Vector2d::Zero();
  std::array<std::uint8_t, 4> color = {255, 255, 255, 255};
};

/// Makes one TriMesh from the parts of a file.
class MeshBuilder {
 public:
  /// A non-empty `submesh` keeps only the parts of that name.
  explicit MeshBuilder(std::string submesh);

  /// Returns the index for AddTriangle.
  std::uint32_t AddMaterial(MeshMaterial material);

  /// The triangles that follow belong to a part known under these names (empty ones do not count).
  /// X_FP, which may mirror and scale, is for Moved and MovedNormal, and turns mirrored triangles
  /// round. False when the part is not wanted; its triangles may be added, and are ignored.
  bool BeginPart(const std::vector<std::string>& names, const Eigen::Affine3d& X_FP);

  /// A point and a normal of the part in the file's frame; zero when the normal has no direction.
  Vector3d Moved(const Vector3d& point) const { return X_FP_ * point; }
  Vector3d MovedNormal(const Vector3d& normal) const;

  /// Makes room; a hint only.
  void ExpectTriangles(std::size_t count);

  /// Adds a triangle with moved corners, counter-clockwise as the file has it. False when there are
  /// too many.
  bool AddTriangle(const std::array<MeshCorner, 3>& corners, std::uint32_t material);
  /// Adds a polygon, cut into triangles; fewer than three corners add nothing.
  bool AddPolygon(const std::vector<MeshCorner>& corners, std::uint32_t material);

  /// Corners from here on have texture coordinates; those before get (0, 0).
  void StartTextureCoordinates();
  /// Corners from here on have colours; those before are white.
  void StartColors();

  /// The mesh, without degenerate triangles. An error when a coordinate is not finite, when no
  /// triangle is left or when no part has the wanted name. Materials without a triangle stay.
  Result<TriMesh> Finish();

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
  bool wanted_ = true;
  bool mirrored_ = false;
  bool has_normals_ = false;
  bool has_texture_coordinates_ = false;
  bool has_colors_ = false;
  bool is_finite_ = true;
  std::size_t added_ = 0;
  Eigen::Affine3d X_FP_ = Eigen::Affine3d::Identity();
  Matrix3d normal_matrix_ = Matrix3d::Identity();
  /// Open hash table of vertex indices plus one; 0 is free. Its size is a power of two.
  std::vector<std::uint32_t> table_;
  TriMesh mesh_;
};

}  // namespace surefoot
