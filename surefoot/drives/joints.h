#pragma once

/// Joints that a drive names, and what the model says of wheels.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// A joint axis with a motor.
struct DriveJoint {
  std::string name;
  /// Into State::q and into State::v and Inputs::motors.
  int q = 0;
  int v = 0;
  /// Index into Model::joints.
  int joint = 0;
  int axis = 0;

  const world::Joint& spec(const world::World& world, int model) const {
    return world.model(model).joints[static_cast<std::size_t>(joint)];
  }
};

/// The joint of that name in the drive's model; reported at `where` (an element, or its child
/// `child`) when there is none that a motor can drive.
std::optional<DriveJoint> FindDriveJoint(const DriveArgs& args, const world::ElementReader& where,
                                         const std::string& child, const std::string& name,
                                         int axis = 0);

/// Those of all children of that name, in their order. An error when there is none and `least` is
/// above zero, or when one comes twice.
std::vector<DriveJoint> FindDriveJoints(const DriveArgs& args, const std::string& child,
                                        int least = 1);

/// A joint as its own sensors tell it.
struct JointReading {
  double q = 0.0;
  double v = 0.0;
  /// Of the motor, in the last step.
  double effort = 0.0;
};
JointReading Read(const physics::State& state, const DriveJoint& joint);

/// Where the joint starts.
double InitialPosition(const DriveArgs& args, const DriveJoint& joint);

/// Velocity coordinates of joints, for Drive::axes().
std::vector<int> AxesOf(const std::vector<DriveJoint>& joints);

/// Where a wheel is when all joints are at zero, in the frame of the base.
struct WheelPlace {
  Vector3d p_BJ = Vector3d::Zero();
  /// Its axis; at positive speed the wheel's top goes towards axis x up.
  Vector3d axis_B = Vector3d::UnitY();
};

/// The link or frame of that name, else the first link: its pose in the model at zero.
RigidTransform BasePose(const DriveArgs& args, const std::string& base_frame);

WheelPlace PlaceOf(const DriveArgs& args, const DriveJoint& joint, const RigidTransform& X_MB);

/// <wheel_radius>, or the radius of the cylinder or sphere that the joint's link collides with; an
/// error when there is neither.
double WheelRadius(const DriveArgs& args, const world::ElementReader& element, const char* name,
                   const DriveJoint& joint);

/// "odom" gives "husky/odom"; "/odom" gives "odom".
std::string FrameName(const DriveArgs& args, const std::string& name);

/// Topic names of all children of that name, or the usual one; in the drive's namespace.
std::vector<std::string> TopicNames(const DriveArgs& args, const std::string& child,
                                    const std::string& usual);

}  // namespace surefoot::drives
