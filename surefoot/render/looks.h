#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "surefoot/raycast/scene.h"
#include "surefoot/render/lanes.h"
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

/// The same for the rays of a packet, side by side.
struct Surfaces {
  Lanes3 facet_W;
  Lanes3 normal_W;
  Lanes3 color;
  Lanes3 specular;
  Lanes3 emissive;
  Lanes alpha;
};

struct LooksOptions {
  /// Distance between the lines on planes (m); 0: plain planes.
  double grid = 1.0;
};

/// The looks of every shape of a scene: materials, textures, normals. Const once made.
class Looks {
 public:
  /// What could not be read (textures) goes to `notes`, a line each.
  Looks(const raycast::Scene& scene, const LooksOptions& options, std::vector<std::string>* notes);
  /// The same looks of a twin of that scene.
  Looks(const Looks& looks, const raycast::Scene& twin);
  ~Looks();

  /// Of the rays that have hits, after Scene::Cast; the others come out black. `footprint` is the
  /// width of the sample at the hit, seen straight on (m).
  void At(const raycast::RayMask& hits, const raycast::RayPacket& packet, const Lanes& footprint,
          Surfaces* surfaces) const;
  /// One for each ray, as Scene::Cast gave the hits; those without a hit stay as they are.
  /// `sample_angle` is the width of the samples at distance 1.
  void At(std::span<const raycast::Ray> rays, std::span<const raycast::Hit> hits,
          double sample_angle, std::span<Surface> surfaces) const;

 private:
  struct Coat;
  struct ShapeLook;

  void AddShape(int shape, std::vector<std::string>* notes);
  Coat CoatOf(const world::Material& material, double transparency,
              std::vector<std::string>* notes);
  Coat CoatOf(const MeshMaterial& material, double transparency, std::vector<std::string>* notes);
  std::shared_ptr<const Texture> TextureAt(const std::string& path,
                                           std::vector<std::string>* notes);
  void AddNormals(ShapeLook* look);
  /// The surfaces of one shape; `lanes` are the bits of the rays that meet it.
  void Describe(int shape, unsigned lanes, const raycast::RayPacket& packet, const Lanes& footprint,
                Surfaces* surfaces) const;
  void Paint(const ShapeLook& look, unsigned lanes, const raycast::RayPacket& packet,
             const Lanes3& p_G, const Lanes& footprint, const Lanes& slant,
             Surfaces* surfaces) const;

  void FillLane(std::size_t lane, const raycast::Ray& ray, const raycast::Hit& hit,
                raycast::RayPacket* packet) const;

  const raycast::Scene& scene_;
  LooksOptions options_;
  std::vector<ShapeLook> shapes_;
  std::map<std::string, std::shared_ptr<const Texture>> textures_;
  /// By mesh or height field.
  std::map<const void*, std::shared_ptr<const std::vector<Eigen::Vector3f>>> normals_;
};

}  // namespace surefoot::render
