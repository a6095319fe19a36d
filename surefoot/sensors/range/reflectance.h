#pragma once

#include <cstdint>
#include <vector>

#include "surefoot/raycast/scene.h"

namespace surefoot::sensors {

/// How much of a laser's light each surface of a scene sends back: what the file says
/// (<surefoot:reflectance>, <laser_retro>), else the brightness of its colour.
class Reflectances {
 public:
  Reflectances() = default;
  explicit Reflectances(const raycast::Scene& scene);

  /// `triangle` counts for meshes with several materials.
  float At(std::int32_t shape, std::uint32_t triangle) const {
    const Surface& surface = surfaces_[static_cast<std::size_t>(shape)];
    if (surface.triangle_materials == nullptr) return surface.values[0];
    return surface.values[(*surface.triangle_materials)[triangle]];
  }

 private:
  struct Surface {
    /// One, or one per material of the mesh.
    std::vector<float> values;
    const std::vector<std::uint32_t>* triangle_materials = nullptr;
  };
  static Surface Read(const raycast::Scene& scene, const raycast::Shape& shape);

  std::vector<Surface> surfaces_;
};

}  // namespace surefoot::sensors
