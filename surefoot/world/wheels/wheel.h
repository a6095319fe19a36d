#pragma once

/// Wheels as they follow from a model's geometry, for drives, odometry and the ground.

#include <optional>
#include <vector>

#include "surefoot/world/model.h"
#include "surefoot/world/tree.h"

namespace surefoot::world {

/// Radius of the largest cylinder, sphere or capsule, else the largest distance of mesh vertices
/// from the joint's axis, among the collisions, else the visuals, of the joint's child;
/// std::nullopt when it has none. `joint` is an index into Model::joints.
std::optional<double> WheelRadius(const Model& model, int joint);

/// The axis about which a wheel on this joint rolls: the second one of a universal joint, which
/// steers about the first; -1 when the joint cannot carry a wheel.
int RollingAxis(const Joint& joint);

/// The collisions of a body that are round about the rolling axis of its joint.
struct RoundBody {
  /// The largest one: index into Model::links, and of its collision.
  int link = 0;
  int collision = 0;
  double radius = 0.0;
  double width = 0.0;
  /// Centre of the round part in the model's frame, all joints at zero.
  Vector3d p_MC = Vector3d::Zero();
};

/// std::nullopt unless the body rotates about one axis and has a cylinder, sphere, capsule or
/// round mesh about it which no other collision exceeds. `body` is an index into Tree::bodies.
std::optional<RoundBody> FindRoundBody(const Model& model, const Tree& tree, int body);

/// Frame of the joint in the model's frame, all joints at zero.
RigidTransform JointFrame(const Model& model, int joint);
/// Origin of the joint in the model's frame, all joints at zero.
Vector3d JointOrigin(const Model& model, int joint);

/// Distance along the model's y axis between the mean origins of the wheels of the two sides.
double TrackOf(const Model& model, const std::vector<int>& left, const std::vector<int>& right);

}  // namespace surefoot::world
