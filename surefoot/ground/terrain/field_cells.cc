#include "surefoot/ground/terrain/field_cells.h"

namespace surefoot::ground {
namespace {

constexpr int kBlock = 16;
/// More samples than this are not looked at one by one.
constexpr int kMostSamples = 1024;

int Blocks(int samples) { return (samples + kBlock - 1) / kBlock; }

/// Of rows and columns, ends included.
float Highest(const std::vector<float>& heights, int cols, int first_row, int last_row,
              int first_col, int last_col) {
  float highest = heights[static_cast<std::size_t>(first_row) * cols + first_col];
  for (int row = first_row; row <= last_row; ++row) {
    const float* values = heights.data() + static_cast<std::ptrdiff_t>(row) * cols;
    for (int col = first_col; col <= last_col; ++col) highest = std::max(highest, values[col]);
  }
  return highest;
}

}  // namespace

std::vector<float> HighestOfBlocks(const HeightField& grid) {
  std::vector<float> blocks;
  for (int row = 0; row < grid.rows; row += kBlock) {
    for (int col = 0; col < grid.cols; col += kBlock) {
      blocks.push_back(Highest(grid.heights, grid.cols, row, std::min(row + kBlock, grid.rows) - 1,
                               col, std::min(col + kBlock, grid.cols) - 1));
    }
  }
  return blocks;
}

float HighestIn(const GroundField& field, const Eigen::AlignedBox3d& box_W) {
  const FieldCells cells = CellsIn(field, box_W);
  const int rows = cells.last_row - cells.first_row + 2;
  const int cols = cells.last_col - cells.first_col + 2;
  const HeightField& grid = *field.field;
  if (rows * cols <= kMostSamples) {
    return Highest(grid.heights, grid.cols, cells.first_row, cells.last_row + 1, cells.first_col,
                   cells.last_col + 1);
  }
  return Highest(field.highest, Blocks(grid.cols), cells.first_row / kBlock,
                 (cells.last_row + 1) / kBlock, cells.first_col / kBlock,
                 (cells.last_col + 1) / kBlock);
}

}  // namespace surefoot::ground
