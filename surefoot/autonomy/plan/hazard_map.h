#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "surefoot/autonomy/plan/grid.h"
#include "surefoot/autonomy/plan/planner.h"
#include "surefoot/autonomy/rover/slip_prediction.h"

namespace surefoot::plan {

/// A rock that is known: a disc on the map.
struct Rock {
  Eigen::Vector2d center = Eigen::Vector2d::Zero();
  double radius = 0.5;
};

/// What a vehicle avoids, and what it pays for.
struct HazardRules {
  /// Distances of the vehicle's middle from rocks (m): never below the minimum; below the preferred
  /// one a metre costs up to `near_cost` more.
  double min_clearance = 1.0;
  double preferred_clearance = 3.0;
  double near_cost = 2.0;
  /// Sideways tilt that it bears (rad).
  double max_tilt = 0.35;
  /// Slip beyond which a slope is not driven.
  double max_slip = 0.8;
};

/// Heights and rocks on a grid, and what driving costs there.
class HazardMap {
 public:
  HazardMap(const Grid& grid, const HazardRules& rules);

  /// Heights of cell centres; as many as there are cells.
  void SetHeights(const std::vector<double>& heights);
  void AddRock(const Rock& rock);
  /// In place of those that are there.
  void SetRocks(std::vector<Rock> rocks) { rocks_ = std::move(rocks); }
  void SetMinClearance(double clearance) { rules_.min_clearance = clearance; }
  /// To be called after changes, before costs are asked for.
  void Update();

  const Grid& grid() const { return grid_; }
  const HazardRules& rules() const { return rules_; }
  const std::vector<Rock>& rocks() const { return rocks_; }
  /// Distance of a cell's centre from the nearest rock's border, not negative.
  double ClearanceAt(const Cell& cell) const { return clearance_[grid_.IndexOf(cell)]; }
  /// Rise per metre along x and y.
  Eigen::Vector2d GradientAt(const Cell& cell) const;

  /// Per metre: 1 on level ground, more for slip, as the vehicle goes slower and works more, and
  /// near rocks; infinite where it must not go. Both must outlive what is returned.
  CostPerMetre Cost(const rover::SlipPrediction* slip) const;

 private:
  Grid grid_;
  HazardRules rules_;
  std::vector<Rock> rocks_;
  std::vector<double> clearance_;
  std::vector<double> heights_;
};

}  // namespace surefoot::plan
