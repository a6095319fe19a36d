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

/// A file that an asset names. MuJoCo resolves it in a `folder` of the <compiler>, relative to the
/// main file; models that are split into included files often rely on the folder of the file in
/// which the asset is written, so that is tried as well.
class AssetFile {
 public:
  AssetFile(const Document& document, const std::string& folder, const std::string& file,
            const Node& node);
  /// The absolute path of the file, if it exists within the resolver's scope.
  std::optional<std::string> path(const ReadContext& context) const;
  /// A URI for the resolver: that path when the file was found, else the name as written, so that
  /// an error shows what the user wrote.
  std::string uri(const ReadContext& context) const;
  /// The main file: relative URIs are resolved against its folder.
  const std::string& base() const { return main_; }

 private:
  std::string NameInFolder() const;

  std::string main_;
  std::string from_;
  std::string folder_;
  std::string file_;
};

/// A mesh as the file describes it, with the problems found while it was loaded. They are reported
/// at the first use, because an unused or invisible mesh may be missing.
struct MeshAsset {
  /// As drawn; `shape.mesh` is null when the mesh could not be loaded.
  world::Mesh shape;
  /// Which of MuJoCo's rules gives the mass: "legacy", "exact", "convex" or "shell".
  std::string inertia_kind = "legacy";
  Problems found;
  bool reported = false;
};

/// The assets of one load, each read when it is first used and shared by all its users. The
/// pointers that Mesh() returns stay valid as long as this object.
class Assets {
 public:
  explicit Assets(Reader* reader) : reader_(reader) {}

  /// The mesh that the element at `user` names; null after reporting. When `needed` is false (the
  /// mesh is only drawn), problems are warnings.
  MeshAsset* Mesh(const Document& document, const std::string& name, const Source& user,
                  bool needed);
  /// What MuJoCo collides with instead of the mesh: its convex hull, or a thin box for a flat mesh.
  std::shared_ptr<const TriMesh> Hull(MeshAsset* asset, const Source& user);

  std::optional<world::HeightMap> HeightMap(const Document& document, const std::string& name,
                                            const Source& user);
  /// std::nullopt after reporting. `rgba` overrides the material's colour; the colour of the
  /// texture is kept, as in MuJoCo.
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
  /// By mesh and not by asset: several assets may use the same file.
  std::map<const TriMesh*, std::shared_ptr<const TriMesh>> hulls_;
  std::map<const Node*, world::HeightMap> fields_;
  /// A material, and the mean colour of its texture where that texture is not drawn.
  struct Look {
    world::Material material;
    Vector3d tint = Vector3d::Ones();
  };
  void ApplyTexture(const Document& document, const Attributes& attributes, Look* look);
  Look ReadLook(const Document& document, const Node& node, const std::string& name);
  std::map<const Node*, Look> looks_;
};

/// Mass properties of a mesh for a density of 1 kg/m3 (shell: 1 kg/m2), in the mesh's frame.
/// `kind`: "exact" adds the volumes of tetrahedra with their sign, "legacy" without it, so that
/// concave parts count more than once, as in MuJoCo; "shell" uses the surface. std::nullopt when
/// the volume or the surface is zero. Cost: linear in the number of triangles.
std::optional<Inertia> MeshMass(const TriMesh& mesh, const std::string& kind);

/// A primitive shape that replaces a mesh, and its pose in the mesh's frame M.
struct FittedShape {
  world::Geometry geometry;
  RigidTransform X_MS;
};

/// Fits a primitive to a mesh: one as large as the box of equal inertia or, with `bounds`, one that
/// encloses the mesh along its principal axes (MuJoCo's `fitaabb`). `type` is "box", "sphere",
/// "capsule", "cylinder" or "ellipsoid". std::nullopt when a size would not be positive.
std::optional<FittedShape> FitShape(const TriMesh& mesh, const Inertia& inertia,
                                    const std::string& type, bool bounds, double scale);

}  // namespace surefoot::formats::mjcf
