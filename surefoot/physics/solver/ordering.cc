#include "surefoot/physics/solver/ordering.h"

#include <algorithm>

#include "surefoot/base/index.h"

namespace surefoot::solver {
namespace {

/// Nodes with more neighbours than this, and than three times the average, are put at the end. In
/// the middle, each of them would widen the rows of all its neighbours.
constexpr int kMaxNeighbours = 8;

}  // namespace

void Ordering::FillNeighbours(int count, std::vector<std::pair<int, int>>* edges) {
  for (auto& [a, b] : *edges) {
    if (a > b) std::swap(a, b);
  }
  std::sort(edges->begin(), edges->end());
  edges->erase(std::unique(edges->begin(), edges->end()), edges->end());
  start_.assign(At(count) + 1, 0);
  for (const auto& [a, b] : *edges) {
    ++start_[At(a) + 1];
    ++start_[At(b) + 1];
  }
  for (int i = 0; i < count; ++i) start_[At(i) + 1] += start_[At(i)];
  neighbours_.resize(2 * edges->size());
  // Compressed rows. The loop advances each start to its end; the shift by one before it makes the
  // final values the starts again.
  for (int i = count; i > 0; --i) start_[At(i)] = start_[At(i) - 1];
  for (const auto& [a, b] : *edges) {
    neighbours_[At(start_[At(a) + 1]++)] = b;
    neighbours_[At(start_[At(b) + 1]++)] = a;
  }
}

/// Breadth-first numbering from a node, neighbours by ascending degree: the step of Cuthill-McKee.
void Ordering::AppendFrom(int node) {
  const auto less = [this](int a, int b) {
    return Degree(a) != Degree(b) ? Degree(a) < Degree(b) : a < b;
  };
  std::size_t next = order_.size();
  taken_[At(node)] = 1;
  order_.push_back(node);
  for (; next < order_.size(); ++next) {
    const int at = order_[next];
    const std::size_t first = order_.size();
    for (int k = start_[At(at)]; k < start_[At(at) + 1]; ++k) {
      const int other = neighbours_[At(k)];
      if (taken_[At(other)] != 0) continue;
      taken_[At(other)] = 1;
      order_.push_back(other);
    }
    std::sort(order_.begin() + static_cast<std::ptrdiff_t>(first), order_.end(), less);
  }
}

/// Work of a Cholesky factorization with rows of these widths.
double Ordering::Cost() const {
  double cost = 0.0;
  for (int i = 0; i + 1 < static_cast<int>(start_.size()); ++i) {
    int width = 0;
    for (int k = start_[At(i)]; k < start_[At(i) + 1]; ++k) {
      width = std::max(width, position_[At(i)] - position_[At(neighbours_[At(k)])]);
    }
    cost += static_cast<double>(width) * width;
  }
  return cost;
}

/// Reverse Cuthill-McKee from nodes of low degree.
const std::vector<int>& Ordering::Find(int count, std::vector<std::pair<int, int>>* edges) {
  FillNeighbours(count, edges);
  taken_.assign(At(count), 0);
  order_.clear();
  by_degree_.clear();
  for (int i = 0; i < count; ++i) by_degree_.push_back(i);
  std::sort(by_degree_.begin(), by_degree_.end(), [this](int a, int b) {
    return Degree(a) != Degree(b) ? Degree(a) < Degree(b) : a < b;
  });
  const int average = count > 0 ? 2 * static_cast<int>(edges->size()) / count : 0;
  const int max = std::max(kMaxNeighbours, 3 * average);
  for (const int node : by_degree_) taken_[At(node)] = Degree(node) > max ? 1 : 0;
  for (const int node : by_degree_) {
    if (taken_[At(node)] == 0) AppendFrom(node);
  }
  std::reverse(order_.begin(), order_.end());
  for (const int node : by_degree_) {
    if (Degree(node) > max) order_.push_back(node);
  }
  position_.resize(At(count));
  for (int i = 0; i < count; ++i) position_[At(order_[At(i)])] = i;
  const double found = Cost();
  for (int i = 0; i < count; ++i) position_[At(i)] = i;
  if (Cost() <= found) order_ = position_;
  return order_;
}

}  // namespace surefoot::solver
