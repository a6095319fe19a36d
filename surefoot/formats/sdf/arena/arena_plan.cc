#include "surefoot/formats/sdf/arena/arena_plan.h"

#include <algorithm>
#include <string>

#include "surefoot/base/random.h"

namespace surefoot::formats {
namespace {

/// Steps in the directions 0 to 3: +x, +y, -x, -y.
constexpr int kStepX[] = {1, 0, -1, 0};
constexpr int kStepY[] = {0, 1, 0, -1};

/// What distinguishes the classes. Shares are of all cells; the remaining ones are flat.
struct Mixture {
  /// Share of the maze's walls that is removed, so that there are several ways.
  double opened;
  double ridges;
  bool ridges_cross;
  double step_fields;
  double rubble;
  int stairs;
  int doors;
  int victims;
};

/// By ArenaClass.
constexpr Mixture kMixtures[] = {{0.4, 0.5, false, 0.0, 0.0, 0, 2, 3},
                                 {0.3, 0.5, true, 0.2, 0.0, 2, 2, 3},
                                 {0.2, 0.1, true, 0.5, 0.25, 2, 1, 3}};

}  // namespace

bool ArenaPlan::HasWall(int column, int row, int direction) const {
  const int x = column + kStepX[direction];
  const int y = row + kStepY[direction];
  if (x < 0 || y < 0 || x >= columns_ || y >= rows_) return true;
  const ArenaCell& cell = direction < 2 ? At(column, row) : At(x, y);
  return direction % 2 == 0 ? cell.wall_east : cell.wall_north;
}

/// Makes a plan. The order of the random draws determines the plan of a seed.
class ArenaPlan::Maker {
 public:
  Maker(ArenaPlan* plan, ArenaClass arena_class, std::uint64_t seed)
      : plan_(*plan),
        mixture_(kMixtures[static_cast<std::size_t>(arena_class)]),
        random_(seed, "arena") {}

  /// Dead ends are reserved before further walls are opened, which would remove them.
  void Make() {
    Carve();
    Open(0, 0, 0);
    Open(1, 0, 0);
    ends_ = DeadEnds();
    const auto requested = static_cast<std::size_t>(mixture_.stairs + mixture_.victims);
    if (ends_.size() > requested) ends_.resize(requested);
    OpenMore();
    ChooseTerrain();
    PlaceStairs();
    PlaceDoors();
    PlaceVictims();
  }

 private:
  ArenaCell& Cell(int x, int y) {
    return plan_.cells_[static_cast<std::size_t>(y * plan_.columns_ + x)];
  }
  int Draw(int count) { return static_cast<int>(random_.Uniform() * count); }
  /// The first three cells of the first row, where the robot starts.
  bool IsStart(int x, int y) const { return y == 0 && x < 3; }

  /// Removes a wall. Walls on -x and -y belong to the neighbouring cell.
  void Open(int x, int y, int direction) {
    const int ox = direction == 2 ? x - 1 : x;
    const int oy = direction == 3 ? y - 1 : y;
    (direction % 2 == 0 ? Cell(ox, oy).wall_east : Cell(ox, oy).wall_north) = false;
  }

  /// Carves a maze without loops by randomised depth-first search (recursive backtracking).
  void Carve() {
    std::vector<bool> seen(plan_.cells_.size(), false);
    std::vector<std::pair<int, int>> way = {{0, 0}};
    seen[0] = true;
    while (!way.empty()) {
      const auto [x, y] = way.back();
      int ways[4];
      int count = 0;
      for (int direction = 0; direction < 4; ++direction) {
        const int nx = x + kStepX[direction];
        const int ny = y + kStepY[direction];
        if (nx < 0 || ny < 0 || nx >= plan_.columns_ || ny >= plan_.rows_) continue;
        if (!seen[static_cast<std::size_t>(ny * plan_.columns_ + nx)]) ways[count++] = direction;
      }
      if (count == 0) {
        way.pop_back();
        continue;
      }
      const int direction = ways[Draw(count)];
      Open(x, y, direction);
      way.emplace_back(x + kStepX[direction], y + kStepY[direction]);
      seen[static_cast<std::size_t>(way.back().second * plan_.columns_ + way.back().first)] = true;
    }
  }

  /// Opens more walls, except at the dead ends that are reserved for stairs and victims.
  void OpenMore() {
    for (int y = 0; y < plan_.rows_; ++y) {
      for (int x = 0; x < plan_.columns_; ++x) {
        for (int direction = 0; direction < 2; ++direction) {
          const int nx = x + kStepX[direction];
          const int ny = y + kStepY[direction];
          const bool drawn = random_.Uniform() < mixture_.opened;
          const bool outside = nx >= plan_.columns_ || ny >= plan_.rows_;
          if (drawn && !outside && !IsEnd(x, y) && !IsEnd(nx, ny)) Open(x, y, direction);
        }
      }
    }
  }
  bool IsEnd(int x, int y) const {
    return std::find(ends_.begin(), ends_.end(), std::make_pair(x, y)) != ends_.end();
  }

  /// Draws the terrain of each cell by the shares of the class.
  void ChooseTerrain() {
    for (int y = 0; y < plan_.rows_; ++y) {
      for (int x = 0; x < plan_.columns_; ++x) {
        const double share = random_.Uniform();
        const bool turned = mixture_.ridges_cross && random_.Uniform() < 0.5;
        Terrain& terrain = Cell(x, y).terrain;
        const double fields = mixture_.ridges + mixture_.step_fields;
        terrain = share < mixture_.ridges ? (turned ? Terrain::kRidgeY : Terrain::kRidgeX)
                  : share < fields        ? Terrain::kStepField
                  : share < fields + mixture_.rubble ? Terrain::kRubble
                                                     : Terrain::kFlat;
      }
    }
    Cell(0, 0).terrain = Terrain::kFlat;
    Cell(1, 0).terrain = Terrain::kFlat;
    // After the start there is always an obstacle.
    if (Cell(2, 0).terrain == Terrain::kFlat) Cell(2, 0).terrain = Terrain::kRidgeX;
  }

  /// Cells with one exit, in random order (Fisher-Yates).
  std::vector<std::pair<int, int>> DeadEnds() {
    std::vector<std::pair<int, int>> ends;
    for (int y = 0; y < plan_.rows_; ++y) {
      for (int x = 0; x < plan_.columns_; ++x) {
        int walls = 0;
        for (int direction = 0; direction < 4; ++direction) {
          walls += plan_.HasWall(x, y, direction) ? 1 : 0;
        }
        if (walls == 3 && !IsStart(x, y)) ends.emplace_back(x, y);
      }
    }
    for (std::size_t i = ends.size(); i > 1; --i) {
      std::swap(ends[i - 1], ends[static_cast<std::size_t>(Draw(static_cast<int>(i)))]);
    }
    return ends;
  }

  /// Stairs face away from the exit of their dead end.
  void PlaceStairs() {
    int left = mixture_.stairs;
    for (const auto& [x, y] : ends_) {
      if (left-- <= 0) return;
      Cell(x, y).terrain = Terrain::kStairs;
      for (int direction = 0; direction < 4; ++direction) {
        if (!plan_.HasWall(x, y, direction)) Cell(x, y).up = (direction + 2) % 4;
      }
    }
  }

  /// A bounded number of draws: a small arena may have no suitable opening.
  void PlaceDoors() {
    int left = mixture_.doors;
    for (int tries = 0; tries < 200 && left > 0; ++tries) {
      const int x = Draw(plan_.columns_);
      const int y = Draw(plan_.rows_);
      const int direction = Draw(2);
      if (plan_.HasWall(x, y, direction) || IsStart(x, y)) continue;
      ArenaCell& here = Cell(x, y);
      ArenaCell& there = Cell(x + kStepX[direction], y + kStepY[direction]);
      if (here.terrain == Terrain::kStairs || there.terrain == Terrain::kStairs) continue;
      if (IsEnd(x, y) || IsEnd(x + kStepX[direction], y + kStepY[direction])) continue;
      if (here.door_east || here.door_north || there.door_east || there.door_north) continue;
      (direction == 0 ? here.door_east : here.door_north) = true;
      // The leaf swings over both cells.
      here.terrain = there.terrain = Terrain::kFlat;
      --left;
    }
  }

  /// The dead ends that are not used by stairs.
  void PlaceVictims() {
    for (const auto& [x, y] : ends_) {
      if (Cell(x, y).terrain == Terrain::kStairs) continue;
      Cell(x, y).victim = true;
      Cell(x, y).terrain = Terrain::kFlat;
    }
  }

  ArenaPlan& plan_;
  Mixture mixture_;
  RandomStream random_;
  /// The dead ends reserved for stairs and victims.
  std::vector<std::pair<int, int>> ends_;
};

ArenaPlan::ArenaPlan(ArenaClass arena_class, std::uint64_t seed, int columns, int rows)
    : columns_(columns), rows_(rows), cells_(static_cast<std::size_t>(columns * rows)) {
  Maker(this, arena_class, seed).Make();
}

}  // namespace surefoot::formats
