#pragma once

#include <utility>
#include <vector>

namespace surefoot::solver {

/// Orders coupled items so that the rows of a Skyline stay short: reverse Cuthill-McKee (George and
/// Liu, Computer Solution of Large Sparse Positive Definite Systems, 1981), with items of very many
/// neighbours at the end. Keeps the given order where that costs no more.
class Ordering {
 public:
  /// Nodes are 0 to count - 1; `edges` are pairs of them, which may repeat. The result is valid
  /// until the next call. Does not allocate once warm.
  const std::vector<int>& Find(int count, std::vector<std::pair<int, int>>* edges);

 private:
  int Degree(int node) const {
    return start_[static_cast<std::size_t>(node) + 1] - start_[static_cast<std::size_t>(node)];
  }
  void FillNeighbours(int count, std::vector<std::pair<int, int>>* edges);
  void AppendFrom(int node);
  /// Sum of the squared widths of the rows, with position[i] the position of node i.
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
