#pragma once

/// Lookup of models by name, and their pose during a trial.

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/session/session.h"

namespace surefoot::experiment {

/// Id of a model; the error suggests the most similar name, or lists all models.
Result<int> FindModel(const world::World& world, const std::string& name);
Result<int> FindJoint(const world::World& world, const std::string& name);

/// Tracks the pose of a model by its base link (world/base_link.h). Indices are looked up again
/// after the world was edited, because editing renumbers links.
class ModelWatch {
 public:
  /// Starts to track a model; an error when it cannot move.
  Status Start(const std::string& model, const Session& session);

  /// Reads the current pose. False when the model was removed; the last pose is kept.
  bool Update(const Session& session);

  /// Pose of the model's frame, which moves with the base link.
  const RigidTransform& X_WM() const { return X_WM_; }
  /// Heading in (-pi, pi].
  double yaw() const;
  /// Angle between the model's z axis and the vertical, rad.
  double tilt() const;

 private:
  std::string model_;
  const world::World* world_ = nullptr;
  int link_ = -1;
  RigidTransform X_LM_;
  RigidTransform X_WM_;
};

/// The equivalent angle in (-pi, pi].
double WrapAngle(double angle);

}  // namespace surefoot::experiment
