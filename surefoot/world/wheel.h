#pragma once

/// What a model's geometry tells of its wheels, for drives and odometry whose file does not say.

#include <optional>
#include <vector>

#include "surefoot/world/model.h"

namespace surefoot::world {

/// Radius of the largest cylinder, sphere or capsule, or else how far meshes reach from the joint's
/// axis, among the collisions, or else the visuals, of the joint's child; nothing when there is
/// none. `joint` is an index into Model::joints.
std::optional<double> WheelRadius(const Model& model, int joint);

/// Origin of the joint in the model's frame, all joints at zero.
Vector3d JointOrigin(const Model& model, int joint);

/// Distance along the model's y axis between the mean origins of the wheels of the two sides.
double TrackOf(const Model& model, const std::vector<int>& left, const std::vector<int>& right);

}  // namespace surefoot::world
