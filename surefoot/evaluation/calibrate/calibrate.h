#pragma once

/// Fits the parameters of a ground under a robot's tyres to recordings of real drives on it
/// (docs/guides/gap.md).
///
///   CalibrateOptions options;
///   options.engines = {"mujoco"};
///   options.ground = "yard";
///   options.parameters = {"mu", "rolling_resistance"};
///   const Result<Calibration> found = Calibrate(parts, world, robot, data, options);
///   // found->hard is the ground; found->quality says how well the data determine it.

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
  /// The first engine is used for the fit; all of them are scored with the fitted ground, because a
  /// parameter that only suits one engine is a property of the engine and not of the ground.
  std::vector<std::string> engines;
  /// Name of the ground that the result describes.
  std::string ground;
  /// "mu", "slip_stiffness", "rolling_resistance".
  std::vector<std::string> parameters;
  /// Start of the search. Parameters that are not fitted keep these values.
  world::HardGround start;
  /// Drives simulated in parallel; 0: one per core. The result does not depend on it.
  int jobs = 0;
  /// Maximum number of drives or runs; 0: no limit.
  int limit = 0;
  /// Receives a description of the work in progress. Called from worker threads, by one thread at a
  /// time. Returns false to stop, which ends the calibration with an error.
  std::function<bool(const std::string& what)> progress;
};

/// Fit parameters by name, with their ranges; an error lists the accepted names. With `of_imu` only
/// those that vibration of an IMU determines ("roughness", "waviness", "lug_share"), without it
/// only the others.
Result<std::vector<gap::FitParameter>> GroundParameters(const std::vector<std::string>& names,
                                                        const world::HardGround& start,
                                                        bool of_imu = false);

/// A copy of `ground` with these values of the parameters.
world::HardGround WithParameters(const world::HardGround& ground,
                                 const std::vector<gap::FitParameter>& parameters,
                                 const Eigen::VectorXd& values);

/// Errors of a model on the windows it was fitted to and on windows that it was not.
struct CalibrationScore {
  std::string model;
  int parameters = 0;
  /// The engine that a fitted ground is scored with; empty for other models.
  std::string engine;
  gap::DriveSummary train;
  gap::DriveSummary validation;
};

/// Two-fold cross-validation: a fit to one half of the steps, scored on the other.
struct CalibrationFold {
  /// Values found by the planar body alone, as a check on the engine's.
  Eigen::VectorXd planar;
  Eigen::VectorXd values;
  /// Numbers of observations.
  int train = 0;
  int validation = 0;
};

/// The common part of both calibrations: the fitted ground and how well the data determine it.
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

/// Text of the note about a parameter that ended at a limit of its range.
std::string LimitNote(const gap::FitParameter& parameter);

/// Friction, slip stiffness and rolling resistance from poses or turns.
struct Calibration : GroundFit {
  using GroundFit::GroundFit;

  int drives = 0;
  /// Windows of DRIVE, or blocks of 2 s of runs with an IMU.
  int observations = 0;
  bool with_poses = false;
  std::vector<CalibrationFold> folds;
  /// Kinematic baselines first, then the ground before calibration, then the fit on each engine.
  /// Each half is once the training set and once the validation set; scores are over both folds.
  std::vector<CalibrationScore> scores;
  /// Relative spread of the engines' validation errors; 0 for one engine.
  double engine_spread = 0.0;
};

/// Assigns drives to two halves by whole steps, alternating: windows of one step share the command
/// and the ground, so a step in both halves would make the validation too good. Deterministic.
std::vector<int> SplitDrives(const std::vector<int>& steps);

/// Fits options.parameters to the drives of `robot` in `data`. An error when the recordings are of
/// several robots or terrains, or fewer than four steps.
Result<Calibration> Calibrate(const Parts& parts, const GapWorld& world, const GapRobot& robot,
                              const gap::RealData& data, const CalibrateOptions& options);

}  // namespace surefoot::experiment
