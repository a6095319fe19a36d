#pragma once

#include <Eigen/Core>
#include <cstddef>

namespace surefoot::plan {

/// A cell of a grid.
struct Cell {
  int col = 0;
  int row = 0;
  bool operator==(const Cell& other) const { return col == other.col && row == other.row; }
  bool operator!=(const Cell& other) const { return !(*this == other); }
};

/// Square cells along the axes of a map.
struct Grid {
  /// Corner of cell (0, 0) with the smallest x and y.
  Eigen::Vector2d origin = Eigen::Vector2d::Zero();
  /// Side of a cell (m).
  double cell = 1.0;
  int cols = 0;
  int rows = 0;

  std::size_t size() const {
    return static_cast<std::size_t>(cols) * static_cast<std::size_t>(rows);
  }
  bool Has(const Cell& c) const { return c.col >= 0 && c.col < cols && c.row >= 0 && c.row < rows; }
  std::size_t IndexOf(const Cell& c) const {
    return static_cast<std::size_t>(c.row) * static_cast<std::size_t>(cols) +
           static_cast<std::size_t>(c.col);
  }
  /// Also of points outside; see Has.
  Cell CellOf(const Eigen::Vector2d& p) const;
  Eigen::Vector2d CenterOf(const Cell& c) const {
    return origin + cell * Eigen::Vector2d(c.col + 0.5, c.row + 0.5);
  }
};

}  // namespace surefoot::plan
