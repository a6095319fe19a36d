#include "surefoot/engines/dart/solver.h"

#include <algorithm>
#include <cmath>

namespace surefoot::engines::dart {
namespace {

/// Share of the inverse inertia along the best direction below which a row counts as immovable.
constexpr double kLeastLeverage = 1.0;

std::size_t At(int index) { return static_cast<std::size_t>(index); }

}  // namespace

Solver::Solver(const Maps& maps, Dynamics* dynamics)
    : maps_(maps),
      dynamics_(dynamics),
      group_root_(maps.trees.size()),
      touched_(maps.trees.size()),
      mass_(maps.trees.size()),
      group_of_root_(maps.trees.size()),
      place_(maps.forces.size()) {
  Clear();
}

void Solver::Clear() {
  constraints_.clear();
  columns_.clear();
  reach_.clear();
  values_.clear();
  row_count_ = 0;
  iterations_ = 0;
  for (std::size_t i = 0; i < group_root_.size(); ++i) {
    group_root_[i] = static_cast<int>(i);
    touched_[i] = 0;
  }
}

int Solver::Add() {
  constraints_.emplace_back();
  constraints_.back().first_column = static_cast<int>(columns_.size());
  constraints_.back().first_value = static_cast<int>(values_.size());
  return size() - 1;
}

int Solver::Root(int tree) {
  while (group_root_[At(tree)] != tree) {
    group_root_[At(tree)] = group_root_[At(group_root_[At(tree)])];
    tree = group_root_[At(tree)];
  }
  return tree;
}

/// The last constraint holds a dof of the tree.
void Solver::Touch(int tree) {
  Constraint& made = constraints_.back();
  touched_[At(tree)] = 1;
  dynamics_->UpdateAxes(tree);
  if (made.tree < 0) made.tree = tree;
  const int a = Root(made.tree);
  const int b = Root(tree);
  group_root_[At(std::max(a, b))] = std::min(a, b);
}

/// Coefficients stand column by column while they are added.
void Solver::AppendChain(int body_index, double sign, const Vector3d& p_W, int skip,
                         const RelativeRow* rows, int count) {
  const BodyMap& body = maps_.bodies[At(body_index)];
  const Vector3d p = p_W - dynamics_->origin(body.tree);
  for (int c = skip; c < body.chain_count; ++c) {
    const int dof = maps_.chains[At(body.chain + c)];
    const DofAxis& axis = dynamics_->axis(dof);
    const Vector3d v = axis.v + axis.w.cross(p);
    columns_.push_back(dof);
    reach_.push_back(rows[0].linear.squaredNorm() * v.squaredNorm() +
                     rows[0].angular.squaredNorm() * axis.w.squaredNorm());
    for (int r = 0; r < count; ++r) {
      values_.push_back(sign * (rows[r].linear.dot(v) + rows[r].angular.dot(axis.w)));
    }
  }
}

void Solver::AddRelative(int body_a, int body_b, const Vector3d& p_W, const RelativeRow* rows,
                         int count) {
  Constraint& made = constraints_.back();
  made.rows = count;
  if (body_a != kGround) Touch(maps_.bodies[At(body_a)].tree);
  if (body_b != kGround) Touch(maps_.bodies[At(body_b)].tree);
  // Dofs that move both bodies alike do not move them against each other.
  int common = 0;
  if (body_a != kGround && body_b != kGround) {
    const BodyMap& a = maps_.bodies[At(body_a)];
    const BodyMap& b = maps_.bodies[At(body_b)];
    while (common < a.chain_count && common < b.chain_count &&
           maps_.chains[At(a.chain + common)] == maps_.chains[At(b.chain + common)]) {
      ++common;
    }
  }
  if (body_a != kGround) AppendChain(body_a, -1.0, p_W, common, rows, count);
  if (body_b != kGround) AppendChain(body_b, 1.0, p_W, common, rows, count);
  made.column_count = static_cast<int>(columns_.size()) - made.first_column;
}

void Solver::AddDof(int dof, double coefficient) {
  Touch(maps_.tree_of_dof[At(dof)]);
  columns_.push_back(dof);
  reach_.push_back(coefficient * coefficient);
  values_.push_back(coefficient);
  ++constraints_.back().column_count;
}

double Solver::StartVelocity(int row) const {
  const Constraint& c = constraints_.back();
  double sum = 0.0;
  for (int i = 0; i < c.column_count; ++i) {
    sum += values_[At(c.first_value + i * c.rows + row)] *
           dynamics_->v()[At(columns_[At(c.first_column + i)])];
  }
  return sum;
}

void Solver::FormGroups() {
  groups_.clear();
  group_trees_.clear();
  const int tree_count = static_cast<int>(maps_.trees.size());
  // Counting sort: groups by their first tree, members in order.
  for (int tree = 0; tree < tree_count; ++tree) {
    if (touched_[At(tree)] == 0 || Root(tree) != tree) continue;
    group_of_root_[At(tree)] = static_cast<int>(groups_.size());
    groups_.emplace_back();
  }
  for (int tree = 0; tree < tree_count; ++tree) {
    if (touched_[At(tree)] != 0) ++groups_[At(group_of_root_[At(Root(tree))])].tree_count;
  }
  for (const Constraint& c : constraints_) {
    if (c.tree >= 0) ++groups_[At(group_of_root_[At(Root(c.tree))])].constraint_count;
  }
  int trees = 0;
  int constraints = 0;
  for (Group& group : groups_) {
    group.first_tree = trees;
    group.first_constraint = constraints;
    trees += group.tree_count;
    constraints += group.constraint_count;
    group.tree_count = group.constraint_count = 0;
  }
  group_trees_.resize(At(trees));
  group_constraints_.resize(At(constraints));
  for (int tree = 0; tree < tree_count; ++tree) {
    if (touched_[At(tree)] == 0) continue;
    Group& group = groups_[At(group_of_root_[At(Root(tree))])];
    group_trees_[At(group.first_tree + group.tree_count++)] = tree;
    group.dof_count += maps_.trees[At(tree)].dof_count;
  }
  for (int i = 0; i < size(); ++i) {
    const int tree = constraints_[At(i)].tree;
    if (tree < 0) continue;
    Group& group = groups_[At(group_of_root_[At(Root(tree))])];
    group_constraints_[At(group.first_constraint + group.constraint_count++)] = i;
  }
}

void Solver::SetCompliance(Constraint* c) const {
  if (c->softness <= 0.0) return;
  // An estimate of the inverse inertia that the constraint feels: every dof by itself.
  double inverse = 0.0;
  double best = 0.0;
  const int rows = c->contact ? std::min(c->rows, 3) : 1;
  for (int i = 0; i < c->column_count; ++i) {
    const double diagonal = diagonal_[At(place_[At(columns_[At(c->first_column + i)])])];
    best += reach_[At(c->first_column + i)] / diagonal;
    for (int r = 0; r < rows; ++r) {
      const double value = values_[At(c->first_value + i * c->rows + r)];
      inverse += value * value / diagonal;
    }
  }
  c->compliance = c->softness * inverse / rows;
  if (c->compliance > 0.0) {
    // A row across all that can move, but for the rounding of a file, must not be held at any cost:
    // loops in a plane have such rows.
    if (!c->contact) c->compliance = std::max(c->compliance, c->softness * kLeastLeverage * best);
    return;
  }
  // Nothing it could move.
  c->compliance = 1.0;
  c->low = c->high = c->target = 0.0;
  c->column_count = 0;
}

void Solver::PrepareGroup(const Group& group, const std::vector<double>& v_free) {
  const auto n = At(group.dof_count);
  for (auto* numbers :
       {&v_, &v_free_, &gradient_, &direction_, &mass_gap_, &mass_direction_, &diagonal_}) {
    if (numbers->size() < n) numbers->resize(n);
  }
  if (first_.size() < n) first_.resize(n);
  if (hessian_.size() < n * n) hessian_.resize(n * n);
  // Leaves first: then the factors of a tree's matrix have no more entries than the matrix.
  int place = group.dof_count;
  for (int t = 0; t < group.tree_count; ++t) {
    const int tree_index = group_trees_[At(group.first_tree + t)];
    const TreeMap& tree = maps_.trees[At(tree_index)];
    const auto size = At(tree.dof_count);
    std::vector<double>& mass = mass_[At(tree_index)];
    if (mass.empty()) mass.resize(size * size);
    dynamics_->MassMatrix(tree_index, mass.data());
    for (std::size_t i = 0; i < size; ++i) {
      const auto dof = At(tree.first_dof) + i;
      const int at = --place;
      place_[dof] = at;
      v_[At(at)] = dynamics_->v()[dof];
      v_free_[At(at)] = v_free[dof];
      diagonal_[At(at)] = mass[i * size + i];
      first_[At(at)] = at;
      for (std::size_t k = 0; k < i; ++k) {
        // Row i belongs below row k, whose place is higher.
        int& first = first_[At(place_[At(tree.first_dof) + k])];
        if (mass[i * size + k] != 0.0) first = std::min(first, at);
      }
    }
  }
  for (int i = 0; i < group.constraint_count; ++i) {
    Constraint& c = constraints_[At(group_constraints_[At(group.first_constraint + i)])];
    row_count_ += c.rows;
    SetCompliance(&c);
    int least = group.dof_count;
    for (int k = 0; k < c.column_count; ++k) {
      int& column = columns_[At(c.first_column + k)];
      column = place_[At(column)];
      least = std::min(least, column);
    }
    for (int k = 0; k < c.column_count; ++k) {
      int& first = first_[At(columns_[At(c.first_column + k)])];
      first = std::min(first, least);
    }
  }
}

void Solver::MultiplyMass(const Group& group, const std::vector<double>& x,
                          std::vector<double>* out) const {
  std::fill(out->begin(), out->begin() + group.dof_count, 0.0);
  for (int t = 0; t < group.tree_count; ++t) {
    const int tree_index = group_trees_[At(group.first_tree + t)];
    const TreeMap& tree = maps_.trees[At(tree_index)];
    const auto size = At(tree.dof_count);
    const std::vector<double>& mass = mass_[At(tree_index)];
    // Within a tree, places fall as dofs rise.
    const auto last = At(place_[At(tree.first_dof)]);
    for (std::size_t i = 0; i < size; ++i) {
      double sum = 0.0;
      for (std::size_t k = 0; k < i; ++k) {
        sum += mass[i * size + k] * x[last - k];
        (*out)[last - k] += mass[i * size + k] * x[last - i];
      }
      (*out)[last - i] += sum + mass[i * size + i] * x[last - i];
    }
  }
}

void Solver::Solve(const std::vector<double>& v_free, std::vector<double>* v_new) {
  *v_new = v_free;
  if (constraints_.empty()) return;
  FormGroups();
  for (const Group& group : groups_) {
    PrepareGroup(group, v_free);
    SolveGroup(group, v_new);
  }
}

}  // namespace surefoot::engines::dart
