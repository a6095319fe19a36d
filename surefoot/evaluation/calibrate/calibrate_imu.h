#pragma once

/// Fits the unevenness of a ground under a robot's tyres, and how strongly their lugs act on it, to
/// vibrations that an IMU on the robot recorded (docs/guides/gap.md). Unevenness is a power
/// spectral density of height with magnitude `roughness` and exponent `waviness`, as ISO 8608
/// describes roads.

#include <string>
#include <vector>

#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/gap/drives/gap_summary.h"

namespace surefoot::experiment {

/// True for "roughness", "waviness" and "lug_share", which vibration of an IMU determines.
bool IsImuParameter(const std::string& name);

/// Agreement of simulated with real ranges (SeriesStats::range()) on the runs that a model was
/// fitted to and on runs that it was not.
struct ImuCalibrationScore {
  std::string model;
  int parameters = 0;
  RangeSummary train;
  RangeSummary validation;
};

/// Roughness, waviness and lug share from an IMU's vibration.
struct ImuCalibration : GroundFit {
  using GroundFit::GroundFit;

  int runs = 0;
  /// Total duration of the runs.
  double seconds = 0.0;
  /// Values fitted to each half of the runs; the other half is the validation set.
  std::vector<Eigen::VectorXd> folds;
  /// A smooth ground without lugs, the start of the search, and the fit.
  std::vector<ImuCalibrationScore> scores;
};

/// options.parameters must all satisfy IsImuParameter(). An error when the runs are of several
/// terrains or fewer than two; with fewer than four a note says that intervals are too narrow.
Result<ImuCalibration> CalibrateImu(const Parts& parts, const GapWorld& world,
                                    const GapRobot& robot, const gap::RealData& data,
                                    const CalibrateOptions& options);

}  // namespace surefoot::experiment
