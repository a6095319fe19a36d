#pragma once

/// Forces along joint coordinates: motors, limits, dry friction, springs, damping, armature.

#include <vector>

#include "surefoot/engines/bullet/solver.h"
#include "surefoot/physics/inputs.h"

namespace surefoot::engines::bullet {

/// Position errors are reduced by this share per step, and at most at this speed (m/s, rad/s): a
/// joint that starts beyond a limit returns without a jump.
constexpr double kRecoveryShare = 0.2;
constexpr double kRecoverySpeed = 1.0;

/// The joints of trees. Motors that are strong enough are not iterated: their coordinates are
/// eliminated from the mass matrix and held at their target velocities, which is exact and does not
/// slow down the convergence of contacts. The others get rows in the solver.
class Servos {
 public:
  explicit Servos(const Built& built);

  /// Adds efforts, springs and damping to the articulations' forces.
  void ApplyForces(const physics::Inputs& inputs, std::vector<Articulation>* articulations) const;
  /// Marks the articulations whose joints have armature, damping or springs.
  void MarkAugmented(std::vector<char>* needed) const;
  /// After SolveFree(): adds armature, and makes damping and stiff springs implicit.
  void Augment(double dt, std::vector<Articulation>* articulations) const;
  /// Decides which coordinates need a row in this step, and which are held at their velocities:
  /// those of motors that are likely strong enough. Marks their articulations.
  void FindRows(const physics::Inputs& inputs, double dt,
                const std::vector<Articulation>& articulations, std::vector<char>* needed);
  /// Articulations in which no coordinate is held, because equality rows may contradict it.
  void DoNotHold(const std::vector<char>& articulations) { not_held_ = articulations; }
  /// Eliminates the held coordinates from the articulations; `rows` contains the free velocities.
  void Hold(std::vector<Articulation>* articulations, Rows* rows) const;
  /// Replaces the held coordinates of these articulations by rows. False when there are none.
  bool ReleaseStuck(const std::vector<int>& stuck, std::vector<Articulation>* articulations);
  /// After the solver: false when a held motor needs more than its limit. It then gets a row, the
  /// articulations are as before Hold(), and the step must be solved again.
  bool AreHoldsStrongEnough(Solver* solver, std::vector<Articulation>* articulations);
  void AddRows(const physics::Inputs& inputs, double dt,
               const std::vector<Articulation>& articulations, Solver* solver) const;
  /// After the solver: stores the forces for the next step and writes the motors' efforts.
  void ReadRows(const physics::Inputs& inputs, double dt, const Solver& solver,
                std::vector<double>* effort);

  /// Warm start: forces per dof, then three per ball joint, then per dof 1 when its motor was too
  /// weak.
  std::vector<double>& forces() { return forces_; }
  const std::vector<double>& forces() const { return forces_; }

 private:
  const Built& built_;
  /// A coordinate with armature, damping or a spring.
  struct AugmentedDof {
    int articulation = 0;
    int velocity = 0;
    double armature = 0.0;
    double damping = 0.0;
    double stiffness = 0.0;
  };
  std::vector<AugmentedDof> augmented_;
  std::vector<double> forces_;
  /// Dofs and ball joint coordinates (offset by the number of dofs) that have a row, sorted.
  std::vector<int> with_row_;
  struct Held {
    int dof = 0;
    double velocity = 0.0;
    /// Largest impulses of the motor and of dry friction.
    double max = 0.0;
    double friction = 0.0;
    double impulse = 0.0;
    double servo = 0.0;
    bool too_weak = false;
  };
  /// Sorted by articulation.
  std::vector<Held> held_;
  std::vector<char> not_held_;
  /// Scratch memory.
  mutable std::vector<int> velocities_;
  mutable std::vector<double> held_at_;

  double& TooWeak(std::size_t dof) { return forces_[forces_.size() - built_.dofs.size() + dof]; }
  template <typename F>
  void ForEachHolding(F f) const;
  void AddRowsToWeak(std::vector<Articulation>* articulations);
};

/// Sets the range of velocities in which a coordinate respects its limits.
void SetLimits(const world::JointAxis& axis, double q, double dt, JointBlock* block);

}  // namespace surefoot::engines::bullet
