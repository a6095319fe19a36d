#pragma once

#include <utility>
#include <vector>

namespace surefoot::solver {

/// An order of coupled things in which a Skyline stays narrow: neighbours near each other (Cuthill
/// and McKee, reversed), those with very many neighbours at the end; or as they are, where that is
/// no wider.
class Ordering {
 public:
  /// Nodes are 0 to count - 1; `edges` are pairs of them, in any number. Valid until the next call;
  /// does not allocate once warm.
  const std::vector<int>& Find(int count, std::vector<std::pair<int, int>>* edges);

 private:
  int Degree(int node) const {
    return start_[static_cast<std::size_t>(node) + 1] - start_[static_cast<std::size_t>(node)];
  }
  void FillNeighbours(int count, std::vector<std::pair<int, int>>* edges);
  void AppendFrom(int node);
  /// Squared widths of the rows, with position[i] the place of node i.
  double Cost() const;

  /// Neighbours of node i are at start_[i] to start_[i + 1].
  std::vector<int> start_;
  std::vector<int> neighbours_;
  std::vector<char> taken_;
  std::vector<int> by_degree_;
  std::vector<int> order_;
  std::vector<int> position_;
};

}  // namespace surefoot::solver
