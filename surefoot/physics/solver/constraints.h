#pragma once

/// Everything except the dynamics that an engine with bodies in trees needs: contacts, joints,
/// loops, and the solve for velocities that satisfy them.

#include <memory>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/physics/backend.h"
#include "surefoot/physics/solver/articulation.h"
#include "surefoot/physics/solver/contacts.h"
#include "surefoot/physics/solver/joints.h"
#include "surefoot/physics/solver/loops.h"
#include "surefoot/physics/solver/solver.h"

namespace surefoot::solver {

/// The constraints of an engine instance. One step of an engine:
///
///   constraints.Begin(motion, added);
///   /* momentum = M v + dt * forces, per dof */
///   constraints.Solve(inputs, motion, dt, momentum, nullptr, &v, &v_moved, report);
///   /* positions advance with v_moved, velocities become v */
///   constraints.SetMotion(motion);
///
/// Not thread-safe; instances are independent.
class Constraints {
 public:
  /// `tables` must outlive it.
  Constraints(const physics::BackendArgs& args, const Tables& tables,
              std::unique_ptr<collide::ContactFinder> finder,
              double tolerance = Solver::kTolerance);

  /// Call when bodies have moved: updates the coordinates of loops and the poses of links.
  void SetMotion(const Motion& motion);
  /// Poses and velocities of the links; those of other instances keep their initial values.
  const physics::State& poses() const { return poses_; }

  /// Starts a step at the motion of SetMotion(): computes axes and mass matrix, with `added` (per
  /// dof) on its diagonal.
  void Begin(const Motion& motion, const std::vector<double>& added);
  Articulation& articulation() { return articulation_; }
  const Skyline& mass() const { return articulation_.mass(); }
  Joints& joints() { return joints_; }
  const Loops& loops() const { return loops_; }

  /// Solves for the velocities at the end of the step. `momentum` is M v plus the impulses of
  /// forces, per dof. `v` contains the velocities at the start of the step and then the result.
  /// `v_moved` are the velocities for advancing positions: they also reduce position errors. Trees
  /// without constraints take `v_free` where it is given.
  void Solve(const physics::Inputs& inputs, const Motion& motion, double dt,
             const std::vector<double>& momentum, const std::vector<double>* v_free,
             std::vector<double>* v, std::vector<double>* v_moved, physics::StepReport* report);
  const Rows& rows() const { return rows_; }
  const Solver& solver() const { return solver_; }

  /// Links and coordinates, except those of ball joints in trees, which the engine reads.
  void ReadState(const Motion& motion, physics::State* state) const;
  /// Sets the scalar coordinates of a model and drops its warm start. Free bodies and ball joints
  /// are set by the engine.
  void WriteModel(int model, const physics::State& state, Motion* motion);

  void SaveModel(int model, const Motion& motion, Bytes* out) const;
  /// Changes nothing and fails when the bytes do not fit, or contain a coordinate that is not
  /// `valid`.
  Status RestoreModel(int model, const Bytes& saved, bool (*valid)(double), Motion* motion);

 private:
  std::shared_ptr<const world::World> world_;
  const Tables& tables_;
  Articulation articulation_;
  Loops loops_;
  Joints joints_;
  Contacts contacts_;
  Solver solver_;
  Rows rows_;
  physics::State poses_;
};

}  // namespace surefoot::solver
