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
  /// Number of links: 2 to `most_links`.
  int most_links = 10;
  /// Shapes to choose from; none: the links touch nothing.
  std::vector<world::Geometry> shapes;
  /// Limits, dry friction and followers (mimics): what makes motion less than smooth.
  bool rough = false;
  bool mimics = false;
  /// Motors in all modes, or only in effort mode.
  bool servos = false;
};

/// A tree of links of 0.5 to 2 kg with well-conditioned inertias, on the world or floating; joints
/// of the given types with random frames, axes and starting positions, some of them written from
/// the outside inwards; damping, springs, rotors and constant commands. The same spec gives the
/// same robot on every machine.
world::Model MakeRandomRobot(const RandomRobotSpec& spec);

/// The types and shapes that all of these engines can do.
std::vector<world::JointType> CommonTypes(const std::vector<physics::BackendInfo>& engines);
std::vector<world::Geometry> CommonShapes(const std::vector<physics::BackendInfo>& engines);

}  // namespace surefoot::conformance
