#pragma once

/// The plan of an arena for rescue robots, in the manner of NIST's yellow, orange and red ones: a
/// maze of square cells, each with its own floor. The same numbers give the same plan.

#include <cstdint>
#include <vector>

namespace surefoot::formats {

enum class ArenaClass { kYellow, kOrange, kRed };

enum class Terrain {
  kFlat,
  /// A ridge of two ramps, across x or across y.
  kRidgeX,
  kRidgeY,
  kStepField,
  kStairs,
  kRubble
};

struct ArenaCell {
  Terrain terrain = Terrain::kFlat;
  /// Whether there is a wall towards +x and towards +y; -x and -y are those of the neighbours.
  bool wall_east = true;
  bool wall_north = true;
  bool door_east = false;
  bool door_north = false;
  /// Quarter turns from +x: where stairs lead up to.
  int up = 0;
  bool victim = false;
};

class ArenaPlan {
 public:
  /// At least 3 columns and 2 rows. The first two cells of the first row are flat and lead to the
  /// third.
  ArenaPlan(ArenaClass arena_class, std::uint64_t seed, int columns, int rows);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  const ArenaCell& At(int column, int row) const {
    return cells_[static_cast<std::size_t>(row * columns_ + column)];
  }
  /// Towards +x, +y, -x, -y (0 to 3); the outer walls included.
  bool HasWall(int column, int row, int direction) const;

 private:
  class Maker;

  int columns_;
  int rows_;
  std::vector<ArenaCell> cells_;
};

}  // namespace surefoot::formats
