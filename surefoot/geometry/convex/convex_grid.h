#pragma once

/// Voxel representation of a solid, for the convex decomposition; included by convex_*.cc only.

#include <cstdint>
#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"

namespace surefoot::convex {

/// A cube of the grid by its indices along x, y, z. `inside`: no surface touches it.
struct Cell {
  std::int16_t index[3];
  bool inside;
};

/// Position of the cubes: cube (i, j, k) extends from origin + size * (i, j, k) to one size
/// further.
struct Grid {
  Vector3d origin = Vector3d::Zero();
  double size = 1.0;
  Eigen::Vector3i count = Eigen::Vector3i::Zero();

  std::size_t CellCount() const {
    return static_cast<std::size_t>(count.x()) * static_cast<std::size_t>(count.y()) *
           static_cast<std::size_t>(count.z());
  }
  std::size_t Flat(const Eigen::Vector3i& cell) const {
    return static_cast<std::size_t>(cell.x()) +
           static_cast<std::size_t>(count.x()) *
               (static_cast<std::size_t>(cell.y()) +
                static_cast<std::size_t>(count.y()) * static_cast<std::size_t>(cell.z()));
  }
  std::size_t Flat(const Cell& cell) const {
    return Flat(Eigen::Vector3i(cell.index[0], cell.index[1], cell.index[2]));
  }
  /// The cube that contains the point, or the nearest one.
  Eigen::Vector3i CellAt(const Vector3d& point) const;
  Vector3d Centre(const Eigen::Vector3i& cell) const {
    return origin + size * (cell.cast<double>() + Vector3d::Constant(0.5));
  }
};

/// A grid over the mesh with an empty cube all around. Cubes are about 2/5 of `concavity` wide,
/// limited by computing time above and by the detail of the shape below.
Grid MakeGrid(const TriMesh& mesh, double concavity);

/// The cubes that the surface touches, and those that it encloses.
std::vector<Cell> Fill(const Grid& grid, const TriMesh& mesh);

/// Distance from the centre of each cube to the centre of the nearest of `cells` (m).
std::vector<float> DistancesTo(const Grid& grid, const std::vector<Cell>& cells);

/// How far a convex solid extends beyond the solid that `distances` belong to (m, m^3).
struct Excess {
  double distance = 0.0;
  double volume = 0.0;
};
Excess ExcessOf(const Grid& grid, const std::vector<float>& distances, const TriMesh& hull);

/// Finds connected groups of cells; cells are neighbours across faces, edges and corners.
class PieceFinder {
 public:
  explicit PieceFinder(const Grid& grid) : grid_(grid), label_(grid.CellCount(), kNone) {}

  /// The groups, in the order of their first cells. The labels stay valid until the next call.
  std::vector<std::vector<Cell>> Find(const std::vector<Cell>& cells);

  /// Group from the last Find() that contains the cube at the point or a neighbour of it; -1 if
  /// none.
  int PieceNear(const Vector3d& point) const;

 private:
  static constexpr std::int32_t kNone = -1;
  static constexpr std::int32_t kWaiting = -2;

  void Clear();
  void Collect(const Cell& first, std::int32_t piece, std::vector<std::size_t>* stack);

  Grid grid_;
  std::vector<std::int32_t> label_;
  std::vector<std::size_t> used_;
};

}  // namespace surefoot::convex
