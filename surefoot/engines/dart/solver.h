#pragma once

/// Constraints on velocities, solved together: the velocities at the end of the step minimise
///   1/2 (v - v_free)' M (v - v_free) + sum of the constraints' potentials,
/// each of which is that of a very stiff damper with a bounded impulse. Contacts are exact Coulomb
/// cones. Newton's method with an exact line search, one group of trees that touch at a time; no
/// state is kept from step to step. docs/engines.md says why DART's own solver is not used.

#include <vector>

#include "surefoot/engines/dart/dynamics.h"

namespace surefoot::engines::dart {

/// Friction along two directions, spin, and rolling about two.
constexpr int kMaxRows = 6;

/// One constraint: a row that pulls its velocity to a target with a bounded impulse, or a contact,
/// whose first row is along the normal and whose others have been scaled so that mu is the same.
struct Constraint {
  bool contact = false;
  int rows = 1;
  /// Velocity that is asked for; of a contact: the least normal velocity.
  double target = 0.0;
  double low = 0.0;
  double high = 0.0;
  double mu = 0.0;
  /// Compliance as a share of the inverse inertia that the constraint feels; 0: `compliance` is
  /// given as it is (m/s per N s).
  double softness = 0.0;
  double compliance = 0.0;
  /// Result: impulse per row.
  double impulse[kMaxRows] = {};

  /// Used by the solver: where its dofs and their coefficients stand, its velocity per row, how
  /// that changes along the search direction, the slip that the normal row is corrected for.
  int first_column = 0;
  int column_count = 0;
  int first_value = 0;
  /// One of its trees, -1 as long as it has none.
  int tree = -1;
  double velocity[kMaxRows] = {};
  double change[kMaxRows] = {};
  double slip = 0.0;
};

/// A direction of relative motion of two bodies at a point, in W.
struct RelativeRow {
  Vector3d linear = Vector3d::Zero();
  Vector3d angular = Vector3d::Zero();
};

class Solver {
 public:
  Solver(const Maps& maps, Dynamics* dynamics);

  /// Forgets the constraints of the last step.
  void Clear();

  /// Adds a constraint; it is filled in and given its dofs by what follows, up to the next Add.
  int Add();
  Constraint& constraint(int index) { return constraints_[static_cast<std::size_t>(index)]; }
  const Constraint& constraint(int index) const {
    return constraints_[static_cast<std::size_t>(index)];
  }
  int size() const { return static_cast<int>(constraints_.size()); }

  /// Motion of body b against body a at a point of both; either may be kGround.
  void AddRelative(int body_a, int body_b, const Vector3d& p_W, const RelativeRow* rows, int count);
  /// Adds to the last constraint's only row.
  void AddDof(int dof, double coefficient);

  /// Velocities of the last constraint's rows at the start of the step.
  double StartVelocity(int row) const;

  /// From the velocities that forces alone bring to those that respect the constraints.
  void Solve(const std::vector<double>& v_free, std::vector<double>* v_new);

  int rows() const { return row_count_; }
  int iterations() const { return iterations_; }

 private:
  struct Group {
    int first_tree = 0;
    int tree_count = 0;
    int first_constraint = 0;
    int constraint_count = 0;
    int dof_count = 0;
  };

  void AppendChain(int body, double sign, const Vector3d& p_W, int skip, const RelativeRow* rows,
                   int count);
  void Touch(int tree);
  int Root(int tree);
  void FormGroups();
  void PrepareGroup(const Group& group, const std::vector<double>& v_free);
  void SetCompliance(Constraint* constraint) const;
  void SolveGroup(const Group& group, std::vector<double>* v_new);
  void Minimise(const Group& group);
  double Gradient(const Group& group);
  void AssembleHessian(const Group& group);
  bool Factor(int n);
  void SolveFactored(int n);
  double Search(const Group& group);
  bool UpdateSlip(const Group& group);
  void MultiplyMass(const Group& group, const std::vector<double>& x,
                    std::vector<double>* out) const;

  const Maps& maps_;
  Dynamics* dynamics_;
  std::vector<Constraint> constraints_;
  std::vector<int> columns_;
  /// Per column: square of what its coefficient would be along the best direction.
  std::vector<double> reach_;
  std::vector<double> values_;
  int row_count_ = 0;
  int iterations_ = 0;

  /// Per tree: whose group it is in (union-find), whether it is in any, its mass matrix.
  std::vector<int> group_root_;
  std::vector<char> touched_;
  std::vector<std::vector<double>> mass_;
  std::vector<Group> groups_;
  std::vector<int> group_trees_;
  std::vector<int> group_constraints_;
  std::vector<int> group_of_root_;

  /// Per dof: its place within its group, leaves before roots.
  std::vector<int> place_;
  /// Per place in the group.
  std::vector<double> v_;
  std::vector<double> v_free_;
  std::vector<double> gradient_;
  std::vector<double> direction_;
  std::vector<double> mass_gap_;
  std::vector<double> mass_direction_;
  std::vector<double> diagonal_;
  std::vector<int> first_;
  std::vector<double> hessian_;
};

}  // namespace surefoot::engines::dart
