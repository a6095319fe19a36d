#pragma once

/// Constraints on velocities, as rows over the degrees of freedom. Independent of any engine's
/// types.

#include <cstddef>
#include <vector>

namespace surefoot::solver {

/// Law that gives the impulse of a constraint as a function of the velocity of its rows.
enum class Law {
  /// Whatever impulse reaches the target.
  kEquality,
  /// The same, with magnitude at most `limit`: motors, dry friction.
  kBounded,
  /// Not negative: limits of joints, contacts without friction.
  kOneSided,
  /// Two rows whose impulse vector has length at most `limit`: rolling friction.
  kDisc,
  /// A normal and two tangents: not negative, with friction inside Coulomb's cone.
  kContact,
};

/// Largest number of rows of a constraint.
constexpr int kMaxRows = 3;

/// One constraint. Velocities in m/s or rad/s, impulses in N s or N m s.
struct Constraint {
  Law law = Law::kEquality;
  int rows = 1;
  /// Indices in Rows of its degrees of freedom and of its Jacobian (rows by dofs).
  int dofs = 0;
  int dof_count = 0;
  int jacobian = 0;
  /// Whether it couples degrees of freedom that the mass matrix does not: those of different trees
  /// or branches. Only such constraints enlarge the Hessian's profile.
  bool crosses = false;

  /// Target velocity of the first row; that of the others is zero.
  double target = 0.0;
  /// Additional velocity that reduces a position error.
  double bias = 0.0;
  /// Velocity per impulse by which a row yields; positive. It makes redundant constraints solvable.
  double softness[kMaxRows] = {0.0, 0.0, 0.0};
  double limit = 0.0;
  double mu = 0.0;
  /// The limit is `radius` (m) times the normal impulse of the contact with this index; -1: the
  /// limit is constant.
  int contact = -1;
  double radius = 0.0;

  /// Result of the solve.
  double impulse[kMaxRows] = {0.0, 0.0, 0.0};

  /// Contacts: estimate of the normal impulse (warm start); 0: unknown.
  double guess = 0.0;
  /// Contacts: while coupled, normal and friction are solved together, assuming that the contact
  /// slips at speed `slip`; afterwards friction is a disc of radius `limit`.
  bool coupled = true;
  double slip = 0.0;
};

/// The constraints of a step, with their Jacobians in one array. References and pointers are valid
/// until the next Add().
class Rows {
 public:
  void Clear();

  /// Adds a constraint with a Jacobian of zeros.
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

/// Impulse of a constraint and its derivative: stiffness = -d impulse / d velocity, symmetric and
/// positive semidefinite, because the laws are gradients of convex costs.
struct Response {
  double impulse[kMaxRows] = {0.0, 0.0, 0.0};
  double stiffness[kMaxRows][kMaxRows] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  /// True where the impulse is not linear in the velocity.
  bool curved = false;
};

/// The impulse at a velocity of the rows. `with_bias`: the target includes the bias.
void Impulse(const Constraint& constraint, const double* velocity, bool with_bias, double* impulse);
void Respond(const Constraint& constraint, const double* velocity, bool with_bias,
             Response* response);

}  // namespace surefoot::solver
