#include "surefoot/view/mesh_asset.h"

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

#include "surefoot/base/hash.h"
#include "surefoot/render/smooth_normals.h"
#include "surefoot/view/assets.h"
#include "surefoot/view/shape_json.h"

// Meshes for viewers: vertices are split where normals or materials differ, as graphics cards
// require.

namespace surefoot::view {
namespace {

/// A corner of triangles: a vertex together with its normal.
struct Corner {
  std::uint32_t vertex = 0;
  Eigen::Vector3f normal = Eigen::Vector3f::Zero();
  bool operator==(const Corner& other) const {
    return vertex == other.vertex && normal == other.normal;
  }
};

/// The vertex is the seed, so equal normals at different vertices have different hashes.
struct CornerHash {
  std::size_t operator()(const Corner& corner) const {
    return HashBytes(corner.normal.data(), sizeof(float) * 3, corner.vertex);
  }
};

/// Merges equal corners into one, because graphics cards index position and normal together. Groups
/// the triangles by material. Runs in expected linear time.
class Corners {
 public:
  /// Normals are computed if the mesh has none.
  explicit Corners(const TriMesh& mesh) : mesh_(mesh) {
    if (mesh.normals.empty()) made_up_ = render::CornerNormals(mesh);
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) AddTriangle(i);
  }

  const std::vector<Corner>& corners() const { return corners_; }
  /// Indices of corners by material, three for each triangle.
  const std::map<std::uint32_t, std::vector<std::uint32_t>>& groups() const { return groups_; }

 private:
  /// Triangles are grouped by material, because viewers draw one material at a time.
  void AddTriangle(std::size_t triangle) {
    // As render/ does: a material out of range is the last one.
    std::uint32_t material =
        triangle < mesh_.triangle_materials.size() ? mesh_.triangle_materials[triangle] : 0;
    if (material >= mesh_.materials.size()) {
      material =
          mesh_.materials.empty() ? 0 : static_cast<std::uint32_t>(mesh_.materials.size() - 1);
    }
    std::vector<std::uint32_t>& indices = groups_[material];
    for (std::size_t k = 0; k < 3; ++k) {
      Corner corner;
      corner.vertex = mesh_.triangles[triangle][k];
      corner.normal = made_up_.empty() ? Eigen::Vector3f(mesh_.normals[corner.vertex].cast<float>())
                                       : made_up_[3 * triangle + k];
      // Adding zero turns -0 into +0; they compare equal, so they must have equal hashes.
      corner.normal += Eigen::Vector3f::Zero();
      const auto [found, is_new] =
          ids_.emplace(corner, static_cast<std::uint32_t>(corners_.size()));
      if (is_new) corners_.push_back(corner);
      indices.push_back(found->second);
    }
  }

  const TriMesh& mesh_;
  std::vector<Eigen::Vector3f> made_up_;
  std::vector<Corner> corners_;
  std::unordered_map<Corner, std::uint32_t, CornerHash> ids_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> groups_;
};

/// At least one material, as all triangles refer to one.
std::string MaterialsText(const TriMesh& mesh, const TextureName& texture) {
  msgs::JsonText json{kDrawnDigits};
  json.BeginArray();
  for (const MeshMaterial& material : mesh.materials) {
    PutMaterial(LookOf(material), texture, &json);
  }
  if (mesh.materials.empty()) PutMaterial(LookOf(world::Material(), 0.0), texture, &json);
  json.EndArray();
  return json.text();
}

}  // namespace

// The binary format of docs/reference/view.md.
Bytes MeshAsset(const TriMesh& mesh, const TextureName& texture) {
  const Corners corners(mesh);
  const bool has_uv = mesh.texture_coordinates.size() == mesh.vertices.size();
  const auto count = static_cast<std::uint32_t>(corners.corners().size());
  Bytes bytes;
  /// Layout: header, positions, normals, texture coordinates, indices, groups, materials as JSON.
  ByteWriter writer(&bytes);
  writer.PutRaw("SFM1", 4);
  writer.Put(count);
  writer.Put(static_cast<std::uint32_t>(3 * mesh.triangles.size()));
  writer.Put(static_cast<std::uint32_t>(corners.groups().size()));
  writer.Put<std::uint32_t>(has_uv ? 1 : 0);
  // Arrays of one attribute each, as graphics interfaces upload them.
  for (const Corner& corner : corners.corners()) {
    const Eigen::Vector3f p = mesh.vertices[corner.vertex].cast<float>();
    writer.PutRaw(p.data(), 3 * sizeof(float));
  }
  for (const Corner& corner : corners.corners()) {
    writer.PutRaw(corner.normal.data(), 3 * sizeof(float));
  }
  if (has_uv) {
    for (const Corner& corner : corners.corners()) {
      const Eigen::Vector2f uv = mesh.texture_coordinates[corner.vertex].cast<float>();
      writer.PutRaw(uv.data(), 2 * sizeof(float));
    }
  }
  for (const auto& [material, indices] : corners.groups()) {
    writer.PutRaw(indices.data(), indices.size() * sizeof(std::uint32_t));
  }
  std::uint32_t first = 0;
  for (const auto& [material, indices] : corners.groups()) {
    writer.Put(first);
    writer.Put(static_cast<std::uint32_t>(indices.size()));
    writer.Put(material);
    first += static_cast<std::uint32_t>(indices.size());
  }
  writer.PutString(MaterialsText(mesh, texture));
  return bytes;
}

// Header and heights; the viewer computes triangles and normals.
Bytes HeightAsset(const HeightField& field) {
  Bytes bytes;
  ByteWriter writer(&bytes);
  writer.PutRaw("SFH1", 4);
  writer.Put(static_cast<std::uint32_t>(field.rows));
  writer.Put(static_cast<std::uint32_t>(field.cols));
  writer.Put(static_cast<float>(field.size_x));
  writer.Put(static_cast<float>(field.size_y));
  writer.PutRaw(field.heights.data(), field.heights.size() * sizeof(float));
  return bytes;
}

}  // namespace surefoot::view
