#pragma once

/// Motors, springs, dampers, dry friction, limits and mimics of joints.

#include <vector>

#include "surefoot/physics/inputs.h"
#include "surefoot/physics/solver/loops.h"

namespace surefoot::solver {

/// Forces and rows of the joints of an instance.
class Joints {
 public:
  explicit Joints(const Tables& tables);

  /// What rotors, dampers and springs add to the diagonal of the mass matrix for steps of dt:
  /// armature + dt * damping + dt^2 * stiffness / 3. The dampers and springs are thereby implicit.
  const std::vector<double>& Added(double dt);

  /// Adds forces of motors in effort mode, springs and dampers, per dof, including those of loop
  /// joints; call it after Loops::FindMotions. Ball joints are left to the engine, which calls
  /// TakeEffort().
  void AddForces(const physics::Inputs& inputs, const Motion& motion, const Loops& loops, double dt,
                 std::vector<double>* force);

  /// Torque (N m) of a ball joint's motors, in the axes of Jc. The engine converts it to its own
  /// forces.
  Vector3d TakeEffort(const BallEntry& ball, const physics::Inputs& inputs);

  /// Adds rows of motors in servo modes, dry friction, limits, mimics, and dampers in loops.
  void AddRows(const physics::Inputs& inputs, const Motion& motion, const Loops& loops,
               const Skyline& mass, double dt, Rows* rows);

  /// Writes the efforts of the motors in the step to State::effort.
  void ReadEfforts(const Rows& rows, double dt, std::vector<double>* effort) const;

 private:
  struct Motor {
    int constraint = 0;
    int v = 0;
  };

  double Position(const Coordinate& c, const Motion& motion, const Loops& loops) const;
  double Speed(const Coordinate& c, const Motion& motion, const Loops& loops) const;
  /// A row on the coordinate's velocity times `factor`.
  Constraint* AddRow(Law law, const Coordinate& c, double factor, const Loops& loops,
                     const Skyline& mass, Rows* rows);
  void AddLimits(const Coordinate& c, double q, double v, const Loops& loops, const Skyline& mass,
                 double dt, Rows* rows);
  void AddMimic(const MimicEntry& mimic, const Motion& motion, const Loops& loops,
                const Skyline& mass, double dt, Rows* rows);
  void AddBallFriction(const Skyline& mass, double dt, Rows* rows);

  const Tables& tables_;
  double added_dt_ = -1.0;
  std::vector<double> added_;
  /// Effort applied as a force, per velocity coordinate of the World.
  std::vector<double> applied_;
  std::vector<Motor> motors_;
  /// Scratch: dofs and Jacobian of a row over arbitrary dofs.
  std::vector<int> dofs_;
  std::vector<double> J_;
};

}  // namespace surefoot::solver
