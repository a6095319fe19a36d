#pragma once

/// Rocks as convex shapes on level ground, and a LIDAR on a rover that scans them.

#include <memory>
#include <vector>

#include "surefoot/autonomy/estimate/rock_finder.h"
#include "surefoot/autonomy/plan/hazard_map.h"
#include "surefoot/base/random.h"
#include "surefoot/base/result.h"
#include "surefoot/raycast/ray_fan.h"

namespace surefoot::studies {

/// A LIDAR that rotates about a mast. Its rings are denser near the horizon, where distant rocks
/// appear.
struct ScannerSpec {
  double height = 1.2;
  int columns = 900;
  int rings = 32;
  /// Elevations of the highest and the lowest ring, rad.
  double top = 0.01;
  double bottom = -0.19;
  double max_range = 60.0;
  /// Standard deviation of ranges, m.
  double noise = 0.02;
};

class RockScene {
 public:
  /// Rocks get random shapes, round ones cut by planes, that stick out of the ground.
  static Result<RockScene> Make(const std::vector<plan::Rock>& rocks, const ScannerSpec& spec,
                                std::uint64_t seed);

  /// Scans from a pose with noisy ranges and returns the rocks that are detected.
  std::vector<estimate::SeenRock> Scan(const estimate::Pose2& pose, RandomStream* random) const;

  /// A world with all shapes, for pictures.
  const world::World& world() const { return *world_; }

 private:
  RockScene(const ScannerSpec& spec, std::vector<Vector3d> directions_S);

  ScannerSpec spec_;
  std::shared_ptr<const world::World> world_;
  std::unique_ptr<raycast::Scene> scene_;
  std::vector<Vector3d> directions_S_;
  raycast::RayFan fan_;
  estimate::RockFinderOptions finder_;
};

}  // namespace surefoot::studies
