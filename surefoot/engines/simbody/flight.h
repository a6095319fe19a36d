#pragma once

#include <Eigen/Core>
#include <vector>

#include "surefoot/physics/solver/articulation.h"
#include "surefoot/physics/solver/solver.h"

namespace surefoot::engines::simbody {

/// Keeps the momentum of what flies. A step finds velocities for the old positions; at the new ones
/// they mean another momentum, by an error of first order, which is largest when an impact has just
/// changed them. Free roots of trees that nothing ties to the world are set right afterwards.
class Flight {
 public:
  explicit Flight(const solver::Tables& tables);

  /// With the bodies still at the old positions and the impulses found: what the momentum of each
  /// flying tree will be.
  void Expect(const solver::Motion& motion, const solver::Articulation& articulation,
              const solver::Rows& rows, const solver::Solver& solver, double dt);
  /// With the bodies at the new positions: changes the velocities of the roots. True when it did.
  bool Correct(solver::Motion* motion) const;

 private:
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  struct TreeEntry {
    int tree = 0;
    /// First of the root's six dofs; its bodies, the root first.
    int dof = 0;
    std::vector<int> bodies;
    bool flies = false;
    /// Torque about the origin and force, in W.
    Vector6 momentum = Vector6::Zero();
    Vector3d origin_W = Vector3d::Zero();
  };

  static Vector6 Momentum(const TreeEntry& entry, const solver::Motion& motion,
                          const Vector3d& origin_W);
  void AddImpulses(const solver::Rows& rows, const solver::Solver& solver);

  const solver::Tables& tables_;
  std::vector<TreeEntry> entries_;
  /// Index into entries_ of the tree whose root has the dof; -1 for all other dofs.
  std::vector<int> entry_of_dof_;
  /// Per island of the solver.
  std::vector<char> tied_;
};

}  // namespace surefoot::engines::simbody
