#pragma once

#include <vector>

#include "surefoot/drives/joints.h"

namespace surefoot::drives {

/// Where a robot's centre of mass is for given joint angles, by the masses of its model.
class BodyMass {
 public:
  BodyMass(const DriveArgs& args);

  /// One angle per joint of the model (Model::joints; the first axis), in the frame of the base.
  /// Those that follow others are found by themselves.
  Vector3d Centre(const std::vector<double>& q);
  /// The joints' angles at the start of the model.
  const std::vector<double>& q_start() const { return q_start_; }
  double mass() const { return mass_; }

 private:
  const world::Model& model_;
  const world::Tree& tree_;
  std::vector<double> q_start_;
  double mass_ = 0.0;
  // Scratch.
  std::vector<RigidTransform> X_BaseB_;
};

}  // namespace surefoot::drives
