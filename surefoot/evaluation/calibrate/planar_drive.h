#pragma once

/// A drive on level ground by a rigid body with three degrees of freedom (x, y, yaw) on the
/// simulation's tyres: nearly an engine's result in a twentieth of the time, for fits. It has no
/// load transfer and no motors.

#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/ground/tyre/tyre_law.h"

namespace surefoot::experiment {

/// The robot of a GapWorld reduced to the plane.
struct PlanarRobot {
  /// Total mass, kg.
  double mass = 0.0;
  /// About the vertical through the centre of gravity G, kg m2.
  double yaw_inertia = 0.0;
  /// From the base link to G, in the base link's axes.
  Vector3d p_BG = Vector3d::Zero();
  struct Wheel {
    /// Wheel centre relative to G, x forward and y left (m). The height above the ground is that of
    /// the tyre under its nominal load.
    double x = 0.0;
    double y = 0.0;
    double height = 0.0;
    bool is_left = false;
    ground::TyreSpec spec;
  };
  std::vector<Wheel> wheels;
};

/// An error when a driven wheel is not one of World::wheels(), or is not over level ground.
Result<PlanarRobot> MakePlanarRobot(const GapWorld& world, const ground::Terrain& terrain);

/// The track of the base link from rest. The terrain must be level under the whole drive.
gap::PoseTrack PlanarTrack(const PlanarRobot& robot, const ground::Terrain& terrain,
                           const GapDriveSpec& spec);

}  // namespace surefoot::experiment
