#pragma once

/// From repeated drives to figures, and how near an IMU's ranges come to the recorded ones.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/drives/gap_drive.h"
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

/// Of models whose scores are filled in; the baseline, which is complete, comes first.
/// `tolerances`: as in GapOptions.
DriveGap SummariseDrive(const gap::DriveRecording& recording, std::vector<DriveModel> models,
                        const std::map<std::string, double>& tolerances);

/// Windows as restarts: each begins in the recorded state. Position, then heading.
std::vector<gap::QuantityVerdict> TrustOf(const std::vector<gap::WindowScore>& scores,
                                          double interval,
                                          const std::map<std::string, double>& tolerances);

/// Appends baselines whose numbers are fitted to every second run and scored on the others, in
/// turn: the effective track, and linear kinematics. None for less than four runs.
void AddFittedKinematics(const gap::DriveRecording& recording,
                         const std::vector<gap::WindowRun>& runs, const gap::SideGeometry& geometry,
                         std::vector<DriveModel>* models);

/// Compares the IMU of a repeated run with the recorded one. The engine's name is left open.
TerrainRunScore ScoreTerrainRun(const gap::TerrainRun& run, const GapDriveResult& drive,
                                const gap::SideGeometry& geometry);

/// By terrain, in the order of the runs.
std::vector<TerrainGap> SummariseTerrains(const std::vector<TerrainRunScore>& runs,
                                          const std::vector<std::string>& engines);

}  // namespace surefoot::experiment
