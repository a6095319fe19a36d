#pragma once

/// Motors. MuJoCo's dry-friction constraint keeps a joint's velocity at zero with a bounded force.
/// Moved to another target velocity it is an ideal force-limited velocity servo, solved together
/// with the contacts, and stiff without small steps. A position servo has a target velocity that
/// leads to the target position; its steady error is that of the velocity constraint.

#include <vector>

#include "surefoot/engines/mujoco/build.h"
#include "surefoot/physics/inputs.h"

namespace surefoot::engines::mujoco {

/// One per instance: it stores the targets of the step between SetLimits() and SetTargets().
class Servos {
 public:
  explicit Servos(const Maps& maps, const mjModel_& model);

  /// Before constraints are made: enables the motors' rows with their force limits, and applies
  /// efforts.
  void SetLimits(const physics::Inputs& inputs, mjModel_* model, mjData_* data);

  /// After the reference accelerations are computed: adds the target velocities to the rows.
  void SetTargets(mjData_* data) const;

  /// After the solve: efforts of the motors (N m or N).
  void ReadEfforts(const mjData_& data, std::vector<double>* effort) const;

 private:
  const Maps& maps_;
  /// Dry friction of the joint, per MuJoCo velocity.
  std::vector<double> dry_friction_;
  /// Target velocity of a motor's row, per MuJoCo velocity and per tendon.
  std::vector<double> dof_target_;
  std::vector<double> tendon_target_;
  /// World velocity index of the row's motor, or -1.
  std::vector<int> dof_v_;
  std::vector<int> tendon_v_;
};

}  // namespace surefoot::engines::mujoco
