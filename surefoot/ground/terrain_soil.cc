#include "surefoot/ground/terrain_soil.h"

#include <algorithm>

namespace surefoot::ground {

TerrainSoil::TerrainSoil(const Terrain* terrain) : terrain_(terrain) {
  for (int i = 0; i < terrain->ground_count(); ++i) {
    const world::GroundMaterial& ground = terrain->ground(i);
    soils_.push_back(ground.has_soil ? std::make_optional(ground.soil) : std::nullopt);
  }
}

bool TerrainSoil::any() const {
  return std::any_of(soils_.begin(), soils_.end(), [](const auto& soil) { return bool(soil); });
}

SoilHit TerrainSoil::Cast(const Vector3d& p_W, const Vector3d& d_W, double far) const {
  const GroundHit hit = terrain_->Cast(p_W, d_W, far);
  if (!hit.ok() || !soils_[static_cast<std::size_t>(hit.ground)]) return {};
  return {hit.distance, hit.normal_W, hit.ground};
}

Result<std::unique_ptr<SoilLaw>> MakeSoilLaw(const world::Wheel& wheel, const TerrainSoil* soil,
                                             CompactionMap* map, double gravity,
                                             SoilLawOptions options) {
  SoilWheel shape;
  shape.radius = wheel.radius;
  shape.width = wheel.width;
  shape.flattening_pressure = wheel.tyre.flattening_pressure;
  shape.grousers = wheel.tyre.grousers;
  shape.grouser_height = wheel.tyre.grouser_height;
  options.contact.gravity = gravity;
  for (std::size_t i = 0; i < soil->soils().size(); ++i) {
    if (!soil->soils()[i]) continue;
    const auto contact = SoilContact::Make(*soil->soils()[i], shape, options.contact);
    if (!contact) return contact.error().Within("ground \"" + soil->NameOf(i) + "\"");
  }
  return SoilLaw::Make(shape, soil->soils(), soil, map, options);
}

}  // namespace surefoot::ground
