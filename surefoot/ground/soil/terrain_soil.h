#pragma once

/// Wheels in the soft parts of a terrain.

#include <memory>

#include "surefoot/ground/soil/soil_law.h"
#include "surefoot/ground/terrain/near_maps.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/terrain/wheel_fan.h"

namespace surefoot::ground {

/// The plane that lies best through what the rays of a wheel's fan meet.
class TerrainSoil : public SoilSurface {
 public:
  /// The terrain must outlive it; what is hard does not belong into it.
  TerrainSoil(const Terrain* terrain, double radius, double width);

  bool Find(const HubMotion& motion, SoilPlane* plane) override;
  void Save(ByteWriter* writer) const override { fan_.Save(writer); }
  bool Restore(ByteReader* reader) override { return fan_.Restore(reader); }

 private:
  WheelFan fan_;
  NearMaps maps_;
};

/// A wheel of a world in the soils of its terrain; `gravity` is the world's (m/s^2). What is wrong
/// is told with the name of the ground. Terrain and map must outlive it.
Result<std::unique_ptr<SoilLaw>> MakeSoilLaw(const world::Wheel& wheel, const Terrain* terrain,
                                             CompactionMap* map, double gravity,
                                             SoilLawOptions options = {});

}  // namespace surefoot::ground
