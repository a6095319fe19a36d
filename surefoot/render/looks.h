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

/// Properties of the surface at the point where a ray hits it. Colours are linear.
struct Surface {
  int shape = -1;
  Vector3d p_W = Vector3d::Zero();
  /// Geometric normal and shading normal; both on the side of the ray.
  Vector3d facet_W = Vector3d::UnitZ();
  Vector3d normal_W = Vector3d::UnitZ();
  Vector3d color = Vector3d::Constant(0.5);
  Vector3d specular = Vector3d::Zero();
  Vector3d emissive = Vector3d::Zero();
  double alpha = 1.0;
};

/// The same for a packet of rays, as structure of arrays.
struct Surfaces {
  Lanes3 facet_W;
  Lanes3 normal_W;
  Lanes3 color;
  Lanes3 specular;
  Lanes3 emissive;
  Lanes alpha;
};

struct LooksOptions {
  /// Spacing of the lines on planes (m); 0 draws planes without lines.
  double grid = 1.0;
};

/// Appearance of every shape of a scene: materials, textures, normals. Immutable after
/// construction, so threads may share it. The scene must outlive it.
class Looks {
 public:
  /// Textures that cannot be read are reported to `notes`, one line each, and left out.
  Looks(const raycast::Scene& scene, const LooksOptions& options, std::vector<std::string>* notes);
  /// The appearance of a twin of that scene (raycast::Scene::MakeTwin); shares textures and
  /// normals.
  Looks(const Looks& looks, const raycast::Scene& twin);
  ~Looks();

  /// Surfaces of the rays in `hits`, after Scene::Cast; all others become black. `footprint` is the
  /// width of the sample at the hit, perpendicular to the ray (m).
  void At(const raycast::RayMask& hits, const raycast::RayPacket& packet, const Lanes& footprint,
          Surfaces* surfaces) const;
  /// One surface for each ray, with the hits of Scene::Cast; surfaces of rays without a hit stay
  /// unchanged. `sample_angle` is the width of the samples at distance 1 (rad).
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
  /// Surfaces of the rays that hit one shape; `lanes` is their bit mask.
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
  /// By address of the mesh or height field, so that instances share them.
  std::map<const void*, std::shared_ptr<const std::vector<Eigen::Vector3f>>> normals_;
};

}  // namespace surefoot::render
