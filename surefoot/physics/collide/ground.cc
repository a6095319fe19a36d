#include <algorithm>
#include <cmath>
#include <cstddef>

#include "surefoot/physics/collide/surface.h"

namespace surefoot::collide {
namespace {

/// Extent (m) of the ground below its lowest point, for the broad phase: fast shapes do not fall
/// through.
constexpr double kGroundDepth = 1e6;

/// A height field as a solid. Triangle 2 * cell is below the diagonal from (row, col) to (row + 1,
/// col + 1), triangle 2 * cell + 1 above it. The numbers are implicit, so that no triangle is
/// stored.
class Ground final : public Surface {
 public:
  explicit Ground(std::shared_ptr<const HeightField> field)
      : field_(std::move(field)),
        cell_x_(field_->size_x / (field_->cols - 1)),
        cell_y_(field_->size_y / (field_->rows - 1)),
        highest_(field_->MaxHeight()) {}

  /// Deep below the heights, because the ground is solid.
  Eigen::AlignedBox3d Bounds() const override {
    return Eigen::AlignedBox3d(
        Vector3d(-0.5 * field_->size_x, -0.5 * field_->size_y, field_->MinHeight() - kGroundDepth),
        Vector3d(0.5 * field_->size_x, 0.5 * field_->size_y, highest_));
  }

  /// The cells below the box, by division.
  void Find(const Eigen::AlignedBox3d& box, std::vector<int>* triangles) const override {
    if (box.min().z() > highest_) return;
    const int columns = field_->cols - 1;
    const int first_col = CellOf((box.min().x() + 0.5 * field_->size_x) / cell_x_, columns);
    const int last_col = CellOf((box.max().x() + 0.5 * field_->size_x) / cell_x_, columns);
    const int rows = field_->rows - 1;
    const int first_row = CellOf((box.min().y() + 0.5 * field_->size_y) / cell_y_, rows);
    const int last_row = CellOf((box.max().y() + 0.5 * field_->size_y) / cell_y_, rows);
    for (int row = first_row; row <= last_row; ++row) {
      for (int col = first_col; col <= last_col; ++col) {
        // The highest corner of a cell bounds both of its triangles.
        const float top =
            std::max(std::max(field_->At(row, col), field_->At(row, col + 1)),
                     std::max(field_->At(row + 1, col), field_->At(row + 1, col + 1)));
        if (box.min().z() > static_cast<double>(top)) continue;
        triangles->push_back(2 * (row * columns + col));
        triangles->push_back(2 * (row * columns + col) + 1);
      }
    }
  }

  /// Triangles are computed from the heights, not stored.
  Triangle At(int triangle) const override {
    const Cell cell = CellAt(triangle);
    Triangle out;
    for (int i = 0; i < 3; ++i) {
      out.corners[i] =
          Point(cell.row + kCorners[cell.upper][i][0], cell.col + kCorners[cell.upper][i][1]);
    }
    // The legs of the triangle run along the grid and meet at its right angle, so the slopes are
    // those of the legs.
    const Vector3d& bend = out.corners[cell.upper == 0 ? 1 : 2];
    const double slope_x = cell.upper == 0 ? (bend.z() - out.corners[0].z()) / cell_x_
                                           : (out.corners[1].z() - bend.z()) / cell_x_;
    const double slope_y = cell.upper == 0 ? (out.corners[2].z() - bend.z()) / cell_y_
                                           : (bend.z() - out.corners[0].z()) / cell_y_;
    const double scale = 1.0 / std::sqrt(1.0 + slope_x * slope_x + slope_y * slope_y);
    out.normal = Vector3d(-slope_x * scale, -slope_y * scale, scale);
    return out;
  }

  /// Neighbours follow from the grid.
  void AcrossEdge(int triangle, int edge, Neighbours* neighbours) const override {
    const Cell cell = CellAt(triangle);
    const int(&own)[2] = kCorners[cell.upper][(edge + 2) % 3];
    AddPoint(cell.row + own[0], cell.col + own[1], neighbours);
    const int(&other)[2] = kAcross[cell.upper][edge];
    AddPoint(cell.row + other[0], cell.col + other[1], neighbours);
  }

  void AroundCorner(int triangle, int corner, Neighbours* neighbours) const override {
    const Cell cell = CellAt(triangle);
    const int row = cell.row + kCorners[cell.upper][corner][0];
    const int col = cell.col + kCorners[cell.upper][corner][1];
    for (const auto& offset : kAround) AddPoint(row + offset[0], col + offset[1], neighbours);
  }

  bool is_ground() const override { return true; }

 private:
  struct Cell {
    int row = 0;
    int col = 0;
    int upper = 0;
  };
  /// Offsets (row, col) from the cell: corners of the triangles, counter-clockwise seen from above;
  /// the corners across each edge; the six neighbours of a grid point in this triangulation.
  static constexpr int kCorners[2][3][2] = {{{0, 0}, {0, 1}, {1, 1}}, {{0, 0}, {1, 1}, {1, 0}}};
  static constexpr int kAcross[2][3][2] = {{{-1, 0}, {1, 2}, {1, 0}}, {{0, 1}, {2, 1}, {0, -1}}};
  static constexpr int kAround[6][2] = {{0, 1}, {1, 1}, {1, 0}, {0, -1}, {-1, -1}, {-1, 0}};

  static int CellOf(double position, int count) {
    return static_cast<int>(std::min(std::max(std::floor(position), 0.0), count - 1.0));
  }
  /// Two triangles per cell.
  Cell CellAt(int triangle) const {
    const int columns = field_->cols - 1;
    return Cell{triangle / 2 / columns, triangle / 2 % columns, triangle % 2};
  }
  Vector3d Point(int row, int col) const {
    return Vector3d(col * cell_x_ - 0.5 * field_->size_x, row * cell_y_ - 0.5 * field_->size_y,
                    field_->At(row, col));
  }
  /// Points outside the map do not exist.
  void AddPoint(int row, int col, Neighbours* neighbours) const {
    if (row < 0 || col < 0 || row >= field_->rows || col >= field_->cols) return;
    neighbours->Add(Point(row, col));
  }

  std::shared_ptr<const HeightField> field_;
  double cell_x_;
  double cell_y_;
  double highest_;
};

}  // namespace

std::unique_ptr<Surface> MakeGround(std::shared_ptr<const HeightField> field) {
  return std::make_unique<Ground>(std::move(field));
}

}  // namespace surefoot::collide
