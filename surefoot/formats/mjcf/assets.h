#pragma once

/// Meshes, height fields and materials of MJCF files. Private to this folder.

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "surefoot/formats/mjcf/document.h"
#include "surefoot/math/spatial.h"
#include "surefoot/world/model.h"

namespace surefoot::formats::mjcf {

/// A mesh as the file has it, and what follows from it.
struct MeshAsset {
  /// As drawn. Without a mesh when it cannot be had.
  world::Mesh shape;
  /// How its mass counts: "legacy", "exact", "convex" or "shell".
  std::string inertia_kind = "legacy";
  Problems found;
  bool reported = false;
};

class Assets {
 public:
  explicit Assets(Reader* reader) : reader_(reader) {}

  /// The mesh that the element at `user` names; null after reporting. What only the picture needs
  /// (`needed` false) is a warning.
  MeshAsset* Mesh(const Document& document, const std::string& name, const Source& user,
                  bool needed);
  /// What MuJoCo collides with instead of a mesh: its convex hull, a thin box when it is flat.
  std::shared_ptr<const TriMesh> Hull(MeshAsset* asset, const Source& user);

  std::optional<world::HeightMap> HeightMap(const Document& document, const std::string& name,
                                            const Source& user);
  /// Nothing after reporting.
  std::optional<world::Material> Material(const Document& document, const std::string& name,
                                          const Source& user);

 private:
  void LoadMesh(const Document& document, const Node& node, MeshAsset* asset);
  bool LoadInline(const Attributes& attributes, MeshAsset* asset);
  std::shared_ptr<const surefoot::HeightField> LoadField(const Document& document,
                                                         const Node& node);
  void ApplyTexture(const Document& document, const Attributes& attributes,
                    world::Material* material);

  Reader* reader_;
  std::map<const Node*, MeshAsset> meshes_;
  /// Assets of the same file share the mesh.
  std::map<const TriMesh*, std::shared_ptr<const TriMesh>> hulls_;
  std::map<const Node*, world::HeightMap> fields_;
  std::map<const Node*, world::Material> materials_;
};

}  // namespace surefoot::formats::mjcf
