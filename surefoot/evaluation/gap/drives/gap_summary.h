#pragma once

/// Statistics of repeated drives (GapResult) from their scores: medians over runs and terrains,
/// trust in windows, and how close the ranges of IMU signals are to the recorded ones.

#include <array>
#include <map>
#include <string>
#include <vector>

#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/gap/drives/gap_study.h"

namespace surefoot::experiment {

/// Ranges of the IMU axes of one model on some runs; ratios are simulated over real.
struct RangeSummary {
  int runs = 0;
  /// Runs whose range is within a factor of 2.
  std::array<int, 6> within{};
  std::array<double, 6> median_ratio{};
  /// Equation (7) of Farley, Wang and Marshall (2022), summed over runs and three axes (rad/s,
  /// m/s2).
  double gyro_error = 0.0;
  double accelerometer_error = 0.0;

  double share(std::size_t axis) const { return runs > 0 ? double(within[axis]) / runs : 0.0; }
};

RangeSummary SummariseRanges(const std::vector<const TerrainRunScore*>& runs);

/// One row of the comparison: one model on a terrain, or on several together.
struct RangeRow {
  std::string terrain;
  std::string model;
  RangeSummary summary;
  /// Errors relative to those of `contact: engine` with the same engine on the same runs; NaN when
  /// that was not measured.
  double gyro_over_engine = 0.0;
  double accelerometer_over_engine = 0.0;
};

/// One row per terrain and variant, then the hard terrains (asphalt, flooring, ice) together when
/// there are several.
std::vector<RangeRow> RangeRows(const GapResult& result);

/// `models`: with scores filled in; the ideal kinematics comes first and has a score for every
/// window. `tolerances`: as in GapOptions.
DriveGap SummariseDrive(const gap::DriveRecording& recording, std::vector<DriveModel> models,
                        const std::map<std::string, double>& tolerances);

/// Verdicts of windows regarded as restarts, since each begins in the recorded state: position,
/// then heading.
std::vector<gap::QuantityVerdict> TrustOf(const std::vector<gap::WindowScore>& scores,
                                          double interval,
                                          const std::map<std::string, double>& tolerances);

/// Appends fitted baselines: effective track, and linear kinematics. Each is fitted to every second
/// run and scored on the others, then the other way round (two-fold cross-validation). None for
/// fewer than four runs.
void AddFittedKinematics(const gap::DriveRecording& recording,
                         const std::vector<gap::WindowRun>& runs, const gap::SideGeometry& geometry,
                         std::vector<DriveModel>* models);

/// Compares the IMU of a repeated run with the recorded one. The caller sets `engine`.
TerrainRunScore ScoreTerrainRun(const gap::TerrainRun& run, const GapDriveResult& drive,
                                const gap::SideGeometry& geometry);

/// By terrain, in the order of the runs.
std::vector<TerrainGap> SummariseTerrains(const std::vector<TerrainRunScore>& runs,
                                          const std::vector<std::string>& engines);

}  // namespace surefoot::experiment
