#include "surefoot/geometry/terrain/height_field.h"

#include <algorithm>
#include <cstddef>

namespace surefoot {
namespace {

/// A coordinate along one side: the cell, and the position within it from 0 to 1.
struct CellPosition {
  int cell = 0;
  double fraction = 0.0;
};

/// Clamps to the field; NaN becomes the low edge.
CellPosition Locate(double coordinate, double size, int samples) {
  CellPosition position;
  if (samples < 2 || !(size > 0.0)) return position;
  const int cells = samples - 1;
  const double scaled = (coordinate / size + 0.5) * cells;
  if (!(scaled > 0.0)) return position;
  if (scaled >= cells) {
    position.cell = cells - 1;
    position.fraction = 1.0;
    return position;
  }
  position.cell = static_cast<int>(scaled);
  position.fraction = scaled - position.cell;
  return position;
}

}  // namespace

float HeightField::MinHeight() const {
  return heights.empty() ? 0.0f : *std::min_element(heights.begin(), heights.end());
}

float HeightField::MaxHeight() const {
  return heights.empty() ? 0.0f : *std::max_element(heights.begin(), heights.end());
}

double HeightField::HeightAt(double x, double y) const {
  if (heights.empty()) return 0.0;
  const CellPosition u = Locate(x, size_x, cols);
  const CellPosition v = Locate(y, size_y, rows);
  const int next_col = std::min(u.cell + 1, cols - 1);
  const int next_row = std::min(v.cell + 1, rows - 1);
  const double low = At(v.cell, u.cell);
  const double high = At(next_row, next_col);
  // Below or above the cell's diagonal; both formulas agree on it.
  if (u.fraction >= v.fraction) {
    const double middle = At(v.cell, next_col);
    return low + u.fraction * (middle - low) + v.fraction * (high - middle);
  }
  const double middle = At(next_row, u.cell);
  return low + v.fraction * (middle - low) + u.fraction * (high - middle);
}

TriMesh ToMesh(const HeightField& field) {
  TriMesh mesh;
  if (field.rows < 2 || field.cols < 2) return mesh;
  const auto cols = static_cast<std::uint32_t>(field.cols);
  const auto rows = static_cast<std::uint32_t>(field.rows);
  mesh.vertices.reserve(field.heights.size());
  mesh.triangles.reserve(2 * static_cast<std::size_t>(rows - 1) * (cols - 1));
  for (int row = 0; row < field.rows; ++row) {
    const double y = (static_cast<double>(row) / (field.rows - 1) - 0.5) * field.size_y;
    for (int col = 0; col < field.cols; ++col) {
      const double x = (static_cast<double>(col) / (field.cols - 1) - 0.5) * field.size_x;
      mesh.vertices.emplace_back(x, y, field.At(row, col));
    }
  }
  for (std::uint32_t row = 0; row + 1 < rows; ++row) {
    for (std::uint32_t col = 0; col + 1 < cols; ++col) {
      const std::uint32_t corner = row * cols + col;
      mesh.triangles.push_back({corner, corner + 1, corner + cols + 1});
      mesh.triangles.push_back({corner, corner + cols + 1, corner + cols});
    }
  }
  return mesh;
}

}  // namespace surefoot
