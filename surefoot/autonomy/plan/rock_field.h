#pragma once

#include <Eigen/Core>
#include <vector>

#include "surefoot/autonomy/plan/hazard_map.h"
#include "surefoot/base/random.h"
#include "surefoot/base/result.h"

namespace surefoot::plan {

/// Rocks at random on a map: some on the straight line from start to target, the rest anywhere but
/// near a path, the start and the target.
struct RockFieldRule {
  int count = 70;
  Eigen::Vector2d low = Eigen::Vector2d(-60.0, -40.0);
  Eigen::Vector2d high = Eigen::Vector2d(200.0, 400.0);
  /// Radii, evenly distributed (m).
  double min_radius = 0.25;
  double max_radius = 0.9;
  Eigen::Vector2d start = Eigen::Vector2d::Zero();
  Eigen::Vector2d target = Eigen::Vector2d(100.0, 350.0);
  /// Where on the line from start to target rocks lie, as shares of it, give or take `off` (m,
  /// standard deviation).
  std::vector<double> on_line = {0.35, 0.55, 0.75};
  double off = 0.5;
  /// Of a rock's middle from the path and from start and target (m).
  double clear_path = 4.0;
  double clear_ends = 8.0;
};

/// Random rocks by the rule, away from `path`. An error if they do not fit.
Result<std::vector<Rock>> MakeRockField(const RockFieldRule& rule,
                                        const std::vector<Eigen::Vector2d>& path,
                                        RandomStream* random);

/// Of a point from a path of straight pieces; infinite when it has no points.
double DistanceFromPath(const std::vector<Eigen::Vector2d>& path, const Eigen::Vector2d& point);

/// The smallest distance of any rock's middle, and border, from a path.
struct Clearance {
  double middle = 0.0;
  double border = 0.0;
};
Clearance ClearanceOf(const std::vector<Eigen::Vector2d>& path, const std::vector<Rock>& rocks);

}  // namespace surefoot::plan
