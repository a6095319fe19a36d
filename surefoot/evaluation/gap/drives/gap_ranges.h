#pragma once

/// How near an IMU's ranges come to the recorded ones, over several runs.

#include <array>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/drives/gap_study.h"

namespace surefoot::experiment {

/// Of one model on some runs; ratios are simulated over real.
struct RangeSummary {
  int runs = 0;
  /// Runs whose range is within a factor of 2.
  std::array<int, 6> within{};
  std::array<double, 6> median_ratio{};
  /// Equation (7): sums over the runs and three axes of range and mean errors (rad/s, m/s2).
  double gyro_error = 0.0;
  double accelerometer_error = 0.0;

  double share(std::size_t axis) const { return runs > 0 ? double(within[axis]) / runs : 0.0; }
};

RangeSummary SummariseRanges(const std::vector<const TerrainRunScore*>& runs);

/// One row of the comparison: a terrain, or several together, by one model.
struct RangeRow {
  std::string terrain;
  std::string model;
  RangeSummary summary;
  /// Errors over those of `contact: engine` by the same engine on the same runs; not a number when
  /// it was not asked for.
  double gyro_over_engine = 0.0;
  double accelerometer_over_engine = 0.0;
};

/// Each terrain, then hard ones (asphalt, flooring, ice) together where there are several.
std::vector<RangeRow> RangeRows(const GapResult& result);

}  // namespace surefoot::experiment
