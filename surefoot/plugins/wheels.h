#pragma once

/// Which joints turn wheels, where these are and how large. Private to this folder.

#include <optional>
#include <vector>

#include "surefoot/plugins/foreign.h"

namespace surefoot::plugins {

/// A joint's child as a wheel, all joints at zero.
struct Wheel {
  int joint = 0;
  /// Centre and axle in the model's frame.
  Vector3d p_MW = Vector3d::Zero();
  Vector3d axis_M = Vector3d::UnitY();
  /// 0 when its shapes tell none.
  double radius = 0.0;
};

/// Nothing for a joint that does not turn about one axis.
std::optional<Wheel> WheelAt(const world::Model& model, int joint);

/// Wheels that drive a robot straight ahead and turn it, sorted into sides.
struct WheelSides {
  std::vector<int> left;
  std::vector<int> right;
  double separation = 0.0;
  double radius = 0.0;
};

/// The joints' wheels when they stand in pairs with a common axle across the robot and have the
/// same size; nothing when they do not.
std::optional<WheelSides> SidesOf(const world::Model& model, const std::vector<int>& joints);

/// Such wheels as the drive "base_controller": ackermann when one or two joints steer others (from
/// left to right), else skid_steer or diff_drive.
world::Element WheelDrive(const world::Model& model, const WheelSides& sides,
                          const std::vector<int>& steering, const std::string& from,
                          const Source& source);

/// A `finish` of rows: plugins of ROS 1 turn the wrong way where the files do not name right as
/// left, so files do. Makes left what is on the left. Always true.
bool PutSidesRight(const ForeignReader& reader, world::Element* drive);

}  // namespace surefoot::plugins
