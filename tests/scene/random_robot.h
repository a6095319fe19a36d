#pragma once

/// Random robots: seeded kinematic trees for tests that no hand-written model covers.

#include <cstdint>
#include <memory>
#include <vector>

#include "surefoot/base/random.h"
#include "surefoot/physics/capability.h"
#include "surefoot/world/model.h"

namespace surefoot::conformance {

struct RandomRobotSpec {
  std::uint64_t seed = 0;
  /// Types to choose from; not empty.
  std::vector<world::JointType> types;
  /// Number of links: 2 to `max_links`.
  int max_links = 10;
  /// Shapes to choose from; none: the links touch nothing.
  std::vector<world::Geometry> shapes;
  /// Limits, dry friction and mimic joints: what makes motion non-smooth.
  bool rough = false;
  bool mimics = false;
  /// Motors in all modes, or only in effort mode.
  bool servos = false;
};

/// A tree of links of 0.5 to 2 kg with well-conditioned inertias, attached to the world or
/// floating; joints of the given types with random frames, axes and initial positions, some of them
/// defined from child to parent; damping, springs, rotors and constant commands. Deterministic on
/// every machine.
world::Model MakeRandomRobot(const RandomRobotSpec& spec);

/// The types and shapes that all of these engines support.
std::vector<world::JointType> CommonTypes(const std::vector<physics::BackendInfo>& engines);
std::vector<world::Geometry> CommonShapes(const std::vector<physics::BackendInfo>& engines);

}  // namespace surefoot::conformance
