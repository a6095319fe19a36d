#include "surefoot/physics/solver/solver.h"

#include <algorithm>
#include <cmath>

namespace surefoot::solver {
namespace {

/// Newton steps of a solve. Usually 0 to 3; reaching the limit keeps the last velocities.
constexpr int kMaxIterations = 60;
/// Passes in which friction limits follow the normal impulses.
constexpr int kMaxPasses = 12;
/// Contacts that slip faster (m/s) and have an estimate of the normal impulse start with a friction
/// limit.
constexpr double kSlowSlip = 1e-4;
/// Largest relative difference between a friction limit and mu times the normal impulse, and the
/// largest speed (m/s) at which a contact may separate because its slip was estimated.
constexpr double kLimitTolerance = 1e-2;
constexpr double kSlipTolerance = 1e-5;
/// Islands whose biases are smaller (m/s) need no second solve.
constexpr double kSmallBias = 5e-5;
/// Above it (m/s), the second solve also updates the friction limits.
constexpr double kLargeBias = 0.05;

std::size_t Index(int i) { return static_cast<std::size_t>(i); }

double Length(double x, double y) { return std::sqrt(x * x + y * y); }

}  // namespace

// Trees are ranges of degrees of freedom, one after the other.
Solver::Solver(std::vector<DofRange> trees, double tolerance)
    : trees_(std::move(trees)), tolerance_(tolerance) {
  const int size = trees_.empty() ? 0 : trees_.back().end;
  tree_of_dof_.resize(Index(size));
  for (std::size_t tree = 0; tree < trees_.size(); ++tree) {
    for (int dof = trees_[tree].begin; dof < trees_[tree].end; ++dof) {
      tree_of_dof_[Index(dof)] = static_cast<int>(tree);
    }
  }
  local_.resize(Index(size));
  for (auto* vector : {&gradient_, &change_, &packed_, &mass_v_, &mass_change_}) {
    vector->resize(Index(size));
  }
  island_of_tree_.resize(trees_.size());
  place_in_island_.resize(trees_.size());
  islands_.reserve(trees_.size());
  tree_order_.reserve(trees_.size());
}

void Solver::Prepare(const Skyline& mass, Rows* rows) {
  mass_ = &mass;
  rows_ = rows;
  iterations_ = 0;
  GroupTrees();
  SortConstraints();
  OrderTrees();
}

/// Islands: trees coupled by constraints, found by union-find. A robot's result does not depend on
/// what other robots do elsewhere.
void Solver::GroupTrees() {
  const int count = static_cast<int>(trees_.size());
  groups_.Reset(count);
  for (const Constraint& constraint : rows_->constraints()) {
    if (!constraint.crosses) continue;
    const int* dofs = rows_->dofs(constraint);
    for (int i = 1; i < constraint.dof_count; ++i) {
      groups_.Join(tree_of_dof_[Index(dofs[i - 1])], tree_of_dof_[Index(dofs[i])]);
    }
  }
  islands_.clear();
  for (int tree = 0; tree < count; ++tree) {
    const int root = groups_.Find(tree);
    if (root == tree) {
      island_of_tree_[Index(tree)] = static_cast<int>(islands_.size());
      islands_.emplace_back();
    }
    Island& island = islands_[Index(island_of_tree_[Index(root)])];
    island_of_tree_[Index(tree)] = island_of_tree_[Index(root)];
    ++island.tree_count;
    island.size += trees_[Index(tree)].end - trees_[Index(tree)].begin;
  }
  PlaceTrees();
}

/// Assigns positions to trees, and dofs to rows, within their islands.
void Solver::PlaceTrees() {
  int next = 0;
  for (Island& island : islands_) {
    island.first_tree = next;
    next += island.tree_count;
    island.tree_count = 0;
    island.size = 0;
  }
  tree_order_.resize(trees_.size());
  for (std::size_t tree = 0; tree < trees_.size(); ++tree) {
    Island& island = islands_[Index(island_of_tree_[tree])];
    tree_order_[Index(island.first_tree + island.tree_count)] = static_cast<int>(tree);
    place_in_island_[tree] = island.tree_count;
    ++island.tree_count;
    for (int dof = trees_[tree].begin; dof < trees_[tree].end; ++dof) {
      local_[Index(dof)] = island.size + dof - trees_[tree].begin;
    }
    island.size += trees_[tree].end - trees_[tree].begin;
  }
}

/// Counting sort of the constraints by island; their order within an island is kept.
void Solver::SortConstraints() {
  const auto island_of = [&](const Constraint& constraint) -> Island& {
    return islands_[Index(island_of_tree_[Index(tree_of_dof_[Index(*rows_->dofs(constraint))])])];
  };
  for (const Constraint& constraint : rows_->constraints())
    ++island_of(constraint).constraint_count;
  int next = 0;
  for (Island& island : islands_) {
    island.first_constraint = next;
    next += island.constraint_count;
    island.constraint_count = 0;
  }
  order_.resize(rows_->constraints().size());
  for (std::size_t i = 0; i < order_.size(); ++i) {
    Island& island = island_of(rows_->constraints()[i]);
    order_[Index(island.first_constraint + island.constraint_count)] = static_cast<int>(i);
    ++island.constraint_count;
  }
}

/// In islands of more than two trees, reorders them to keep the profile of the Hessian narrow.
void Solver::OrderTrees() {
  for (const Island& island : islands_) {
    if (island.tree_count < 3) continue;
    edges_.clear();
    for (int k = 0; k < island.constraint_count; ++k) {
      const Constraint& constraint = At(island.first_constraint + k);
      if (!constraint.crosses) continue;
      const int* dofs = rows_->dofs(constraint);
      for (int i = 1; i < constraint.dof_count; ++i) {
        const int a = tree_of_dof_[Index(dofs[i - 1])];
        const int b = tree_of_dof_[Index(dofs[i])];
        if (a == b) continue;
        edges_.emplace_back(place_in_island_[Index(a)], place_in_island_[Index(b)]);
      }
    }
    const std::vector<int>& order = ordering_.Find(island.tree_count, &edges_);
    int* trees = tree_order_.data() + island.first_tree;
    reordered_.assign(order.begin(), order.end());
    for (int& node : reordered_) node = trees[node];
    std::copy(reordered_.begin(), reordered_.end(), trees);
    int size = 0;
    for (const int tree : reordered_) {
      const DofRange& range = trees_[Index(tree)];
      for (int dof = range.begin; dof < range.end; ++dof) local_[Index(dof)] = size++;
    }
  }
}

void Solver::Solve(const double* momentum, double* v) {
  for (Island& island : islands_) {
    if (!SolveIsland(momentum, true, kMaxPasses, &island, v)) MarkFailed(island, v);
  }
}

void Solver::Relax(const double* momentum, double* v) {
  for (Island& island : islands_) {
    double largest = 0.0;
    for (int k = 0; k < island.constraint_count; ++k) {
      largest = std::max(largest, std::abs(At(island.first_constraint + k).bias));
    }
    if (largest <= kSmallBias) continue;
    const int passes = largest > kLargeBias ? kMaxPasses : 1;
    if (!SolveIsland(momentum, false, passes, &island, v)) MarkFailed(island, v);
  }
}

/// NaN velocities make the step report name the model instead of continuing with wrong numbers.
void Solver::MarkFailed(const Island& island, double* v) const {
  for (int k = 0; k < island.tree_count; ++k) {
    const DofRange& tree = trees_[Index(tree_order_[Index(island.first_tree + k)])];
    std::fill(v + tree.begin, v + tree.end, std::nan(""));
  }
}

/// The profile of the Hessian: the mass matrices of its trees, and the coupling by constraints.
void Solver::LayOut(const Island& island) {
  hessian_.Reset(island.size);
  for (int k = 0; k < island.tree_count; ++k) {
    const DofRange& tree = trees_[Index(tree_order_[Index(island.first_tree + k)])];
    for (int dof = tree.begin; dof < tree.end; ++dof) {
      hessian_.Cover(local_[Index(dof)], local_[Index(mass_->first(dof))]);
    }
  }
  for (int k = 0; k < island.constraint_count; ++k) {
    const Constraint& constraint = At(island.first_constraint + k);
    if (!constraint.crosses) continue;
    const int* dofs = rows_->dofs(constraint);
    int lowest = island.size;
    for (int i = 0; i < constraint.dof_count; ++i) {
      lowest = std::min(lowest, local_[Index(dofs[i])]);
    }
    for (int i = 0; i < constraint.dof_count; ++i) hessian_.Cover(local_[Index(dofs[i])], lowest);
  }
  hessian_.Layout();
}

bool Solver::SolveIsland(const double* momentum, bool with_bias, int max_passes, Island* island,
                         double* v) {
  LayOut(*island);
  velocity_.resize(Index(kMaxRows * island->constraint_count));
  velocity_change_.resize(velocity_.size());
  FindVelocities(*island, v, &velocity_);
  for (int k = 0; k < island->constraint_count; ++k) {
    Constraint& constraint = At(island->first_constraint + k);
    if (constraint.contact >= 0 && with_bias) {
      constraint.limit = constraint.radius * rows_->constraints()[Index(constraint.contact)].guess;
    }
    if (constraint.law == Law::kContact && max_passes > 1) {
      const double* velocity = velocity_.data() + kMaxRows * k;
      constraint.slip = Length(velocity[1], velocity[2]);
      const double guess = with_bias ? constraint.guess : constraint.impulse[0];
      // Unknown normal impulse or sticking: solve the whole cone.
      constraint.coupled = guess <= 0.0 || constraint.slip < kSlowSlip;
      constraint.limit = constraint.mu * guess;
    }
  }
  if (!Newton(momentum, with_bias, island, v)) return false;
  for (int pass = 1; pass < max_passes && Refine(*island, with_bias); ++pass) {
    if (!Newton(momentum, with_bias, island, v)) return false;
  }
  iterations_ = std::max(iterations_, island->iterations);
  return true;
}

void Solver::FindVelocities(const Island& island, const double* x, std::vector<double>* out) const {
  for (int k = 0; k < island.constraint_count; ++k) {
    const Constraint& constraint = At(island.first_constraint + k);
    const int* dofs = rows_->dofs(constraint);
    for (int row = 0; row < constraint.rows; ++row) {
      const double* J = rows_->jacobian(constraint, row);
      double sum = 0.0;
      for (int i = 0; i < constraint.dof_count; ++i) sum += J[i] * x[dofs[i]];
      (*out)[Index(kMaxRows * k + row)] = sum;
    }
  }
}

/// The gradient M v - p - J' impulse of the cost, into gradient_ (and M v into mass_v_). Returns
/// its squared norm in the metric of the inverse diagonal of M, which makes rotations and
/// translations comparable.
double Solver::Gradient(const Island& island, const double* momentum, const double* v) {
  for (int k = 0; k < island.tree_count; ++k) {
    const DofRange& tree = trees_[Index(tree_order_[Index(island.first_tree + k)])];
    mass_->Multiply(tree.begin, tree.end, v, mass_v_.data());
    for (int i = tree.begin; i < tree.end; ++i) {
      gradient_[Index(i)] = mass_v_[Index(i)] - momentum[i];
    }
  }
  for (int k = 0; k < island.constraint_count; ++k) {
    const Constraint& constraint = At(island.first_constraint + k);
    const int* dofs = rows_->dofs(constraint);
    for (int row = 0; row < constraint.rows; ++row) {
      const double impulse = constraint.impulse[row];
      if (impulse == 0.0) continue;
      const double* J = rows_->jacobian(constraint, row);
      for (int i = 0; i < constraint.dof_count; ++i) gradient_[Index(dofs[i])] -= J[i] * impulse;
    }
  }
  double size = 0.0;
  for (int k = 0; k < island.tree_count; ++k) {
    const DofRange& tree = trees_[Index(tree_order_[Index(island.first_tree + k)])];
    for (int i = tree.begin; i < tree.end; ++i) {
      size += gradient_[Index(i)] * gradient_[Index(i)] / mass_->row(i)[i];
    }
  }
  return size;
}

/// Adds J' stiffness J to the Hessian.
void Solver::AddResponse(const Constraint& constraint, const Response& response) {
  const int* dofs = rows_->dofs(constraint);
  const double* J[kMaxRows] = {nullptr, nullptr, nullptr};
  for (int row = 0; row < constraint.rows; ++row) J[row] = rows_->jacobian(constraint, row);
  for (int a = 0; a < constraint.dof_count; ++a) {
    double W[kMaxRows] = {0.0, 0.0, 0.0};
    for (int i = 0; i < constraint.rows; ++i) {
      for (int j = 0; j < constraint.rows; ++j) W[i] += response.stiffness[i][j] * J[j][a];
    }
    const int local_a = local_[Index(dofs[a])];
    for (int b = 0; b <= a; ++b) {
      double sum = 0.0;
      for (int i = 0; i < constraint.rows; ++i) sum += W[i] * J[i][b];
      const int local_b = local_[Index(dofs[b])];
      hessian_.row(std::max(local_a, local_b))[std::min(local_a, local_b)] += sum;
    }
  }
}

/// Newton's method on the convex cost: Hessian M + J' stiffness J by Cholesky, then a line search.
/// False when the Hessian is not positive definite or a number is not finite.
bool Solver::Newton(const double* momentum, bool with_bias, Island* island, double* v) {
  double scale = 0.0;
  for (int k = 0; k < island->tree_count; ++k) {
    const DofRange& tree = trees_[Index(tree_order_[Index(island->first_tree + k)])];
    for (int i = tree.begin; i < tree.end; ++i) {
      scale += momentum[i] * momentum[i] / mass_->row(i)[i];
    }
  }
  const double enough = tolerance_ * tolerance_ * scale;
  for (int iteration = 0; iteration < kMaxIterations; ++iteration) {
    // The Hessian starts as the block-diagonal mass matrix.
    for (int k = 0; k < island->tree_count; ++k) {
      const DofRange& tree = trees_[Index(tree_order_[Index(island->first_tree + k)])];
      for (int i = tree.begin; i < tree.end; ++i) {
        const int row = local_[Index(i)];
        const int shift = row - i;
        double* H = hessian_.row(row);
        std::fill(H + hessian_.first(row), H + row + 1, 0.0);
        const double* M = mass_->row(i);
        for (int j = mass_->first(i); j <= i; ++j) H[j + shift] = M[j];
      }
    }
    FindVelocities(*island, v, &velocity_);
    for (int k = 0; k < island->constraint_count; ++k) {
      Constraint& constraint = At(island->first_constraint + k);
      Response response;
      Respond(constraint, velocity_.data() + kMaxRows * k, with_bias, &response);
      std::copy(response.impulse, response.impulse + kMaxRows, constraint.impulse);
      bool any = false;
      for (int i = 0; i < constraint.rows; ++i) any = any || response.stiffness[i][i] != 0.0;
      if (any) AddResponse(constraint, response);
    }
    const double size = Gradient(*island, momentum, v);
    if (!std::isfinite(size)) return false;
    if (size <= enough) return true;
    if (!hessian_.Factor()) return false;
    ++island->iterations;
    for (int k = 0; k < island->tree_count; ++k) {
      const DofRange& tree = trees_[Index(tree_order_[Index(island->first_tree + k)])];
      for (int i = tree.begin; i < tree.end; ++i) {
        packed_[Index(local_[Index(i)])] = -gradient_[Index(i)];
      }
    }
    hessian_.Solve(packed_.data());
    double slope = 0.0;
    double curvature = 0.0;
    for (int k = 0; k < island->tree_count; ++k) {
      const DofRange& tree = trees_[Index(tree_order_[Index(island->first_tree + k)])];
      for (int i = tree.begin; i < tree.end; ++i) {
        change_[Index(i)] = packed_[Index(local_[Index(i)])];
      }
      mass_->Multiply(tree.begin, tree.end, change_.data(), mass_change_.data());
      for (int i = tree.begin; i < tree.end; ++i) {
        slope += change_[Index(i)] * (mass_v_[Index(i)] - momentum[i]);
        curvature += change_[Index(i)] * mass_change_[Index(i)];
      }
    }
    const double step = FindStep(*island, with_bias, slope, curvature);
    for (int k = 0; k < island->tree_count; ++k) {
      const DofRange& tree = trees_[Index(tree_order_[Index(island->first_tree + k)])];
      for (int i = tree.begin; i < tree.end; ++i) v[i] += step * change_[Index(i)];
    }
    // Without constraints the cost is quadratic: one step is exact.
    if (island->constraint_count == 0) return true;
  }
  FindVelocities(*island, v, &velocity_);
  for (int k = 0; k < island->constraint_count; ++k) {
    Constraint& constraint = At(island->first_constraint + k);
    Impulse(constraint, velocity_.data() + kMaxRows * k, with_bias, constraint.impulse);
  }
  return true;
}

/// Derivative of the constraint costs along the search direction, with opposite sign.
double Solver::SlopeOfImpulses(const Island& island, bool with_bias, double step) const {
  double sum = 0.0;
  for (int k = 0; k < island.constraint_count; ++k) {
    const Constraint& constraint = At(island.first_constraint + k);
    double velocity[kMaxRows];
    double impulse[kMaxRows] = {0.0, 0.0, 0.0};
    for (int row = 0; row < constraint.rows; ++row) {
      const std::size_t at = Index(kMaxRows * k + row);
      velocity[row] = velocity_[at] + step * velocity_change_[at];
    }
    Impulse(constraint, velocity, with_bias, impulse);
    for (int row = 0; row < constraint.rows; ++row) {
      sum += impulse[row] * velocity_change_[Index(kMaxRows * k + row)];
    }
  }
  return sum;
}

/// Line search as in MuJoCo's Newton solver: finds the zero of the cost's derivative along change_,
/// which is monotone because the cost is convex. At most a whole Newton step.
double Solver::FindStep(const Island& island, bool with_bias, double slope, double curvature) {
  if (island.constraint_count == 0) return 1.0;
  FindVelocities(island, change_.data(), &velocity_change_);
  const auto slope_at = [&](double step) {
    return slope + step * curvature - SlopeOfImpulses(island, with_bias, step);
  };
  const double at_zero = slope_at(0.0);
  double high = 1.0;
  double at_high = slope_at(high);
  // A whole step is enough where the cost still decreases there, or nearly so.
  if (!(at_high > -1e-3 * at_zero)) return 1.0;
  // Regula falsi with every third step a bisection: converges for kinked derivatives, too.
  double low = 0.0;
  double at_low = at_zero;
  for (int i = 0; i < 30; ++i) {
    double step = low - at_low * (high - low) / (at_high - at_low);
    const double margin = 0.05 * (high - low);
    step = i % 3 == 2 ? 0.5 * (low + high) : std::clamp(step, low + margin, high - margin);
    const double at_step = slope_at(step);
    if (std::abs(at_step) < -1e-2 * at_zero) return step;
    if (at_step > 0.0) {
      high = step;
      at_high = at_step;
    } else {
      low = step;
      at_low = at_step;
    }
  }
  return low > 0.0 ? low : high;
}

/// Updates the friction limits from the normal impulses after a solve: a fixed-point iteration over
/// problems with given friction bounds (Tresca friction) whose limit is Coulomb's law. True when
/// another solve is needed.
bool Solver::Refine(const Island& island, bool with_bias) {
  bool again = false;
  const auto follow = [&](Constraint* c, double allowed, double used) {
    const double difference = std::abs(allowed - c->limit);
    // A contact that sticks well inside its limit does not care about the exact limit.
    const bool inside = used < (1.0 - kLimitTolerance) * std::min(allowed, c->limit);
    if (!inside && difference > kLimitTolerance * std::max(allowed, c->limit)) again = true;
    c->limit = allowed;
  };
  for (int k = 0; k < island.constraint_count; ++k) {
    Constraint& c = At(island.first_constraint + k);
    const double* velocity = velocity_.data() + kMaxRows * k;
    if (c.contact >= 0) {
      const double normal = rows_->constraints()[Index(c.contact)].impulse[0];
      follow(&c, c.radius * normal, Length(c.impulse[0], c.impulse[1]));
    } else if (c.law == Law::kContact && c.coupled) {
      const double slip = Length(velocity[1], velocity[2]);
      const double target = c.target + (with_bias ? c.bias : 0.0);
      const bool guessed_right = c.impulse[0] > 0.0
                                     ? c.mu * std::abs(slip - c.slip) <= kSlipTolerance
                                     : velocity[0] >= target - kSlipTolerance;
      if (guessed_right) continue;
      again = true;
      c.coupled = false;
      c.limit = c.mu * c.impulse[0];
    } else if (c.law == Law::kContact) {
      follow(&c, c.mu * c.impulse[0], Length(c.impulse[1], c.impulse[2]));
    }
  }
  return again;
}

}  // namespace surefoot::solver
