#pragma once

#include <string>

#include "surefoot/world/world.h"

namespace surefoot::test {

/// The difference between Surefoot's reading of an MJCF file and MuJoCo's own.
struct ReferenceDifference {
  /// Why the files could not be compared; empty if they were.
  std::string error;
  int bodies = 0;
  int geoms = 0;
  /// Bodies and geoms of MuJoCo that Surefoot lacks.
  int missing_bodies = 0;
  int missing_geoms = 0;
  /// Largest differences: position (m) and angle (rad) of bodies at the start, relative mass,
  /// inertia relative to the largest moment, and corners of the geoms' bounds (m).
  double position = 0.0;
  double angle = 0.0;
  double mass = 0.0;
  double inertia = 0.0;
  double bounds = 0.0;
  /// The body or geom that differs most, for messages.
  std::string worst;
};

/// Loads the file with MuJoCo and compares it with `world`, which was read from the same file.
ReferenceDifference CompareWithMujoco(const std::string& path, const world::World& world);

}  // namespace surefoot::test
