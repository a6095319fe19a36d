#pragma once

/// Vertical profile of each cell of a grid: surfaces within its square, solids at its centre, and
/// floors at its centre. All heights are in W (m).

#include <cstdint>
#include <span>
#include <vector>

#include "surefoot/geometry/mesh/tri_mesh.h"
#include "surefoot/occupancy/grid.h"

namespace surefoot::occupancy {

/// An interval of heights.
struct Span {
  double low = 0.0;
  double high = 0.0;
  /// Whether it is ground with a slope that a robot can drive.
  bool gentle = false;
};

/// Values by cell in compressed rows: added in any order, then sorted by cell in linear time. Call
/// Finish() once between Add() and of().
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
  /// Index of the cell's first value among those of all cells.
  std::size_t first(int cell) const { return first_[static_cast<std::size_t>(cell)]; }
  std::size_t size() const { return values_.size(); }

 private:
  std::vector<int> cells_;
  std::vector<T> added_;
  std::vector<T> values_;
  std::vector<std::size_t> first_;
};

/// Ground at the centre of a cell.
struct Floor {
  double z = 0.0;
  bool gentle = false;
};

/// Collects the collision shapes of a world, then answers questions about single cells.
///
///   Columns columns(grid, std::cos(slope));
///   columns.AddMesh(mesh_W, false);
///   columns.Finish();
///   bool blocked = columns.IsBlocked(cell, z + 0.1, z + 0.5, z);
class Columns {
 public:
  /// `min_up`: cosine of the steepest slope that can be driven, i.e. the smallest z component of
  /// the normal of drivable ground.
  Columns(const Grid& grid, double min_up) : grid_(grid), min_up_(min_up) {}

  /// Triangles in W, counter-clockwise seen from outside. The space between an upward face and the
  /// next downward face below it is solid; an upward face without such a partner is a thin sheet.
  /// `solid_below`: everything below is solid, as for a height field.
  void AddMesh(const TriMesh& mesh_W, bool solid_below);
  /// A half space, solid on the side opposite to the normal.
  void AddHalfSpace(const Vector3d& normal_W, const Vector3d& p_W);
  /// Call after all shapes were added and before any query.
  void Finish();

  const Grid& grid() const { return grid_; }
  std::span<const Floor> Floors(int cell) const { return floors_.of(cell); }
  /// Index of the cell's first floor among those of all cells.
  std::size_t FirstFloor(int cell) const { return floors_.first(cell); }
  std::size_t floor_count() const { return floors_.size(); }
  /// Whether the column is occupied between two heights. Gentle surfaces count only above
  /// `gentle_low`: ground that rises within the cell is not an obstacle.
  bool IsBlocked(int cell, double low, double high, double gentle_low) const;

 private:
  /// Intersection of the vertical line through a cell's centre with a face.
  struct Crossing {
    int cell = 0;
    double z = 0.0;
    /// z component of the face's normal.
    double up = 0.0;
  };
  void AddPieces(const Vector3d (&corners)[3], const Vector3d& normal);
  void AddCrossings(const Vector3d (&corners)[3], const Vector3d& normal);
  void TakeCrossings(bool solid_below);
  void AddFloor(int cell, double z, double up) { floors_.Add(cell, {z, up >= min_up_}); }

  Grid grid_;
  double min_up_;
  PerCell<Span> surfaces_;
  PerCell<Span> solids_;
  PerCell<Floor> floors_;
  /// Crossings of the mesh that is being added.
  std::vector<Crossing> crossings_;
};

}  // namespace surefoot::occupancy
