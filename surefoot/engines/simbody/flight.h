#pragma once

#include <Eigen/Core>
#include <vector>

#include "surefoot/physics/solver/articulation.h"
#include "surefoot/physics/solver/solver.h"

namespace surefoot::engines::simbody {

/// Conserves the momentum of trees in free flight. A step computes velocities for the positions at
/// its start. At the new positions they correspond to another momentum, with an error of first
/// order that is largest right after an impact. The velocities of free roots of trees that nothing
/// ties to the world are corrected after the positions have changed.
class Flight {
 public:
  explicit Flight(const solver::Tables& tables);

  /// Call with the bodies at the old positions and the impulses solved: computes the momentum that
  /// each flying tree must have after the step.
  void Expect(const solver::Motion& motion, const solver::Articulation& articulation,
              const solver::Rows& rows, const solver::Solver& solver, double dt);
  /// Call with the bodies at the new positions: corrects the velocities of the roots. True when it
  /// changed any.
  bool Correct(solver::Motion* motion) const;

 private:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  struct TreeEntry {
    int tree = 0;
    /// First of the root's six dofs; the tree's bodies, root first.
    int dof = 0;
    std::vector<int> bodies;
    bool flies = false;
    /// Angular momentum about the origin, then linear momentum, in W.
    Vector6 momentum = Vector6::Zero();
    Vector3d origin_W = Vector3d::Zero();
  };

  static Vector6 Momentum(const TreeEntry& entry, const solver::Motion& motion,
                          const Vector3d& origin_W);
  void AddImpulses(const solver::Rows& rows, const solver::Solver& solver);

  const solver::Tables& tables_;
  std::vector<TreeEntry> entries_;
  /// For the dofs of free roots: index into entries_ of their tree; -1 for all others.
  std::vector<int> entry_of_dof_;
  /// Per island of the solver: whether it is tied to the world.
  std::vector<char> tied_;
};

}  // namespace surefoot::engines::simbody
