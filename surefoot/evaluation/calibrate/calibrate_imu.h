#pragma once

/// Fits how uneven a ground is under a robot's tyres, and how much of their lugs it feels, to what
/// an IMU on the robot recorded (docs/guides/gap.md).

#include <string>
#include <vector>

#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/gap/drives/gap_summary.h"

namespace surefoot::experiment {

/// "roughness", "waviness", "lug_share": what an IMU's shaking tells.
bool IsImuParameter(const std::string& name);

/// How near the ranges are on the runs that a model was fitted to, and on those it had not seen.
struct ImuCalibrationScore {
  std::string model;
  int parameters = 0;
  RangeSummary train;
  RangeSummary validation;
};

struct ImuCalibration : GroundFit {
  using GroundFit::GroundFit;

  int runs = 0;
  double seconds = 0.0;
  /// Values fitted to each half of the runs, which the other half judges.
  std::vector<Eigen::VectorXd> folds;
  /// Smooth ground without lugs and where the search began; then the fit.
  std::vector<ImuCalibrationScore> scores;
};

/// Of CalibrateOptions only `parameters` that IsImuParameter() knows. An error when there are less
/// than four runs or they are of several terrains.
Result<ImuCalibration> CalibrateImu(const Parts& parts, const GapWorld& world,
                                    const GapRobot& robot, const gap::RealData& data,
                                    const CalibrateOptions& options);

}  // namespace surefoot::experiment
