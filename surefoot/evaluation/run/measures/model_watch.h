#pragma once

#include <string>

#include "surefoot/base/result.h"
#include "surefoot/session/session.h"

namespace surefoot::experiment {

/// Id of a model; the error names the nearest one, or all that there are.
Result<int> FindModel(const world::World& world, const std::string& name);
Result<int> FindJoint(const world::World& world, const std::string& name);

/// Follows a model by its base link (world/base_link.h), found again when the world was edited.
class ModelWatch {
 public:
  /// Of a model that can move.
  Status Start(const std::string& model, const Session& session);

  /// Looks at the run as it is now. False when the model is gone; then the last pose stays.
  bool Update(const Session& session);

  /// Of the model's frame, which moves with the base link.
  const RigidTransform& X_WM() const { return X_WM_; }
  /// Heading in (-pi, pi].
  double yaw() const;
  /// Between the model's z axis and the vertical (rad).
  double tilt() const;

 private:
  std::string model_;
  const world::World* world_ = nullptr;
  int link_ = -1;
  RigidTransform X_LM_;
  RigidTransform X_WM_;
};

/// The angle in (-pi, pi] that differs by whole turns.
double WrapAngle(double angle);

}  // namespace surefoot::experiment
