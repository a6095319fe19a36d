#pragma once

/// Motors, springs, friction, limits and mimics of joints.

#include <vector>

#include "surefoot/physics/solver/loops.h"
#include "surefoot/physics/inputs.h"

namespace surefoot::solver {

class Joints {
 public:
  explicit Joints(const Maps& maps);

  /// What rotors, dampers and springs add to the diagonal of the mass matrix for steps of dt.
  const std::vector<double>& Added(double dt);

  /// Forces of motors in effort mode, springs and dampers, added per dof. Those of loops, too:
  /// call after Loops::FindMotions.
  void AddForces(const physics::Inputs& inputs, const Multibody& multibody, const Loops& loops,
                 double dt, std::vector<double>* force);

  /// Rows of motors in servo modes, dry friction, limits, mimics, and dampers in loops.
  void AddRows(const physics::Inputs& inputs, const Multibody& multibody, const Loops& loops,
               const Skyline& mass, double dt, Rows* rows);

  /// What the motors did in the step, into State::effort.
  void ReadEfforts(const Rows& rows, double dt, std::vector<double>* effort) const;

 private:
  struct Motor {
    int constraint = 0;
    int v = 0;
  };

  double Position(const Coordinate& c, const Multibody& multibody, const Loops& loops) const;
  double Speed(const Coordinate& c, const Multibody& multibody, const Loops& loops) const;
  /// A row on the coordinate's velocity times `factor`.
  Constraint* AddRow(Law law, const Coordinate& c, double factor, const Loops& loops,
                     const Skyline& mass, Rows* rows);
  void AddLimits(const Coordinate& c, double q, double v, const Loops& loops, const Skyline& mass,
                 double dt, Rows* rows);
  void AddMimic(const MimicEntry& mimic, const Multibody& multibody, const Loops& loops,
                const Skyline& mass, double dt, Rows* rows);
  void AddBallForces(const physics::Inputs& inputs, const Multibody& multibody,
                     std::vector<double>* force);
  void AddBallFriction(const Skyline& mass, double dt, Rows* rows);

  const Maps& maps_;
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
