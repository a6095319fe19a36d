#pragma once

#include <vector>

#include "surefoot/autonomy/plan/fixed_steering.h"
#include "surefoot/autonomy/plan/rock_field.h"
#include "surefoot/autonomy/rover/level_drive.h"

namespace surefoot::plan {

/// How a traverse is driven.
struct TraverseRun {
  /// m/s.
  double speed = 40.0 / 3600.0;
  double first_speed = 38.0 / 3600.0;
  /// With which treads follow what is wanted (s).
  double delay = 60.0;
  /// Between two decisions of the strategy, two points of the result, and two steps (s).
  double decide_every = 60.0;
  double keep_every = 10.0;
  double step = 1.0;
  double most_time = 100000.0;
};

struct TraversePoint {
  rover::LevelState state;
  double steering = 0.0;
  FixedSteering::Phase phase = FixedSteering::Phase::kFollow;

  estimate::Pose2 pose() const { return {state.x, state.y, state.heading}; }
};

/// Drives from the origin to the target, as the strategy says; ends there, or when time is up. The
/// last point is where it ended.
std::vector<TraversePoint> DriveTraverse(const rover::LevelDrive& drive,
                                         const FixedSteeringPlan& plan, const TraverseRun& run);

/// Places of a traverse.
std::vector<Eigen::Vector2d> PathOf(const std::vector<TraversePoint>& points);

}  // namespace surefoot::plan
