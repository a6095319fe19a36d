#pragma once

/// Files, meshes, height fields and materials of MJCF files, and the mass of meshes as MuJoCo
/// counts it. Private to this folder.

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "surefoot/formats/mjcf/document.h"
#include "surefoot/math/spatial.h"
#include "surefoot/world/geometry.h"
#include "surefoot/world/model.h"

namespace surefoot::formats::mjcf {

/// A file that an asset names: in `folder` of the <compiler>, beside the main file or beside the
/// file that the asset is written in.
class AssetFile {
 public:
  AssetFile(const Document& document, const std::string& folder, const std::string& file,
            const Node& node);
  /// An address for the resolver: the path when the file was found, else the name as written.
  std::string uri(const ReadContext& context) const;
  /// The file that relative addresses are told from.
  const std::string& base() const { return main_; }

 private:
  std::string main_;
  std::string from_;
  std::string folder_;
  std::string file_;
};

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
  /// Nothing after reporting. `rgba` replaces the material's own colour, not that of its texture.
  std::optional<world::Material> Material(const Document& document, const std::string& name,
                                          const std::optional<Eigen::Vector4d>& rgba,
                                          const Source& user);

 private:
  void LoadMesh(const Document& document, const Node& node, MeshAsset* asset);
  bool LoadInline(const Attributes& attributes, MeshAsset* asset);
  std::shared_ptr<const surefoot::HeightField> LoadField(const Document& document,
                                                         const Node& node);

  Reader* reader_;
  std::map<const Node*, MeshAsset> meshes_;
  /// Assets of the same file share the mesh.
  std::map<const TriMesh*, std::shared_ptr<const TriMesh>> hulls_;
  std::map<const Node*, world::HeightMap> fields_;
  /// A material, and the mean colour of a texture that is not drawn.
  struct Look {
    world::Material material;
    Vector3d tint = Vector3d::Ones();
  };
  void ApplyTexture(const Document& document, const Attributes& attributes, Look* look);
  Look ReadLook(const Document& document, const Node& node, const std::string& name);
  std::map<const Node*, Look> looks_;
};

/// Mass properties for a density of 1 kg/m3 (shell: 1 kg/m2) in the mesh's frame. `kind`: "exact"
/// counts volumes with their sign, "legacy" without it (concave parts count twice, as in MuJoCo),
/// "shell" the surface. Nothing when there is no volume or surface.
std::optional<Inertia> MeshMass(const TriMesh& mesh, const std::string& kind);

/// A shape in place of a mesh, and its pose in the mesh's frame.
struct FittedShape {
  world::Geometry geometry;
  RigidTransform X_MS;
};

/// `type` is "box", "sphere", "capsule", "cylinder" or "ellipsoid"; sized like the box of equal
/// inertia, or (`bounds`) to enclose the mesh along its principal axes.
std::optional<FittedShape> FitShape(const TriMesh& mesh, const Inertia& inertia,
                                    const std::string& type, bool bounds, double scale);

}  // namespace surefoot::formats::mjcf
