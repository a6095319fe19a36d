#pragma once

/// Motors, and what else acts along a joint's axis: limits, dry friction, mimics. For joints of the
/// tree, springs, damping and armature are DART's business; for ties they are constraints, too.

#include <vector>

#include "surefoot/engines/dart/ties.h"
#include "surefoot/physics/inputs.h"

namespace surefoot::engines::dart {

class Servos {
 public:
  Servos(const Maps& maps, Dynamics* dynamics, Ties* ties, Solver* solver);

  /// Before the motion by forces alone: commanded efforts.
  void ApplyEfforts(const physics::Inputs& inputs);
  /// After it.
  void AddConstraints(const physics::Inputs& inputs, double dt, const std::vector<double>& v_free);
  /// After the solve: efforts that the motors applied.
  void ReadEfforts(const physics::Inputs& inputs, double dt, std::vector<double>* effort) const;

 private:
  /// A dof of the tree, or an axis of a tie.
  struct Axis {
    int v = 0;
    int dof = -1;
    int tie = -1;
    int tie_axis = 0;
    world::JointAxis spec;
    /// Constraint of the servo in this step, or -1.
    int servo = -1;
  };

  double Position(const Axis& axis) const;
  /// A new constraint along the axis.
  Constraint& Make(const Axis& axis, double coefficient);
  void AddServo(const physics::MotorCommand& command, double dt, Axis* axis);
  void AddLimits(const Axis& axis, double dt, double v_free);
  void AddFriction(const Axis& axis, double dt);
  void AddPassive(const Axis& axis, double dt);
  void AddMimic(const MimicMap& mimic, double dt);

  const Maps& maps_;
  Dynamics* dynamics_;
  Ties* ties_;
  Solver* solver_;
  std::vector<Axis> axes_;
};

}  // namespace surefoot::engines::dart
