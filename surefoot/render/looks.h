#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/raycast/scene.h"
#include "surefoot/render/texture.h"

namespace surefoot::render {

/// How a surface looks where a ray meets it. Colours are linear.
struct Surface {
  int shape = -1;
  Vector3d p_W = Vector3d::Zero();
  /// The surface's own normal, and the one to shade with; both on the ray's side.
  Vector3d facet_W = Vector3d::UnitZ();
  Vector3d normal_W = Vector3d::UnitZ();
  Vector3d color = Vector3d::Constant(0.5);
  Vector3d specular = Vector3d::Zero();
  Vector3d emissive = Vector3d::Zero();
  double alpha = 1.0;
};

struct LooksOptions {
  /// Distance between the lines on planes (m).
  double grid = 1.0;
};

/// The looks of every shape of a scene: materials, textures, normals. Const once made.
class Looks {
 public:
  /// What could not be read (textures) goes to `notes`, a line each.
  Looks(const raycast::Scene& scene, const LooksOptions& options, std::vector<std::string>* notes);
  ~Looks();

  /// `footprint` is the width of the sample at the hit, seen straight on (m).
  Surface At(const raycast::Ray& ray, const raycast::Hit& hit, double footprint) const;

 private:
  struct Coat;
  struct ShapeLook;

  void AddShape(int shape, std::vector<std::string>* notes);
  Coat CoatOf(const world::Material& material, double transparency,
              std::vector<std::string>* notes);
  Coat CoatOf(const MeshMaterial& material, double transparency, std::vector<std::string>* notes);
  std::shared_ptr<const Texture> TextureAt(const std::string& path,
                                           std::vector<std::string>* notes);
  Vector3d SmoothNormal(const ShapeLook& look, const raycast::Hit& hit, const Vector3d& p_G) const;
  void Paint(const ShapeLook& look, const raycast::Hit& hit, const Vector3d& p_G, double footprint,
             double slant, Surface* surface) const;
  void AddMeshNormals(const TriMesh& mesh, ShapeLook* look);

  const raycast::Scene& scene_;
  LooksOptions options_;
  std::vector<ShapeLook> shapes_;
  std::map<std::string, std::shared_ptr<const Texture>> textures_;
  std::map<const TriMesh*, std::shared_ptr<const std::vector<Eigen::Vector3f>>> normals_;
};

}  // namespace surefoot::render
