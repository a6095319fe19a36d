#include "surefoot/autonomy/plan/planner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <string>

// A* over the grid with sixteen directions, then straightening: a corner is left out where the
// straight line costs no more than the path around it. Ties are broken by the order of cells, so
// that results are reproducible.

namespace surefoot::plan {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Eight neighbours, and eight cells that a chess knight reaches.
constexpr std::array<std::array<int, 2>, 16> kMoves = {{{1, 0},
                                                        {0, 1},
                                                        {-1, 0},
                                                        {0, -1},
                                                        {1, 1},
                                                        {-1, 1},
                                                        {-1, -1},
                                                        {1, -1},
                                                        {2, 1},
                                                        {1, 2},
                                                        {-1, 2},
                                                        {-2, 1},
                                                        {-2, -1},
                                                        {-1, -2},
                                                        {1, -2},
                                                        {2, -1}}};

struct Open {
  double estimate = 0.0;
  std::size_t index = 0;
  /// Equal estimates are taken in the order of cells, so that the path is always the same.
  bool operator<(const Open& other) const {
    return estimate != other.estimate ? estimate > other.estimate : index > other.index;
  }
};

std::string Text(const Eigen::Vector2d& p) {
  return "(" + std::to_string(p.x()) + ", " + std::to_string(p.y()) + ")";
}

/// Whether at least one direction leads out of the cell at finite cost.
bool CanStand(const Grid& grid, const CostPerMetre& cost, const Cell& cell) {
  for (const auto& move : kMoves) {
    const Eigen::Vector2d direction = Eigen::Vector2d(move[0], move[1]).normalized();
    if (std::isfinite(cost(cell, direction))) return true;
  }
  return grid.size() == 0;
}

/// Explains why a start or a goal is unusable, before a search that could not succeed.
Status CheckPlace(const Grid& grid, const CostPerMetre& cost, const std::string& what,
                  const Eigen::Vector2d& place) {
  const Cell cell = grid.CellOf(place);
  if (!grid.Has(cell)) return Error{"the " + what + " " + Text(place) + " is outside the map"};
  if (CanStand(grid, cost, cell)) return Status();
  return Error{"the " + what + " " + Text(place) +
               " is where the vehicle must not be: in an obstacle, too near one, or too steep"};
}

class Search {
 public:
  Search(const Grid& grid, const CostPerMetre& cost, const Cell& goal)
      : grid_(grid),
        cost_(cost),
        goal_(grid.CenterOf(goal)),
        best_(grid.size(), kInfinity),
        parent_(grid.size(), grid.size()),
        closed_(grid.size(), false) {}

  /// Dijkstra with the straight-line distance as lower bound of the remaining cost (A*).
  bool Run(const Cell& start, const Cell& goal) {
    best_[grid_.IndexOf(start)] = 0.0;
    open_.push({0.0, grid_.IndexOf(start)});
    while (!open_.empty()) {
      const std::size_t index = open_.top().index;
      open_.pop();
      if (closed_[index]) continue;
      closed_[index] = true;
      if (index == grid_.IndexOf(goal)) return true;
      Expand(CellAt(index));
    }
    return false;
  }

  /// Centres of cells, from the start.
  std::vector<Eigen::Vector2d> Trace(const Cell& goal) const {
    std::vector<Eigen::Vector2d> points;
    for (std::size_t i = grid_.IndexOf(goal); i != grid_.size(); i = parent_[i]) {
      points.push_back(grid_.CenterOf(CellAt(i)));
    }
    std::reverse(points.begin(), points.end());
    return points;
  }

 private:
  Cell CellAt(std::size_t index) const {
    const auto cols = static_cast<std::size_t>(grid_.cols);
    return {static_cast<int>(index % cols), static_cast<int>(index / cols)};
  }

  /// Relaxes the edges from a cell to its sixteen neighbours.
  void Expand(const Cell& from) {
    const std::size_t index = grid_.IndexOf(from);
    for (const auto& move : kMoves) {
      const Cell to{from.col + move[0], from.row + move[1]};
      if (!grid_.Has(to) || closed_[grid_.IndexOf(to)]) continue;
      const double step = LineCost(grid_, cost_, grid_.CenterOf(from), grid_.CenterOf(to));
      const double way = best_[index] + step;
      const std::size_t there = grid_.IndexOf(to);
      if (!(way < best_[there])) continue;
      best_[there] = way;
      parent_[there] = index;
      open_.push({way + (grid_.CenterOf(to) - goal_).norm(), there});
    }
  }

  const Grid& grid_;
  const CostPerMetre& cost_;
  Eigen::Vector2d goal_;
  std::vector<double> best_;
  std::vector<std::size_t> parent_;
  std::vector<bool> closed_;
  std::priority_queue<Open> open_;
};

/// Length (m) and cost of the path's segments.
void Measure(const Grid& grid, const CostPerMetre& cost, Path* path) {
  path->length = path->cost = 0.0;
  for (std::size_t i = 1; i < path->points.size(); ++i) {
    path->length += (path->points[i] - path->points[i - 1]).norm();
    path->cost += LineCost(grid, cost, path->points[i - 1], path->points[i]);
  }
}

}  // namespace

/// Integral of the cost along a line, cell by cell, so that a diagonal step cannot pass between two
/// blocked cells.
double LineCost(const Grid& grid, const CostPerMetre& cost, const Eigen::Vector2d& from,
                const Eigen::Vector2d& to) {
  const Eigen::Vector2d way = to - from;
  const double length = way.norm();
  if (length == 0.0) return grid.Has(grid.CellOf(from)) ? 0.0 : kInfinity;
  const Eigen::Vector2d direction = way / length;
  // From border to border of the cells that the line crosses.
  Cell cell = grid.CellOf(from);
  double done = 0.0;
  double sum = 0.0;
  while (done < length) {
    if (!grid.Has(cell)) return kInfinity;
    double next = length;
    int axis = -1;
    const int index[2] = {cell.col, cell.row};
    for (int k = 0; k < 2; ++k) {
      if (direction[k] == 0.0) continue;
      const double border = grid.origin[k] + grid.cell * (index[k] + (direction[k] > 0.0 ? 1 : 0));
      const double at = (border - from[k]) / direction[k];
      if (at < next) {
        next = at;
        axis = k;
      }
    }
    if (next > done) {
      const double here = cost(cell, direction);
      if (!std::isfinite(here)) return kInfinity;
      sum += here * (next - done);
      done = next;
    }
    if (axis < 0) break;
    (axis == 0 ? cell.col : cell.row) += direction[axis] > 0.0 ? 1 : -1;
  }
  return sum;
}

Result<Path> FindPath(const Grid& grid, const CostPerMetre& cost, const Eigen::Vector2d& start,
                      const Eigen::Vector2d& goal) {
  SUREFOOT_TRY(CheckPlace(grid, cost, "start", start));
  SUREFOOT_TRY(CheckPlace(grid, cost, "goal", goal));
  const Cell first = grid.CellOf(start);
  const Cell last = grid.CellOf(goal);
  Search search(grid, cost, last);
  if (!search.Run(first, last)) {
    return Error{"no path from " + Text(start) + " to " + Text(goal) +
                 " that the vehicle may drive"};
  }
  Path path;
  path.points = search.Trace(last);
  path.points.front() = start;
  if (path.points.size() == 1) {
    path.points.push_back(goal);
  } else {
    path.points.back() = goal;
  }
  Measure(grid, cost, &path);
  return path;
}

/// Greedy from the start: the farthest point that a straight line reaches at no higher cost.
Path Straightened(const Grid& grid, const CostPerMetre& cost, const Path& path) {
  if (path.points.size() < 3) return path;
  std::vector<double> to_here(path.points.size(), 0.0);
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    to_here[i] = to_here[i - 1] + LineCost(grid, cost, path.points[i - 1], path.points[i]);
  }
  Path straight;
  straight.points.push_back(path.points.front());
  std::size_t at = 0;
  while (at + 1 < path.points.size()) {
    std::size_t next = path.points.size() - 1;
    for (; next > at + 1; --next) {
      const double line = LineCost(grid, cost, path.points[at], path.points[next]);
      if (line <= (1.0 + 1e-9) * (to_here[next] - to_here[at])) break;
    }
    straight.points.push_back(path.points[next]);
    at = next;
  }
  Measure(grid, cost, &straight);
  return straight;
}

}  // namespace surefoot::plan
