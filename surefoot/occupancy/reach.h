#pragma once

/// Which floors a robot gets to, and what the cells are then.

#include <vector>

#include "surefoot/occupancy/columns.h"
#include "surefoot/occupancy/occupancy_map.h"

namespace surefoot::occupancy {

class Reach {
 public:
  Reach(const Columns& columns, const MapOptions& options);

  /// The robot stands at p_W, on the highest floor that is not above it; false: there is none that
  /// can be driven, or it is not on the map.
  bool StartAt(const Vector3d& p_W);
  /// It comes in over the map's border, under the open sky.
  void StartAtBorder();
  /// Drives on from the starts as far as it gets.
  void Spread();

  std::vector<std::int8_t> Cells() const;

 private:
  bool IsFree(int cell, const Floor& floor) const;
  bool IsInTheWay(int cell, double ground) const;
  void Take(int cell, std::size_t floor);
  /// Ground of the cell: its lowest floor that is reached; NaN: none.
  std::vector<double> ReachedGround() const;
  /// Of all cells: that of the nearest one that is reached.
  std::vector<double> NearestGround(const std::vector<double>& reached) const;
  static bool IsTooSteep(std::span<const Floor> floors, double below);
  bool IsUpperEdge(int column, int row, const std::vector<double>& reached) const;
  std::int8_t Unreached(int column, int row, double ground,
                        const std::vector<double>& reached) const;

  const Columns& columns_;
  const Grid& grid_;
  double from_;
  double to_;
  /// How far gentle ground rises from a cell's centre to its corners, and from cell to cell.
  double rise_;
  double step_;
  struct Place {
    int cell;
    std::size_t floor;
  };
  std::vector<Place> queue_;
  std::vector<char> reached_;
};

}  // namespace surefoot::occupancy
