#pragma once

/// The constraint solver: minimises 1/2 v'Mv - p'v plus the convex cost of the constraints over the
/// velocities v, by Newton's method, island by island. The problem is similar to the primal one of
/// MuJoCo (Todorov 2014), with exact Coulomb friction by further passes. Independent of any
/// engine's types.

#include <vector>

#include "surefoot/base/disjoint_sets.h"
#include "surefoot/physics/solver/ordering.h"
#include "surefoot/physics/solver/rows.h"
#include "surefoot/physics/solver/skyline.h"

namespace surefoot::solver {

/// Degrees of freedom [begin, end) of one tree: the mass matrix couples them with each other only.
struct DofRange {
  int begin = 0;
  int end = 0;
};

/// Usage, once a step:
///
///   solver.Prepare(mass, &rows);
///   solver.Solve(momentum, v);   // v with recovery of position errors: moves positions
///   solver.Relax(momentum, v);   // v without: the velocities of the state
class Solver {
 public:
  /// Norm of the gradient at which Newton's method ends, relative to that of the momentum.
  static constexpr double kTolerance = 1e-6;

  /// `trees` are sorted and cover all degrees of freedom.
  explicit Solver(std::vector<DofRange> trees, double tolerance = kTolerance);

  /// Groups the trees that constraints couple. The mass matrix has one block per tree. Both
  /// arguments must stay unchanged until the solves are done.
  void Prepare(const Skyline& mass, Rows* rows);

  /// Solves for the velocities, biases included; `v` is the initial guess and then the result.
  /// Without constraints, M v = momentum. Islands with a mass matrix that is not positive definite,
  /// or with a momentum that is not finite, get NaN velocities.
  void Solve(const double* momentum, double* v);

  /// Continues from that result to the velocities without biases. Islands without biases keep
  /// theirs.
  void Relax(const double* momentum, double* v);

  int island_count() const { return static_cast<int>(islands_.size()); }
  /// Whether a constraint acts on the tree, or on one that is coupled to it.
  bool IsConstrained(int tree) const {
    return islands_[static_cast<std::size_t>(island_of_tree(tree))].constraint_count > 0;
  }
  int island_of_tree(int tree) const { return island_of_tree_[static_cast<std::size_t>(tree)]; }

  /// Newton steps since Prepare(), of the island with the most.
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
  bool SolveIsland(const double* momentum, bool with_bias, int max_passes, Island* island,
                   double* v);
  void MarkFailed(const Island& island, double* v) const;
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
  /// Trees sorted by island; constraints sorted by island.
  std::vector<int> tree_order_;
  std::vector<int> island_of_tree_;
  std::vector<int> order_;
  Ordering ordering_;
  /// Pairs of coupled trees, as positions in their island; and the position of each tree.
  std::vector<std::pair<int, int>> edges_;
  std::vector<int> place_in_island_;
  std::vector<int> reordered_;
  /// Index of a degree of freedom in its island.
  std::vector<int> local_;

  Skyline hessian_;
  std::vector<double> gradient_;
  std::vector<double> change_;
  std::vector<double> packed_;
  /// M v and M * change_.
  std::vector<double> mass_v_;
  std::vector<double> mass_change_;
  /// Per constraint of the island, kMaxRows entries each: velocity, and its change.
  std::vector<double> velocity_;
  std::vector<double> velocity_change_;
};

}  // namespace surefoot::solver
