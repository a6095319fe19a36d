#pragma once

/// Motors. MuJoCo's dry-friction constraint holds a joint's velocity at zero with a bounded force;
/// moved to another target velocity it is an ideal force-limited velocity servo, solved together
/// with the contacts, stiff without small steps. A position servo is one whose target velocity
/// leads to the target position; its steady error is that of the velocity constraint.

#include <vector>

#include "surefoot/engines/mujoco/build.h"
#include "surefoot/physics/inputs.h"

namespace surefoot::engines::mujoco {

class Servos {
 public:
  explicit Servos(const Maps& maps, const mjModel_& model);

  /// Before constraints are made: which rows exist and their force limits; efforts.
  void SetLimits(const physics::Inputs& inputs, mjModel_* model, mjData_* data);

  /// After the reference accelerations are computed: moves the rows to their target velocities.
  void SetTargets(mjData_* data) const;

  /// After the solve: efforts that the motors applied.
  void ReadEfforts(const mjData_& data, std::vector<double>* effort) const;

 private:
  const Maps& maps_;
  /// Dry friction of the joint itself, per MuJoCo velocity.
  std::vector<double> dry_friction_;
  /// Target velocity of a motor's row, per MuJoCo velocity and per tendon.
  std::vector<double> dof_target_;
  std::vector<double> tendon_target_;
  /// World velocity index of the motor whose row it is, or -1.
  std::vector<int> dof_v_;
  std::vector<int> tendon_v_;
};

}  // namespace surefoot::engines::mujoco
