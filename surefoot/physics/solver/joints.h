#pragma once

/// Motors, springs, friction, limits and mimics of joints.

#include <vector>

#include "surefoot/physics/inputs.h"
#include "surefoot/physics/solver/loops.h"

namespace surefoot::solver {

class Joints {
 public:
  explicit Joints(const Tables& tables);

  /// What rotors, dampers and springs add to the diagonal of the mass matrix for steps of dt.
  const std::vector<double>& Added(double dt);

  /// Forces of motors in effort mode, springs and dampers, added per dof. Those of loops, too:
  /// call after Loops::FindMotions. Ball joints are the engine's, by TakeEffort().
  void AddForces(const physics::Inputs& inputs, const Motion& motion, const Loops& loops, double dt,
                 std::vector<double>* force);

  /// Torque of a ball joint's motors, in the axes of Jc: how the engine turns it into forces is its
  /// own business.
  Vector3d TakeEffort(const BallEntry& ball, const physics::Inputs& inputs);

  /// Rows of motors in servo modes, dry friction, limits, mimics, and dampers in loops.
  void AddRows(const physics::Inputs& inputs, const Motion& motion, const Loops& loops,
               const Skyline& mass, double dt, Rows* rows);

  /// What the motors did in the step, into State::effort.
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
  /// Per velocity coordinate of the World: effort that was applied as a force.
  std::vector<double> applied_;
  std::vector<Motor> motors_;
  /// A row under construction over any dofs.
  std::vector<int> dofs_;
  std::vector<double> J_;
};

}  // namespace surefoot::solver
