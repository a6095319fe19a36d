#include "surefoot/autonomy/plan/hazard_map.h"

#include <gtest/gtest.h>

#include <cmath>

#include "surefoot/base/random.h"
#include "surefoot/ground/test/soil_wheel_cases.h"

namespace surefoot::plan {
namespace {

double DistanceToPath(const Path& path, const Eigen::Vector2d& p) {
  double nearest = 1e9;
  for (std::size_t i = 1; i < path.points.size(); ++i) {
    const Eigen::Vector2d a = path.points[i - 1];
    const Eigen::Vector2d way = path.points[i] - a;
    const double t = std::clamp((p - a).dot(way) / way.squaredNorm(), 0.0, 1.0);
    nearest = std::min(nearest, (a + t * way - p).norm());
  }
  return nearest;
}

TEST(HazardMap, PathsKeepClearOfRocks) {
  const Grid grid{Eigen::Vector2d(-60.0, -40.0), 0.5, 520, 880};
  HazardRules rules;
  rules.min_clearance = 4.0;
  rules.preferred_clearance = 6.0;
  HazardMap map(grid, rules);
  RandomStream random(7, "rocks");
  const Eigen::Vector2d goal(100.0, 350.0);
  while (map.rocks().size() < 70) {
    const Eigen::Vector2d p(random.Uniform(-60.0, 200.0), random.Uniform(-40.0, 400.0));
    if (p.norm() > 8.0 && (p - goal).norm() > 8.0) map.AddRock({p, random.Uniform(0.2, 1.0)});
  }
  for (const double along : {0.35, 0.55, 0.75}) map.AddRock({along * goal, 1.0});
  map.Update();
  const CostPerMetre cost = map.Cost(nullptr);
  const auto found = FindPath(grid, cost, Eigen::Vector2d::Zero(), goal);
  ASSERT_TRUE(found.ok()) << found.error().message;
  const Path path = Straightened(grid, cost, *found);
  for (const Rock& rock : map.rocks()) {
    // Half a cell's diagonal, because clearance is computed per cell.
    EXPECT_GT(DistanceToPath(path, rock.center) - rock.radius, 4.0 - 0.36);
  }
  EXPECT_LT(path.length, 1.1 * goal.norm());
}

/// A ridge along y whose flanks rise by `slope`, with a gentle pass at y = 40.
std::vector<double> Ridge(const Grid& grid, double slope) {
  std::vector<double> heights(grid.size());
  for (int row = 0; row < grid.rows; ++row) {
    for (int col = 0; col < grid.cols; ++col) {
      const Eigen::Vector2d p = grid.CenterOf({col, row});
      const double flank = std::max(0.0, 10.0 - std::abs(p.x() - 25.0)) * std::tan(slope);
      const double pass = std::clamp((std::abs(p.y() - 40.0) - 4.0) / 20.0, 0.0, 1.0);
      heights[grid.IndexOf({col, row})] = flank * pass;
    }
  }
  return heights;
}

TEST(HazardMap, TakesThePassWhereTheRidgeIsTooSteep) {
  const auto slip =
      rover::SlipPrediction::Make({}, ground::StudySoil(ground::kDrift), 0.01).value();
  const Grid grid{Eigen::Vector2d::Zero(), 0.5, 100, 100};
  HazardRules rules;
  const auto highest_y = [&](double slope) {
    HazardMap map(grid, rules);
    map.SetHeights(Ridge(grid, slope));
    map.Update();
    const CostPerMetre cost = map.Cost(&slip);
    const auto path = FindPath(grid, cost, {5.0, 10.0}, {45.0, 10.0});
    EXPECT_TRUE(path.ok());
    double highest = 0.0;
    for (const Eigen::Vector2d& p : path->points) highest = std::max(highest, p.y());
    return highest;
  };
  // Straight over the ridge, a cheaper detour, and the only possible path.
  EXPECT_LT(highest_y(0.03), 15.0);
  EXPECT_GT(highest_y(0.33), 25.0);
  EXPECT_GT(highest_y(0.5), 25.0);
}

TEST(HazardMap, DirectionMatters) {
  const auto slip =
      rover::SlipPrediction::Make({}, ground::StudySoil(ground::kDrift), 0.01).value();
  const Grid grid{Eigen::Vector2d::Zero(), 1.0, 20, 20};
  HazardMap map(grid, {});
  std::vector<double> heights(grid.size());
  for (int row = 0; row < 20; ++row) {
    for (int col = 0; col < 20; ++col) heights[grid.IndexOf({col, row})] = 0.45 * col;
  }
  map.SetHeights(heights);
  map.Update();
  const CostPerMetre cost = map.Cost(&slip);
  const Cell cell{10, 10};
  EXPECT_FALSE(std::isfinite(cost(cell, {1.0, 0.0}))) << "24 deg up is beyond the limit of 22";
  EXPECT_TRUE(std::isfinite(cost(cell, {-1.0, 0.0})));
  EXPECT_FALSE(std::isfinite(cost(cell, {0.0, 1.0}))) << "tilted by 24 deg";
  EXPECT_GE(cost(cell, {-1.0, 0.0}), 1.0);
}

}  // namespace
}  // namespace surefoot::plan
