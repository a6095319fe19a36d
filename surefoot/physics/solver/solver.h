#pragma once

/// Velocities that fulfil constraints: minimises 1/2 v'Mv - p'v plus the cost of the constraints by
/// Newton's method, island by island. Free of any engine's types.

#include <vector>

#include "surefoot/base/disjoint_sets.h"
#include "surefoot/physics/solver/ordering.h"
#include "surefoot/physics/solver/rows.h"
#include "surefoot/physics/solver/skyline.h"

namespace surefoot::solver {

/// Degrees of freedom [begin, end) that a mass matrix couples with each other only.
struct DofRange {
  int begin = 0;
  int end = 0;
};

class Solver {
 public:
  /// Error of the velocity that ends Newton's method, as a share of what the momentum is worth.
  static constexpr double kTolerance = 1e-6;

  /// `trees` are in order and cover all degrees of freedom.
  explicit Solver(std::vector<DofRange> trees, double tolerance = kTolerance);

  /// Groups the trees that constraints couple. The mass matrix has a block per tree; both arguments
  /// stay as they are until the solves are done.
  void Prepare(const Skyline& mass, Rows* rows);

  /// Finds the velocities, biases included; `v` holds the start of the search and then the result.
  /// Without constraints, M v = momentum. Islands whose mass matrix is not positive definite, or
  /// whose momentum is not a number, get velocities that are no numbers.
  void Solve(const double* momentum, double* v);

  /// From that result: the velocities without the biases. Islands without them stay as they are.
  void Relax(const double* momentum, double* v);

  int island_count() const { return static_cast<int>(islands_.size()); }
  /// Whether a constraint acts on the tree, or on one that is coupled to it.
  bool IsConstrained(int tree) const {
    return islands_[static_cast<std::size_t>(island_of_tree(tree))].constraint_count > 0;
  }
  int island_of_tree(int tree) const { return island_of_tree_[static_cast<std::size_t>(tree)]; }

  /// Newton's steps of the island with the most, since Prepare().
  int iterations() const { return iterations_; }

 private:
  struct Island {
    int first_tree = 0;
    int tree_count = 0;
    int first_constraint = 0;
    int constraint_count = 0;
    int size = 0;
    int iterations = 0;
  };

  void GroupTrees();
  void PlaceTrees();
  void OrderTrees();
  void SortConstraints();
  void LayOut(const Island& island);
  bool SolveIsland(const double* momentum, bool with_bias, int most_passes, Island* island,
                   double* v);
  void GiveUp(const Island& island, double* v) const;
  bool Newton(const double* momentum, bool with_bias, Island* island, double* v);
  bool Refine(const Island& island, bool with_bias);
  void FindVelocities(const Island& island, const double* x, std::vector<double>* out) const;
  void AddResponse(const Constraint& constraint, const Response& response);
  double Gradient(const Island& island, const double* momentum, const double* v);
  double FindStep(const Island& island, bool with_bias, double slope, double curvature);
  double SlopeOfImpulses(const Island& island, bool with_bias, double step) const;

  Constraint& At(int k) {
    return rows_->constraints()[static_cast<std::size_t>(order_[static_cast<std::size_t>(k)])];
  }
  const Constraint& At(int k) const {
    return rows_->constraints()[static_cast<std::size_t>(order_[static_cast<std::size_t>(k)])];
  }

  std::vector<DofRange> trees_;
  double tolerance_;
  std::vector<int> tree_of_dof_;
  const Skyline* mass_ = nullptr;
  Rows* rows_ = nullptr;
  int iterations_ = 0;

  DisjointSets groups_;
  std::vector<Island> islands_;
  /// Trees island by island; constraints island by island.
  std::vector<int> tree_order_;
  std::vector<int> island_of_tree_;
  std::vector<int> order_;
  Ordering ordering_;
  /// Trees that constraints couple, as positions in their island; and where a tree is in its own.
  std::vector<std::pair<int, int>> edges_;
  std::vector<int> place_in_island_;
  std::vector<int> reordered_;
  /// Index of a degree of freedom in its island.
  std::vector<int> local_;

  Skyline hessian_;
  std::vector<double> gradient_;
  std::vector<double> change_;
  std::vector<double> packed_;
  /// M v and M change.
  std::vector<double> mass_v_;
  std::vector<double> mass_change_;
  /// Per constraint of the island in order, three each: velocity, and how the change changes it.
  std::vector<double> velocity_;
  std::vector<double> velocity_change_;
};

}  // namespace surefoot::solver
