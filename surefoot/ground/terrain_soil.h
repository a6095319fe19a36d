#pragma once

/// The soft parts of a terrain.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/ground/soil_law.h"
#include "surefoot/ground/terrain.h"

namespace surefoot::ground {

/// Soils of a terrain are its grounds that have one; other grounds are not seen. Const, shared by
/// all wheels. The terrain outlives it.
class TerrainSoil : public SoilSurface {
 public:
  explicit TerrainSoil(const Terrain* terrain);

  SoilHit Cast(const Vector3d& p_W, const Vector3d& d_W, double far) const override;
  /// By index of the terrain's grounds; nothing where a ground is hard.
  const std::vector<std::optional<world::Soil>>& soils() const { return soils_; }
  bool any() const;
  const std::string& NameOf(std::size_t ground) const {
    return terrain_->ground(static_cast<int>(ground)).name;
  }

 private:
  const Terrain* terrain_;
  std::vector<std::optional<world::Soil>> soils_;
};

/// A wheel of a world in the soils of its terrain; `gravity` is the world's (m/s^2). What is wrong
/// is told with the name of the ground.
Result<std::unique_ptr<SoilLaw>> MakeSoilLaw(const world::Wheel& wheel, const TerrainSoil* soil,
                                             CompactionMap* map, double gravity,
                                             SoilLawOptions options = {});

}  // namespace surefoot::ground
