#pragma once

/// All that an engine with bodies in trees needs besides its dynamics: contacts, joints, loops and
/// the solve that brings the velocities in line with them.

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

class Constraints {
 public:
  /// `tables` must outlive it.
  Constraints(const physics::BackendArgs& args, const Tables& tables,
              std::unique_ptr<collide::ContactFinder> finder,
              double tolerance = Solver::kTolerance);

  /// The bodies have moved: finds the coordinates of loops and the poses of links.
  void SetMotion(const Motion& motion);
  /// Poses and velocities of the links; those of other instances stay where they started.
  const physics::State& poses() const { return poses_; }

  /// Start of a step, for the motion of SetMotion(): axes and mass matrix, with `added` (per dof)
  /// on the diagonal.
  void Begin(const Motion& motion, const std::vector<double>& added);
  Articulation& articulation() { return articulation_; }
  const Skyline& mass() const { return articulation_.mass(); }
  Joints& joints() { return joints_; }
  const Loops& loops() const { return loops_; }

  /// Finds the velocities at the end of the step, given the momentum that forces bring, both per
  /// dof. `v` holds the velocities at its start. With `v_moved` positions go on: it also takes back
  /// errors of position. Trees without constraints get `v_free`, when given.
  void Solve(const physics::Inputs& inputs, const Motion& motion, double dt,
             const std::vector<double>& momentum, const std::vector<double>* v_free,
             std::vector<double>* v, std::vector<double>* v_moved, physics::StepReport* report);
  const Rows& rows() const { return rows_; }
  const Solver& solver() const { return solver_; }

  /// Links and coordinates, but for those of ball joints in trees, which are the engine's.
  void ReadState(const Motion& motion, physics::State* state) const;
  /// Scalar coordinates of a model; forgets its contacts. Free bodies and ball joints are the
  /// engine's.
  void WriteModel(int model, const physics::State& state, Motion* motion);

  void SaveModel(int model, const Motion& motion, Bytes* out) const;
  /// Nothing changes when the bytes do not fit, or hold a coordinate that is not `valid`.
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
