#pragma once

/// What acts along joint coordinates: motors, limits, dry friction, springs, damping, armature.

#include <vector>

#include "surefoot/engines/bullet/solver.h"
#include "surefoot/physics/inputs.h"

namespace surefoot::engines::bullet {

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
  /// Which coordinates need a row in this step, and which are simply held at their velocities:
  /// those of motors that are likely strong enough. Marks their articulations.
  void FindRows(const physics::Inputs& inputs, double dt,
                const std::vector<Articulation>& articulations, std::vector<char>* needed);
  /// Articulations in which nothing is held, because equalities may contradict it.
  void DoNotHold(const std::vector<char>& articulations) { not_held_ = articulations; }
  /// Takes what is held out of the articulations; `rows` has the free velocities.
  void Hold(std::vector<Articulation>* articulations, Rows* rows) const;
  /// Gives the held coordinates of these articulations rows instead. False when there are none.
  bool LetGo(const std::vector<int>& stuck, std::vector<Articulation>* articulations);
  /// After the solver: false when a motor would need more than it can give. It then gets a row, the
  /// articulations are as before Hold, and the step is to be solved again.
  bool HoldsSuffice(Solver* solver, std::vector<Articulation>* articulations);
  void AddRows(const physics::Inputs& inputs, double dt,
               const std::vector<Articulation>& articulations, Solver* solver) const;
  /// After the solver: keeps the forces for the next step and tells the motors' efforts.
  void ReadRows(const physics::Inputs& inputs, double dt, const Solver& solver,
                std::vector<double>* effort);

  /// What the next step starts from: forces per dof, then three per ball, then per dof 1 when its
  /// motor was not strong enough.
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
  struct Held {
    int dof = 0;
    double velocity = 0.0;
    /// Of the motor and of dry friction.
    double most = 0.0;
    double friction = 0.0;
    double impulse = 0.0;
    double servo = 0.0;
    bool too_weak = false;
  };
  /// In the order of articulations.
  std::vector<Held> held_;
  std::vector<char> not_held_;
  /// Scratch.
  mutable std::vector<int> velocities_;
  mutable std::vector<double> held_at_;

  double& TooWeak(std::size_t dof) { return forces_[forces_.size() - built_.dofs.size() + dof]; }
  template <typename F>
  void ForEachHolding(F f) const;
  void GiveRowsToWeak(std::vector<Articulation>* articulations);
};

/// Velocities between which a coordinate may move so that it keeps its limits.
void SetLimits(const world::JointAxis& axis, double q, double dt, JointBlock* block);

}  // namespace surefoot::engines::bullet
