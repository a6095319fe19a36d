#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/engines/dart/friction_cone.h"
#include "surefoot/engines/dart/solver.h"

namespace surefoot::engines::dart {
namespace {

/// Newton steps at most; wheeled robots at rest or driving take 1 to 4.
constexpr int kMostIterations = 100;
/// The remaining impulse as a share of the impulses that act.
constexpr double kTolerance = 1e-9;
/// How often the contacts' slip is taken anew, and the change of it (m/s) that asks for it.
constexpr int kMostSlipUpdates = 4;
constexpr double kSlipTolerance = 1e-6;
/// Share of a diagonal entry that its pivot keeps at least.
constexpr double kLeastPivot = 1e-14;

std::size_t At(int index) { return static_cast<std::size_t>(index); }

double Dot(const double* a, const double* b, int count) {
  return Eigen::Map<const Eigen::VectorXd>(a, count).dot(
      Eigen::Map<const Eigen::VectorXd>(b, count));
}

/// The same for the few rows of a constraint.
inline double RowDot(const double* a, const double* b, int count) {
  double sum = a[0] * b[0];
  for (int i = 1; i < count; ++i) sum += a[i] * b[i];
  return sum;
}

/// Adds J' S J of a constraint to the lower half of the matrix, where J has `rows` rows.
template <int rows>
void AddPush(const double* stiffness, const double* values, const int* columns, int count,
             std::size_t n, double* matrix) {
  for (int k = 0; k < count; ++k) {
    double pushed[rows];
    for (int r = 0; r < rows; ++r) {
      pushed[r] = RowDot(stiffness + r * rows, values + k * rows, rows);
    }
    const int row = columns[k];
    double* out = matrix + static_cast<std::size_t>(row) * n;
    for (int l = 0; l < count; ++l) {
      if (columns[l] <= row) out[columns[l]] += RowDot(pushed, values + l * rows, rows);
    }
  }
}

double SlipOf(const Constraint& c) {
  double square = 0.0;
  for (int r = 1; r < c.rows; ++r) square += c.velocity[r] * c.velocity[r];
  return std::sqrt(square);
}

/// The convex cone would let what slides rise with mu times its slip: that much is taken off.
double NormalTarget(const Constraint& c) { return c.target - c.mu * c.slip; }

/// Fills `impulse` for the given velocities, and how it falls with them.
void Impulse(const Constraint& c, const double* velocity, double* impulse, double* stiffness) {
  if (c.contact) {
    ConeImpulse(velocity, c.rows, NormalTarget(c), c.mu, c.compliance, impulse, stiffness);
    return;
  }
  const double free = (c.target - velocity[0]) / c.compliance;
  impulse[0] = std::clamp(free, c.low, c.high);
  if (stiffness != nullptr) stiffness[0] = impulse[0] == free ? 1.0 / c.compliance : 0.0;
}

}  // namespace

void Solver::SolveGroup(const Group& group, std::vector<double>* v_new) {
  for (int i = 0; i < group.constraint_count; ++i) {
    Constraint& c = constraints_[At(group_constraints_[At(group.first_constraint + i)])];
    for (int r = 0; r < c.rows; ++r) {
      c.velocity[r] = 0.0;
      for (int k = 0; k < c.column_count; ++k) {
        c.velocity[r] +=
            values_[At(c.first_value + k * c.rows + r)] * v_[At(columns_[At(c.first_column + k)])];
      }
    }
    c.slip = SlipOf(c);
  }
  for (int update = 0; update < kMostSlipUpdates; ++update) {
    Minimise(group);
    if (!UpdateSlip(group)) break;
  }
  for (int t = 0; t < group.tree_count; ++t) {
    const TreeMap& tree = maps_.trees[At(group_trees_[At(group.first_tree + t)])];
    for (int i = tree.first_dof; i < tree.first_dof + tree.dof_count; ++i) {
      (*v_new)[At(i)] = v_[At(place_[At(i)])];
    }
  }
}

bool Solver::UpdateSlip(const Group& group) {
  bool changed = false;
  for (int i = 0; i < group.constraint_count; ++i) {
    Constraint& c = constraints_[At(group_constraints_[At(group.first_constraint + i)])];
    if (!c.contact) continue;
    const double slip = SlipOf(c);
    if (std::abs(c.mu * (slip - c.slip)) > kSlipTolerance) changed = true;
    c.slip = slip;
  }
  return changed;
}

/// Momentum that is not accounted for, with the impulses of the present velocities. Returns its
/// size as a share of the momenta that are.
double Solver::Gradient(const Group& group) {
  const int n = group.dof_count;
  for (int i = 0; i < n; ++i) mass_direction_[At(i)] = v_[At(i)] - v_free_[At(i)];
  MultiplyMass(group, mass_direction_, &mass_gap_);
  std::copy(mass_gap_.begin(), mass_gap_.begin() + n, gradient_.begin());
  for (int i = 0; i < group.constraint_count; ++i) {
    Constraint& c = constraints_[At(group_constraints_[At(group.first_constraint + i)])];
    Impulse(c, c.velocity, c.impulse, nullptr);
    for (int k = 0; k < c.column_count; ++k) {
      gradient_[At(columns_[At(c.first_column + k)])] -=
          RowDot(values_.data() + c.first_value + k * c.rows, c.impulse, c.rows);
    }
  }
  double wrong = 0.0;
  double all = 1e-300;
  for (int i = 0; i < n; ++i) {
    const double momentum = diagonal_[At(i)] * v_free_[At(i)];
    wrong += gradient_[At(i)] * gradient_[At(i)] / diagonal_[At(i)];
    all += (mass_gap_[At(i)] * mass_gap_[At(i)] + momentum * momentum) / diagonal_[At(i)];
  }
  return std::sqrt(wrong / all);
}

void Solver::Minimise(const Group& group) {
  const int n = group.dof_count;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    if (Gradient(group) <= kTolerance) return;
    ++iterations_;
    AssembleHessian(group);
    if (!Factor(n)) {
      // Numbers have gone out of range: the step reports it.
      std::fill(v_.begin(), v_.begin() + n, std::numeric_limits<double>::quiet_NaN());
      return;
    }
    SolveFactored(n);
    for (int i = 0; i < group.constraint_count; ++i) {
      Constraint& c = constraints_[At(group_constraints_[At(group.first_constraint + i)])];
      std::fill(c.change, c.change + c.rows, 0.0);
      for (int k = 0; k < c.column_count; ++k) {
        const double speed = direction_[At(columns_[At(c.first_column + k)])];
        const double* values = values_.data() + c.first_value + k * c.rows;
        for (int r = 0; r < c.rows; ++r) c.change[r] += values[r] * speed;
      }
    }
    const double step = Search(group);
    if (step == 0.0) return;
    for (int i = 0; i < n; ++i) v_[At(i)] += step * direction_[At(i)];
    for (int i = 0; i < group.constraint_count; ++i) {
      Constraint& c = constraints_[At(group_constraints_[At(group.first_constraint + i)])];
      for (int r = 0; r < c.rows; ++r) c.velocity[r] += step * c.change[r];
    }
  }
  Gradient(group);
}

void Solver::AssembleHessian(const Group& group) {
  const auto n = At(group.dof_count);
  for (std::size_t i = 0; i < n; ++i) {
    std::fill(hessian_.data() + i * n + At(first_[i]), hessian_.data() + i * n + i + 1, 0.0);
  }
  for (int t = 0; t < group.tree_count; ++t) {
    const int tree_index = group_trees_[At(group.first_tree + t)];
    const TreeMap& tree = maps_.trees[At(tree_index)];
    const auto size = At(tree.dof_count);
    const double* mass = mass_[At(tree_index)].data();
    const auto last = At(place_[At(tree.first_dof)]);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t k = 0; k <= i; ++k) {
        if (mass[i * size + k] != 0.0) hessian_[(last - k) * n + last - i] = mass[i * size + k];
      }
    }
  }
  double stiffness[kMaxRows * kMaxRows];
  double impulse[kMaxRows];
  for (int i = 0; i < group.constraint_count; ++i) {
    const Constraint& c = constraints_[At(group_constraints_[At(group.first_constraint + i)])];
    Impulse(c, c.velocity, impulse, stiffness);
    if (stiffness[0] == 0.0) continue;
    const auto add = c.rows == 1   ? AddPush<1>
                     : c.rows == 3 ? AddPush<3>
                     : c.rows == 4 ? AddPush<4>
                                   : AddPush<6>;
    add(stiffness, values_.data() + c.first_value, columns_.data() + c.first_column, c.column_count,
        n, hessian_.data());
  }
}

/// Cholesky's factors in place, rows from their first entry on.
bool Solver::Factor(int count) {
  const auto n = At(count);
  for (int i = 0; i < count; ++i) {
    double* row = hessian_.data() + At(i) * n;
    const int first = first_[At(i)];
    for (int j = first; j < i; ++j) {
      const double* other = hessian_.data() + At(j) * n;
      const int from = std::max(first, first_[At(j)]);
      const double sum = j > from ? Dot(row + from, other + from, j - from) : 0.0;
      row[j] = (row[j] - sum) / other[j];
    }
    const double left = row[i] - (i > first ? Dot(row + first, row + first, i - first) : 0.0);
    if (!std::isfinite(left)) return false;
    // Rounding may eat what is left of a pivot; a coarse one still leads downhill.
    row[i] = std::sqrt(std::max(left, kLeastPivot * row[i]));
    if (!(row[i] > 0.0)) return false;
  }
  return true;
}

void Solver::SolveFactored(int count) {
  const auto n = At(count);
  for (int i = 0; i < count; ++i) {
    const double* row = hessian_.data() + At(i) * n;
    const int first = first_[At(i)];
    const double sum = i > first ? Dot(row + first, direction_.data() + first, i - first) : 0.0;
    direction_[At(i)] = (-gradient_[At(i)] - sum) / row[i];
  }
  for (int i = count - 1; i >= 0; --i) {
    const double* row = hessian_.data() + At(i) * n;
    const double x = direction_[At(i)] / row[i];
    direction_[At(i)] = x;
    for (int j = first_[At(i)]; j < i; ++j) direction_[At(j)] -= row[j] * x;
  }
}

/// Length of the step along the direction at which the cost is least: where its slope, which only
/// rises, is zero.
double Solver::Search(const Group& group) {
  const int n = group.dof_count;
  MultiplyMass(group, direction_, &mass_direction_);
  const double start = Dot(mass_gap_.data(), direction_.data(), n);
  const double curvature = Dot(mass_direction_.data(), direction_.data(), n);
  double stiffness[kMaxRows * kMaxRows];
  double impulse[kMaxRows];
  double velocity[kMaxRows];
  const auto slope = [&](double step, double* rise) {
    double sum = start + step * curvature;
    *rise = curvature;
    for (int i = 0; i < group.constraint_count; ++i) {
      const Constraint& c = constraints_[At(group_constraints_[At(group.first_constraint + i)])];
      for (int r = 0; r < c.rows; ++r) velocity[r] = c.velocity[r] + step * c.change[r];
      Impulse(c, velocity, impulse, stiffness);
      sum -= RowDot(impulse, c.change, c.rows);
      for (int r = 0; r < c.rows; ++r) {
        *rise += c.change[r] * RowDot(stiffness + r * c.rows, c.change, c.rows);
      }
    }
    return sum;
  };
  double rise = 0.0;
  const double first = Dot(gradient_.data(), direction_.data(), n);
  if (!(first < 0.0)) return 0.0;
  double low = 0.0;
  double high = -1.0;
  double step = 1.0;
  for (int i = 0; i < 60; ++i) {
    const double value = slope(step, &rise);
    if (std::abs(value) <= 1e-3 * -first) break;
    (value < 0.0 ? low : high) = step;
    double next = step - value / rise;
    if (high < 0.0) {
      next = std::min(next, 4.0 * step);
    } else if (!(next > low && next < high)) {
      next = 0.5 * (low + high);
    }
    step = next;
  }
  return step;
}

}  // namespace surefoot::engines::dart
