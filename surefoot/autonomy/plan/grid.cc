#include "surefoot/autonomy/plan/grid.h"

#include <cmath>

// Cells are squares; their centres are at half-integer multiples of the cell's side from the
// origin.

namespace surefoot::plan {

/// The clamp keeps the conversion to int defined for points far outside.
Cell Grid::CellOf(const Eigen::Vector2d& p) const {
  const Eigen::Vector2d q = (p - origin) / cell;
  const auto index = [](double x) {
    return static_cast<int>(std::floor(std::min(std::max(x, -1.0), 1e9)));
  };
  return {index(q.x()), index(q.y())};
}

}  // namespace surefoot::plan
