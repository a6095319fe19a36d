#pragma once

#include <functional>
#include <vector>

#include "surefoot/autonomy/plan/grid.h"
#include "surefoot/base/try.h"

namespace surefoot::plan {

/// Cost of a metre in a cell when driven in a direction (unit vector): at least 1; infinite where
/// the vehicle must not go.
using CostPerMetre = std::function<double(const Cell&, const Eigen::Vector2d& direction)>;

struct Path {
  /// From start to goal.
  std::vector<Eigen::Vector2d> points;
  double length = 0.0;
  double cost = 0.0;
};

/// The cheapest path from cell to cell in sixteen directions (A*). Deterministic. An error states
/// why there is none: a point outside of the map, a forbidden point, or no connection.
Result<Path> FindPath(const Grid& grid, const CostPerMetre& cost, const Eigen::Vector2d& start,
                      const Eigen::Vector2d& goal);

/// Cost of a straight line; infinite when it meets what must not be entered or leaves the grid.
double LineCost(const Grid& grid, const CostPerMetre& cost, const Eigen::Vector2d& from,
                const Eigen::Vector2d& to);

/// The path with corners left out where a straight line costs no more.
Path Straightened(const Grid& grid, const CostPerMetre& cost, const Path& path);

}  // namespace surefoot::plan
