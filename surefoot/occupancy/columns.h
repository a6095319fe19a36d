#pragma once

/// What is over each cell of a grid: the surfaces within its square, the solids at its centre, and
/// the floors there.

#include <cstdint>
#include <span>
#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/occupancy/grid.h"

namespace surefoot::occupancy {

/// A range of heights.
struct Span {
  double low = 0.0;
  double high = 0.0;
  /// A piece of ground that is gentle enough to drive.
  bool gentle = false;
};

/// Values that belong to cells: added in any order, then sorted by cell.
template <typename T>
class PerCell {
 public:
  void Add(int cell, const T& value) {
    cells_.push_back(cell);
    added_.push_back(value);
  }
  void Finish(int cell_count) {
    first_.assign(static_cast<std::size_t>(cell_count) + 1, 0);
    for (const int cell : cells_) ++first_[static_cast<std::size_t>(cell) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    values_.resize(added_.size());
    for (std::size_t i = 0; i < added_.size(); ++i) {
      values_[next[static_cast<std::size_t>(cells_[i])]++] = added_[i];
    }
    cells_ = {};
    added_ = {};
  }
  std::span<const T> of(int cell) const {
    const std::size_t first = first_[static_cast<std::size_t>(cell)];
    return {values_.data() + first, first_[static_cast<std::size_t>(cell) + 1] - first};
  }
  /// Where the values of a cell begin among all.
  std::size_t first(int cell) const { return first_[static_cast<std::size_t>(cell)]; }
  std::size_t size() const { return values_.size(); }

 private:
  std::vector<int> cells_;
  std::vector<T> added_;
  std::vector<T> values_;
  std::vector<std::size_t> first_;
};

/// Ground at a cell's centre.
struct Floor {
  double z = 0.0;
  bool gentle = false;
};

class Columns {
 public:
  /// `least_up`: cosine of the steepest slope that is driven.
  Columns(const Grid& grid, double least_up) : grid_(grid), least_up_(least_up) {}

  /// Triangles in W, counter-clockwise from outside. Between a face that looks up and the next one
  /// below that looks down it is solid; a face without such a partner is a sheet. `solid_below`:
  /// a height field, which has nothing under it.
  void AddMesh(const TriMesh& mesh_W, bool solid_below);
  /// Half of all space: solid against the normal.
  void AddHalfSpace(const Vector3d& normal_W, const Vector3d& p_W);
  /// After all were added.
  void Finish();

  const Grid& grid() const { return grid_; }
  std::span<const Floor> Floors(int cell) const { return floors_.of(cell); }
  /// Number of the cell's first floor among those of all cells.
  std::size_t FirstFloor(int cell) const { return floors_.first(cell); }
  std::size_t floor_count() const { return floors_.size(); }
  /// Whether anything is between the two heights; gentle surfaces only above `gentle_low`.
  bool IsBlocked(int cell, double low, double high, double gentle_low) const;

 private:
  /// Where a vertical line through a cell's centre meets a face.
  struct Crossing {
    int cell = 0;
    double z = 0.0;
    double up = 0.0;
  };
  void AddPieces(const Vector3d (&corners)[3], const Vector3d& normal);
  void AddCrossings(const Vector3d (&corners)[3], const Vector3d& normal);
  void TakeCrossings(bool solid_below);
  void AddFloor(int cell, double z, double up) { floors_.Add(cell, {z, up >= least_up_}); }

  Grid grid_;
  double least_up_;
  PerCell<Span> surfaces_;
  PerCell<Span> solids_;
  PerCell<Floor> floors_;
  /// Of the mesh that is being added.
  std::vector<Crossing> crossings_;
};

}  // namespace surefoot::occupancy
