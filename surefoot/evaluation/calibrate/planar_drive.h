#pragma once

/// A drive on level ground by a body that can only slide and turn, on the tyres of the simulation:
/// an engine's result in a twentieth of the time, for fits.

#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/tyre/tyre_law.h"

namespace surefoot::experiment {

/// The robot of a GapWorld in the plane.
struct PlanarRobot {
  double mass = 0.0;
  /// About the vertical through the centre of gravity G.
  double yaw_inertia = 0.0;
  /// From the base link to G, in the base link's axes.
  Vector3d p_BG = Vector3d::Zero();
  struct Wheel {
    /// From G; the height is that of the loaded tyre over the ground.
    double x = 0.0;
    double y = 0.0;
    double height = 0.0;
    bool is_left = false;
    ground::TyreSpec spec;
  };
  std::vector<Wheel> wheels;
};

/// An error when the wheels are none of World::wheels(), or stand on nothing level.
Result<PlanarRobot> MakePlanarRobot(const GapWorld& world, const ground::Terrain& terrain);

/// Where the base link goes. The terrain must be level under the whole drive.
gap::PoseTrack PlanarTrack(const PlanarRobot& robot, const ground::Terrain& terrain,
                           const GapDriveSpec& spec);

}  // namespace surefoot::experiment
