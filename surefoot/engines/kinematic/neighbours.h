#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace surefoot::engines::kinematic {

/// Neighbour search: items are sorted into the cells of a grid, and cells into a hash table of
/// fixed size, so that distances between items do not matter. Does not allocate once it has had as
/// many items.
class Neighbours {
 public:
  /// `cell` (m) must be at least the largest distance of items that touch: they are then in the
  /// same cell or in adjacent ones.
  explicit Neighbours(double cell) : cell_(cell) {}

  void Clear() {
    keys_.clear();
    items_.clear();
  }
  void Add(int item, const Eigen::Vector2d& p) { AddTo(item, Cell(p.x()), Cell(p.y())); }
  /// Adds an item to all cells of a box; false when there are too many.
  bool AddBox(int item, const Eigen::Vector2d& low, const Eigen::Vector2d& high);
  /// Call after all items are added. A counting sort, O(n).
  void Sort();

  /// Calls `take` with all items in the cells around a point; items may come twice, because cells
  /// share slots.
  template <typename F>
  void ForEachNear(const Eigen::Vector2d& p, F take) const {
    if (items_.empty()) return;
    const std::int64_t x = Cell(p.x());
    const std::int64_t y = Cell(p.y());
    for (std::int64_t i = x - 1; i <= x + 1; ++i) {
      for (std::int64_t k = y - 1; k <= y + 1; ++k) {
        const std::size_t slot = Slot(i, k);
        for (std::size_t n = first_[slot]; n < first_[slot + 1]; ++n) take(sorted_[n]);
      }
    }
  }

 private:
  /// Index of the cell that contains a coordinate.
  std::int64_t Cell(double x) const {
    // Positions beyond this share one cell, which avoids overflow.
    const double cell = std::floor(x / cell_);
    return static_cast<std::int64_t>(std::fmax(-1e15, std::fmin(1e15, cell)));
  }
  /// Hash of a cell. Cells that share a slot only add candidates, which the caller checks anyway.
  std::size_t Slot(std::int64_t x, std::int64_t y) const {
    const std::uint64_t mixed = static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15ULL ^
                                static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4fULL;
    return static_cast<std::size_t>((mixed ^ (mixed >> 29)) & mask_);
  }
  void AddTo(int item, std::int64_t x, std::int64_t y) {
    keys_.emplace_back(x, y);
    items_.push_back(item);
  }

  double cell_;
  std::uint64_t mask_ = 0;
  std::vector<std::pair<std::int64_t, std::int64_t>> keys_;
  std::vector<int> items_;
  /// Items sorted by slot, and the start of each slot.
  std::vector<int> sorted_;
  std::vector<std::size_t> first_;
};

/// Items of more than kMaxCells cells are better tested against everything.
inline bool Neighbours::AddBox(int item, const Eigen::Vector2d& low, const Eigen::Vector2d& high) {
  constexpr double kMaxCells = 4096.0;
  const double nx = std::floor((high.x() - low.x()) / cell_) + 2.0;
  const double ny = std::floor((high.y() - low.y()) / cell_) + 2.0;
  if (!(nx * ny <= kMaxCells)) return false;
  for (std::int64_t x = Cell(low.x()); x <= Cell(high.x()); ++x) {
    for (std::int64_t y = Cell(low.y()); y <= Cell(high.y()); ++y) AddTo(item, x, y);
  }
  return true;
}

/// Counting sort of the items by slot, in linear time and without allocation per cell.
inline void Neighbours::Sort() {
  std::size_t slots = 16;
  while (slots < 2 * items_.size()) slots *= 2;
  mask_ = slots - 1;
  first_.assign(slots + 1, 0);
  for (const auto& [x, y] : keys_) ++first_[Slot(x, y) + 1];
  for (std::size_t i = 1; i <= slots; ++i) first_[i] += first_[i - 1];
  sorted_.resize(items_.size());
  // Filled from the back of each slot in reverse order, so that a slot keeps the order of its
  // items.
  for (std::size_t i = items_.size(); i-- > 0;) {
    sorted_[--first_[Slot(keys_[i].first, keys_[i].second) + 1]] = items_[i];
  }
  for (std::size_t i = 0; i < slots; ++i) first_[i] = first_[i + 1];
  first_[slots] = items_.size();
}

}  // namespace surefoot::engines::kinematic
