#pragma once

/// What a model's geometry tells of its wheels, for drives, odometry and the ground.

#include <optional>
#include <vector>

#include "surefoot/world/model.h"
#include "surefoot/world/tree.h"

namespace surefoot::world {

/// Radius of the largest cylinder, sphere or capsule, or else how far meshes reach from the joint's
/// axis, among the collisions, or else the visuals, of the joint's child; nothing when there is
/// none. `joint` is an index into Model::joints.
std::optional<double> WheelRadius(const Model& model, int joint);

/// Whether a joint can be a wheel's, and the axis that it rolls about: the second one of a
/// universal joint, which steers about the first; -1: none.
int RollingAxis(const Joint& joint);

/// A body's collisions that are round about the rolling axis of its joint.
struct RoundBody {
  /// The largest of them: index into Model::links, and its collision.
  int link = 0;
  int collision = 0;
  double radius = 0.0;
  double width = 0.0;
  /// The middle of the round part, in the model's frame, all joints at zero.
  Vector3d p_MC = Vector3d::Zero();
};

/// Nothing unless the body turns about one axis and has a cylinder, sphere, capsule or round mesh
/// about it beyond which none of its collisions reaches. `body` is an index into Tree::bodies.
std::optional<RoundBody> FindRoundBody(const Model& model, const Tree& tree, int body);

/// Frame of the joint in the model's frame, all joints at zero.
RigidTransform JointFrame(const Model& model, int joint);
/// Origin of the joint in the model's frame, all joints at zero.
Vector3d JointOrigin(const Model& model, int joint);

/// Distance along the model's y axis between the mean origins of the wheels of the two sides.
double TrackOf(const Model& model, const std::vector<int>& left, const std::vector<int>& right);

}  // namespace surefoot::world
