#pragma once

#include <vector>

#include "surefoot/drives/joints.h"
#include "surefoot/drives/wheels/steered_kinematics.h"

namespace surefoot::drives {

/// The wheels of a vehicle of which each may have a pivot, as its file and model tell.
struct SteeredVehicle {
  std::vector<SteeredWheel> wheels;
  std::vector<DriveJoint> joints;
  /// Joints of the pivots, and which of them each wheel has; -1: none.
  std::vector<DriveJoint> pivots;
  std::vector<int> pivot_of;
  /// Of the front wheels, and of the point about which the vehicle turns at a steering angle: the
  /// middle of the wheels that are not steered, or between the first and the last axle.
  double front_x = 0.0;
  double center_x = 0.0;
  /// Root mean square of how far wheels are from their middle: what makes turning comparable with
  /// going.
  double arm = 1.0;
};

/// Reads the <wheel>s of a drive; false after an error.
bool ReadSteeredVehicle(const DriveArgs& args, SteeredVehicle* vehicle);

/// Where the base is: a link, and the frame on it.
struct BaseFrame {
  int link = 0;
  RigidTransform X_LB;
};
BaseFrame FindBaseFrame(const DriveArgs& args);

/// The true velocity of the base along its own axes, in place of a rover's visual odometry. Only
/// <true_speed_control> looks at it; all else of a drive sees its joints alone.
PlanarTwist TrueTwist(const physics::State& state, const BaseFrame& base);

}  // namespace surefoot::drives
