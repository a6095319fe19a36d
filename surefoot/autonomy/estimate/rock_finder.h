#pragma once

/// Finds rocks in a LIDAR scan, as landmarks and obstacles.

#include <Eigen/Core>
#include <vector>

#include "surefoot/autonomy/estimate/ekf_slam.h"

namespace surefoot::estimate {

struct RockFinderOptions {
  /// Angle between columns of the scan (rad).
  double column = 0.00698131700797732;
  /// Points that rise more steeply than this from the ground in front of them (tangent), and by
  /// more than `height` (m), belong to rocks.
  double steepness = 0.7;
  double height = 0.12;
  /// Points that are further apart (m, and in columns) belong to different rocks.
  double gap = 0.4;
  double gap_columns = 3.0;
  /// Rocks with fewer points, narrower than `columns`, further away or larger (m) are left out.
  int points = 6;
  int columns = 3;
  double max_range = 60.0;
  double max_radius = 3.0;
};

struct SeenRock {
  /// Of the middle of its outline, as if it were round.
  RangeBearing middle;
  double radius = 0.0;
  /// Of its highest point over the ground before it.
  double height = 0.0;
  int points = 0;
};

/// Points in the vehicle's frame, x forward, y left, z up from the ground under it; any order.
/// Sorted by bearing.
std::vector<SeenRock> FindRocks(const std::vector<Eigen::Vector3f>& points,
                                const RockFinderOptions& options = {});

}  // namespace surefoot::estimate
