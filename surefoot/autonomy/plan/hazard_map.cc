#include "surefoot/autonomy/plan/hazard_map.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "surefoot/base/check.h"

// The cost of a cell combines clearance to rocks, inclination, and slip and power predicted for its
// slope. Infinite cost means that a vehicle must not enter the cell.

namespace surefoot::plan {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

HazardMap::HazardMap(const Grid& grid, const HazardRules& rules)
    : grid_(grid), rules_(rules), clearance_(grid.size(), kInfinity), heights_(grid.size(), 0.0) {}

void HazardMap::SetHeights(const std::vector<double>& heights) {
  SUREFOOT_CHECK(heights.size() == grid_.size(), "a height for every cell");
  heights_ = heights;
}

void HazardMap::AddRock(const Rock& rock) { rocks_.push_back(rock); }

void HazardMap::Update() {
  // Rocks are few and clearances matter only near them.
  std::fill(clearance_.begin(), clearance_.end(), kInfinity);
  for (const Rock& rock : rocks_) {
    const double reach = rock.radius + std::max(rules_.min_clearance, rules_.preferred_clearance);
    const Cell low = grid_.CellOf(rock.center - Eigen::Vector2d::Constant(reach));
    const Cell high = grid_.CellOf(rock.center + Eigen::Vector2d::Constant(reach));
    for (int row = std::max(low.row, 0); row <= std::min(high.row, grid_.rows - 1); ++row) {
      for (int col = std::max(low.col, 0); col <= std::min(high.col, grid_.cols - 1); ++col) {
        const Cell cell{col, row};
        const double gap = (grid_.CenterOf(cell) - rock.center).norm() - rock.radius;
        double& clearance = clearance_[grid_.IndexOf(cell)];
        clearance = std::min(clearance, std::max(gap, 0.0));
      }
    }
  }
}

/// Central differences of the heights, one-sided at the border (1).
Eigen::Vector2d HazardMap::GradientAt(const Cell& cell) const {
  const auto height = [&](int col, int row) {
    return heights_[grid_.IndexOf(
        {std::clamp(col, 0, grid_.cols - 1), std::clamp(row, 0, grid_.rows - 1)})];
  };
  const auto slope = [&](int dcol, int drow, int index, int count) {
    const double ends = index == 0 || index == count - 1 ? 1.0 : 2.0;
    return (height(cell.col + dcol, cell.row + drow) - height(cell.col - dcol, cell.row - drow)) /
           (ends * grid_.cell);
  };
  return {grid_.cols > 1 ? slope(1, 0, cell.col, grid_.cols) : 0.0,
          grid_.rows > 1 ? slope(0, 1, cell.row, grid_.rows) : 0.0};
}

/// The returned function captures the map, which must outlive it. It is evaluated for every edge of
/// the search.
CostPerMetre HazardMap::Cost(const rover::SlipPrediction* slip) const {
  return [this, slip](const Cell& cell, const Eigen::Vector2d& direction) {
    const double clearance = ClearanceAt(cell);
    if (clearance < rules_.min_clearance) return kInfinity;
    const Eigen::Vector2d gradient = GradientAt(cell);
    const double along = std::atan(gradient.dot(direction));
    const double tilt =
        std::atan(std::abs(gradient.x() * direction.y() - gradient.y() * direction.x()));
    if (tilt > rules_.max_tilt) return kInfinity;
    double cost = 1.0;
    if (slip != nullptr) {
      const auto predicted = slip->At(along);
      if (!predicted || predicted->slip > rules_.max_slip) return kInfinity;
      // Work per metre, in units of that on level ground; downhill is not cheaper.
      cost = std::max(1.0, predicted->work / slip->level_work());
    }
    if (clearance < rules_.preferred_clearance) {
      cost += rules_.near_cost * (rules_.preferred_clearance - clearance) /
              (rules_.preferred_clearance - rules_.min_clearance);
    }
    return cost;
  };
}

}  // namespace surefoot::plan
