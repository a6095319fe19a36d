#pragma once

/// Fits what a ground is like under a robot's tyres to recordings of real drives on it
/// (docs/guides/gap.md).

#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/evaluation/gap/drive_score.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/recordings/real_data.h"
#include "surefoot/evaluation/statistics/robust_fit.h"

namespace surefoot::experiment {

struct CalibrateOptions {
  /// The first one is fitted with, all of them judge.
  std::vector<std::string> engines;
  /// Of the material that is made.
  std::string ground;
  /// "mu", "slip_stiffness", "rolling_resistance".
  std::vector<std::string> parameters;
  /// Where the search begins; what is not fitted stays.
  world::HardGround start;
  /// Drives at once; 0: one per core.
  int jobs = 0;
  /// At most so many drives or runs; 0: all.
  int limit = 0;
  /// Told what is done, by one thread at a time. False: stop.
  std::function<bool(const std::string& what)> progress;
};

/// The names that CalibrateOptions::parameters takes, with ranges; an error names them. `of_imu`:
/// those that an IMU's shaking tells ("roughness", "waviness", "lug_share"), and only those.
Result<std::vector<gap::FitParameter>> GroundParameters(const std::vector<std::string>& names,
                                                        const world::HardGround& start,
                                                        bool of_imu = false);

/// `ground` with the values in place of its own.
world::HardGround WithParameters(const world::HardGround& ground,
                                 const std::vector<gap::FitParameter>& parameters,
                                 const Eigen::VectorXd& values);

/// Errors of a model on the windows it was fitted to, and on those it had not seen.
struct CalibrationScore {
  std::string model;
  int parameters = 0;
  /// Of fitted grounds: with which engine they are judged.
  std::string engine;
  gap::DriveSummary train;
  gap::DriveSummary validation;
};

/// The fit to one half of the steps, judged by the other.
struct CalibrationFold {
  Eigen::VectorXd planar;
  Eigen::VectorXd values;
  int train = 0;
  int validation = 0;
};

/// What was fitted to drives on one ground, and how sure it is.
struct GroundFit {
  std::string robot;
  std::string model;
  std::string engine;
  std::string ground;
  world::HardGround hard;
  gap::Fit fit;
  gap::FitQuality quality;
  std::vector<std::string> notes;

  GroundFit() = default;
  GroundFit(const GapRobot& of, const GapWorld& world, const CalibrateOptions& options)
      : robot(of.name),
        model(world.model),
        engine(options.engines.front()),
        ground(options.ground) {}
};

/// Of a parameter that ended at its limit.
std::string LimitNote(const gap::FitParameter& parameter);

struct Calibration : GroundFit {
  using GroundFit::GroundFit;

  int drives = 0;
  /// Windows of DRIVE, or blocks of 2 s of runs with an IMU.
  int observations = 0;
  bool with_poses = false;
  std::vector<CalibrationFold> folds;
  /// Baselines first, then the ground as it was before; the two halves in turn are train and
  /// validation.
  std::vector<CalibrationScore> scores;
  /// Of the engines' figures on drives they were not fitted to; 0 for one engine.
  double engine_spread = 0.0;
};

/// Drives in two halves by whole steps, in turn; the same for the same recordings.
std::vector<int> SplitDrives(const std::vector<int>& steps);

/// An error when the recordings are of several robots or terrains, or too few.
Result<Calibration> Calibrate(const Parts& parts, const GapWorld& world, const GapRobot& robot,
                              const gap::RealData& data, const CalibrateOptions& options);

}  // namespace surefoot::experiment
