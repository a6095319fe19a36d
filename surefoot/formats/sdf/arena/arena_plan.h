#pragma once

/// The plan of an arena for rescue robots like NIST's yellow, orange and red arenas: a maze of
/// square cells, each with its own terrain. The same parameters always give the same plan.

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

/// One cell. A door is in an opening between two cells that have no wall between them.
struct ArenaCell {
  Terrain terrain = Terrain::kFlat;
  /// Walls on the sides +x and +y; those on -x and -y belong to the neighbours.
  bool wall_east = true;
  bool wall_north = true;
  bool door_east = false;
  bool door_north = false;
  /// Direction in which stairs ascend, in quarter turns from +x.
  int up = 0;
  bool victim = false;
};

/// The cells in rows. All cells are connected.
class ArenaPlan {
 public:
  /// At least 3 columns and 2 rows. The first two cells of the first row are flat and open to the
  /// third: the robot starts there.
  ArenaPlan(ArenaClass arena_class, std::uint64_t seed, int columns, int rows);

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  const ArenaCell& At(int column, int row) const {
    return cells_[static_cast<std::size_t>(row * columns_ + column)];
  }
  /// True if the cell has a wall towards +x, +y, -x or -y (direction 0 to 3), including the outer
  /// walls.
  bool HasWall(int column, int row, int direction) const;

 private:
  class Maker;

  int columns_;
  int rows_;
  std::vector<ArenaCell> cells_;
};

}  // namespace surefoot::formats
