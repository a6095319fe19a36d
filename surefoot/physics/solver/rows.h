#pragma once

/// Constraints on velocities, as rows over the degrees of freedom. Free of any engine's types.

#include <cstddef>
#include <vector>

namespace surefoot::solver {

/// How the impulse of a constraint follows from the velocity of its rows.
enum class Law {
  /// Whatever holds the target.
  kEquality,
  /// The same, but at most `limit` either way: motors, dry friction.
  kBounded,
  /// Pushes only: limits of joints, contacts without friction.
  kOneSided,
  /// Two rows whose impulse is at most `limit` long: friction against rolling.
  kDisc,
  /// A normal and two tangents: pushes only, friction inside Coulomb's cone.
  kContact,
};

constexpr int kMostRows = 3;

struct Constraint {
  Law law = Law::kEquality;
  int rows = 1;
  /// Where its degrees of freedom and its Jacobian (rows by dofs) begin in Rows.
  int dofs = 0;
  int dof_count = 0;
  int jacobian = 0;
  /// Whether it couples degrees of freedom that the mass matrix does not: those of different trees
  /// or branches.
  bool crosses = false;

  /// Velocity that the first row is driven to; those of the others are driven to zero.
  double target = 0.0;
  /// What is added to it to take back an error of position.
  double bias = 0.0;
  /// Velocity per impulse: how far a row gives way.
  double softness[kMostRows] = {0.0, 0.0, 0.0};
  double limit = 0.0;
  double mu = 0.0;
  /// The limit is `radius` times the normal impulse of this contact; -1: it is given.
  int contact = -1;
  double radius = 0.0;

  /// Solved.
  double impulse[kMostRows] = {0.0, 0.0, 0.0};

  /// Contacts: what the normal impulse is thought to be; 0: nothing is known.
  double guess = 0.0;
  /// Contacts: while coupled, friction and normal are solved together for a contact that slips with
  /// `slip`; afterwards friction is a disc of `limit`.
  bool coupled = true;
  double slip = 0.0;
};

/// The constraints of a step.
class Rows {
 public:
  void Clear();

  /// Adds a constraint; its Jacobian is zero.
  Constraint* Add(Law law, int rows, const int* dofs, int dof_count);

  std::vector<Constraint>& constraints() { return constraints_; }
  const std::vector<Constraint>& constraints() const { return constraints_; }
  const int* dofs(const Constraint& constraint) const { return dofs_.data() + constraint.dofs; }
  double* jacobian(const Constraint& constraint, int row) {
    return jacobians_.data() + constraint.jacobian + row * constraint.dof_count;
  }
  const double* jacobian(const Constraint& constraint, int row) const {
    return jacobians_.data() + constraint.jacobian + row * constraint.dof_count;
  }

  int row_count() const { return row_count_; }

 private:
  std::vector<Constraint> constraints_;
  std::vector<int> dofs_;
  std::vector<double> jacobians_;
  int row_count_ = 0;
};

/// Impulse of a constraint and how it falls with velocity: stiffness = -d impulse / d velocity,
/// symmetric and not negative.
struct Response {
  double impulse[kMostRows] = {0.0, 0.0, 0.0};
  double stiffness[kMostRows][kMostRows] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  /// The impulse does not follow a straight line here.
  bool curved = false;
};

/// The impulse at a velocity of the rows, target and bias (when told) taken off.
void Impulse(const Constraint& constraint, const double* velocity, bool with_bias, double* impulse);
void Respond(const Constraint& constraint, const double* velocity, bool with_bias,
             Response* response);

}  // namespace surefoot::solver
