#pragma once

/// The cells of a height map that lie in a box.

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "surefoot/ground/terrain/terrain.h"
#include "surefoot/raycast/shape_rays.h"

namespace surefoot::ground {

/// First and last, all of them cells that exist.
struct FieldCells {
  int first_col, last_col, first_row, last_row;
};

inline FieldCells CellsIn(const GroundField& field, const Eigen::AlignedBox3d& box_W) {
  const HeightField& grid = *field.field;
  const Eigen::AlignedBox3d box_G = raycast::Moved(field.X_WG.Inverse(), box_W);
  const auto cell = [](double coordinate, double size, double per_metre, int samples) {
    const double scaled = std::floor((coordinate + 0.5 * size) * per_metre);
    return static_cast<int>(std::clamp(scaled, 0.0, static_cast<double>(samples - 2)));
  };
  return {cell(box_G.min().x(), grid.size_x, field.columns_per_metre, grid.cols),
          cell(box_G.max().x(), grid.size_x, field.columns_per_metre, grid.cols),
          cell(box_G.min().y(), grid.size_y, field.rows_per_metre, grid.rows),
          cell(box_G.max().y(), grid.size_y, field.rows_per_metre, grid.rows)};
}

/// visit(triangle) for the triangles of a field's cells that meet the box.
template <typename Visit>
void ForEachTriangle(const GroundField& field, const Eigen::AlignedBox3d& box_W,
                     const Visit& visit) {
  if (!field.box_W.intersects(box_W)) return;
  const HeightField& grid = *field.field;
  const FieldCells cells = CellsIn(field, box_W);
  const auto corner = [&](int row, int col) {
    return Vector3d(field.X_WG.p +
                    field.R_WG * Vector3d(col / field.columns_per_metre - 0.5 * grid.size_x,
                                          row / field.rows_per_metre - 0.5 * grid.size_y,
                                          static_cast<double>(grid.At(row, col))));
  };
  for (int row = cells.first_row; row <= cells.last_row; ++row) {
    for (int col = cells.first_col; col <= cells.last_col; ++col) {
      const Vector3d low = corner(row, col);
      const Vector3d high = corner(row + 1, col + 1);
      visit(GroundTriangle{{low, corner(row, col + 1), high}, field.ground});
      visit(GroundTriangle{{low, high, corner(row + 1, col)}, field.ground});
    }
  }
}

/// No place of the field in the box is higher (m, in the field's own frame); where there are many
/// cells this may be too high.
float HighestIn(const GroundField& field, const Eigen::AlignedBox3d& box_W);

/// GroundField::highest.
std::vector<float> HighestOfBlocks(const HeightField& grid);

}  // namespace surefoot::ground
