#pragma once

/// Which joints carry wheels, and the position and size of these. Private to this folder.

#include <optional>
#include <vector>

#include "surefoot/plugins/foreign.h"

namespace surefoot::plugins {

/// A joint's child as a wheel, with all joints at zero.
struct Wheel {
  int joint = 0;
  /// Centre and axle in the model's frame.
  Vector3d p_MW = Vector3d::Zero();
  Vector3d axis_M = Vector3d::UnitY();
  /// 0 when it does not follow from the shapes.
  double radius = 0.0;
};

/// std::nullopt for a joint that does not rotate about one axis.
std::optional<Wheel> WheelAt(const world::Model& model, int joint);

/// Wheels of a robot that drives straight ahead and turns by different speeds of its sides.
struct WheelSides {
  std::vector<int> left;
  std::vector<int> right;
  double separation = 0.0;
  double radius = 0.0;
};

/// The wheels of the joints, if they form pairs with a common axle across the robot and have equal
/// radii; std::nullopt otherwise.
std::optional<WheelSides> SidesOf(const world::Model& model, const std::vector<int>& joints);

/// The drive "base_controller" for such wheels: ackermann when one or two joints steer others (in
/// order from left to right), else skid_steer or diff_drive.
world::Element WheelDrive(const world::Model& model, const WheelSides& sides,
                          const std::vector<int>& steering, const std::string& from,
                          const Source& source);

/// A `finish` of rows. ROS 1 plugins turn in the wrong direction unless the file names the right
/// wheel as left, so files do. Swaps the sides such that left is on the left. Always returns true.
bool PutSidesRight(const ForeignReader& reader, world::Element* drive);

}  // namespace surefoot::plugins
