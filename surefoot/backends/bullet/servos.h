#pragma once

/// What acts along joint coordinates: motors, limits, dry friction, springs, damping, armature.

#include <vector>

#include "surefoot/backends/bullet/solver.h"
#include "surefoot/physics/inputs.h"

namespace surefoot::backends::bullet {

/// Errors of position are taken back at this share per step, and at most at this speed (m/s,
/// rad/s): what starts beyond a limit comes back without a jump.
constexpr double kRecoveryShare = 0.2;
constexpr double kRecoverySpeed = 1.0;

/// The joints of trees.
class Servos {
 public:
  explicit Servos(const Built& built);

  /// Adds efforts, springs and damping to the forces of the articulations.
  void ApplyForces(const physics::Inputs& inputs, std::vector<Articulation>* articulations) const;
  /// Marks the articulations whose joints have armature, damping or springs.
  void FindHeavier(std::vector<char>* needed) const;
  /// Once the free accelerations are known: adds armature, and makes damping and stiff springs
  /// implicit.
  void Augment(double dt, std::vector<Articulation>* articulations) const;
  /// Which coordinates need a row in this step; marks their articulations.
  void FindRows(const physics::Inputs& inputs, double dt,
                const std::vector<Articulation>& articulations, std::vector<char>* needed);
  void AddRows(const physics::Inputs& inputs, double dt,
               const std::vector<Articulation>& articulations, Solver* solver) const;
  /// After the solver: keeps the forces for the next step and tells the motors' efforts.
  void ReadRows(const physics::Inputs& inputs, double dt, const Solver& solver,
                std::vector<double>* effort);

  /// Forces of the last step from which the next one starts: per dof, then three per ball.
  std::vector<double>& forces() { return forces_; }
  const std::vector<double>& forces() const { return forces_; }

 private:
  const Built& built_;
  /// A coordinate with armature, damping or a spring.
  struct Heavier {
    int articulation = 0;
    int velocity = 0;
    double armature = 0.0;
    double damping = 0.0;
    double stiffness = 0.0;
  };
  std::vector<Heavier> heavier_;
  std::vector<double> forces_;
  /// Dofs and ball coordinates (offset by the number of dofs) that have a row, in order.
  std::vector<int> with_row_;
};

/// Velocities between which a coordinate may move so that it keeps its limits.
void SetLimits(const world::JointAxis& axis, double q, double dt, JointBlock* block);

}  // namespace surefoot::backends::bullet
