#pragma once

#include "surefoot/autonomy/plan/fixed_steering.h"
#include "surefoot/autonomy/plan/hazard_map.h"
#include "surefoot/base/result.h"

namespace surefoot::plan {

/// Where plans of fixed steering are looked for.
struct SteeringSearch {
  /// Of the first segment: directions to both sides of the target's, and lengths up to this share
  /// of its distance.
  double widest = 1.2;
  double heading_step = 0.04363323129985824;
  double longest = 1.0;
  double length_step = 5.0;
  /// Of the turn: its radius (m), and the most that it goes round.
  double radius = 20.0;
  double most_turn = 3.5;
  /// Of the path from any rock's border.
  double clearance = 3.0;
};

/// A straight line, a part of a circle, and a straight line to the target.
struct SteeringRoute {
  double first_heading = 0.0;
  double first_length = 0.0;
  /// 1: to the left, -1: to the right.
  int side = 1;
  std::vector<Eigen::Vector2d> points;
  double length = 0.0;
};

/// The route from the origin for these numbers; nothing when the target lies within the circle, or
/// the turn is too long.
std::optional<SteeringRoute> RouteOf(const SteeringSearch& search, const Eigen::Vector2d& target,
                                     double heading, double length, int side);

/// The shortest route that keeps clear of all rocks; an error when there is none.
Result<SteeringRoute> FindSteeringRoute(const SteeringSearch& search, const Eigen::Vector2d& target,
                                        const std::vector<Rock>& rocks);

}  // namespace surefoot::plan
