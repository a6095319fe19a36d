#pragma once

/// The joints that a drive names, and the geometry of wheels in the model.

#include <optional>
#include <string>
#include <vector>

#include "surefoot/drives/drive.h"

namespace surefoot::drives {

/// A joint axis with a motor.
struct DriveJoint {
  std::string name;
  /// Index into State::q, and index into State::v and Inputs::motors.
  int q = 0;
  int v = 0;
  /// Index into Model::joints.
  int joint = 0;
  int axis = 0;

  const world::Joint& spec(const world::World& world, int model) const {
    return world.model(model).joints[static_cast<std::size_t>(joint)];
  }
};

/// The joint of that name in the drive's model. Reports an error at `where` (or at its child
/// `child`) if the model has no such joint, or a motor cannot drive it.
std::optional<DriveJoint> FindDriveJoint(const DriveArgs& args, const world::ElementReader& where,
                                         const std::string& child, const std::string& name,
                                         int axis = 0);

/// The joints of all children of that name, in their order. Reports an error if there are fewer
/// than `min`, or if a joint is named twice.
std::vector<DriveJoint> FindDriveJoints(const DriveArgs& args, const std::string& child,
                                        int min = 1);

/// A joint as its own sensors measure it: rad or m, rad/s or m/s.
struct JointReading {
  double q = 0.0;
  double v = 0.0;
  /// Effort of the motor in the last step (N m or N).
  double effort = 0.0;
};
JointReading Read(const physics::State& state, const DriveJoint& joint);

/// Position of the joint at the start of the model.
double InitialPosition(const DriveArgs& args, const DriveJoint& joint);

/// Velocity coordinates of joints, for Drive::axes().
std::vector<int> AxesOf(const std::vector<DriveJoint>& joints);

/// Place of a wheel in the frame of the base, with all joints at zero.
struct WheelPlace {
  Vector3d p_BJ = Vector3d::Zero();
  /// Its axis. At positive speed the wheel rolls, and its top moves, towards axis x up.
  Vector3d axis_B = Vector3d::UnitY();
};

/// Pose in the model, with all joints at zero, of the link or frame of that name; of the first link
/// if there is none.
RigidTransform BasePose(const DriveArgs& args, const std::string& base_frame);

WheelPlace PlaceOf(const DriveArgs& args, const DriveJoint& joint, const RigidTransform& X_MB);

/// <wheel_radius> (m), or the radius of the cylinder, sphere or capsule that the joint's link
/// collides with. Reports an error if there is neither.
double WheelRadius(const DriveArgs& args, const world::ElementReader& element, const char* name,
                   const DriveJoint& joint);

/// "odom" becomes "husky/odom"; "/odom" becomes "odom".
std::string FrameName(const DriveArgs& args, const std::string& name);

/// Topics of all children of that name, or the default one, in the drive's namespace.
std::vector<std::string> TopicNames(const DriveArgs& args, const std::string& child,
                                    const std::string& usual);

}  // namespace surefoot::drives
