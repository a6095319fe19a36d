#include "surefoot/evaluation/calibrate/calibrate.h"

#include <algorithm>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/base/items.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/calibrate/calibrator.h"
#include "surefoot/evaluation/gap/drive_score.h"

// Calibration of a ground from drives: one fit to all drives gives the result, fits to each half
// give its validation (two-fold cross-validation), and kinematic models without any ground serve as
// baselines. A ground that does not beat the fitted kinematics has learnt nothing about friction.

namespace surefoot::experiment {
namespace {

using Chosen = Calibrator::Chosen;
using Eigen::VectorXd;
using Tracks = Calibrator::Tracks;

/// A parameter that can be fitted, and its range. The ranges contain everything from wet ice (mu
/// 0.05) to rubber on dry concrete (1.2), with a margin so that a fit at the limit is noticed.
struct Known {
  const char* name;
  double world::HardGround::*member;
  double low;
  double high;
  /// Step size of parameters that may be 0; 0: the search is in the logarithm of the parameter.
  double scale;
  bool of_imu;
};
constexpr Known kKnown[] = {
    {"mu", &world::HardGround::mu, 0.02, 2.0, 0.0, false},
    {"slip_stiffness", &world::HardGround::slip_stiffness, 0.2, 200.0, 0.0, false},
    {"rolling_resistance", &world::HardGround::rolling_resistance, 0.0, 0.6, 0.05, false},
    {"roughness", &world::HardGround::roughness, 1e-8, 0.1, 0.0, true},
    {"waviness", &world::HardGround::waviness, 1.0, 4.0, 1.0, true},
    {"lug_share", &world::HardGround::lug_share, 0.0, 4.0, 1.0, true}};

const Known* FindKnown(const std::string& name) {
  return FindIf(kKnown, [&](const Known& known) { return name == known.name; });
}

/// Window scores of a model over both folds, split into training and validation drives.
struct Collected {
  std::vector<gap::WindowScore> train;
  std::vector<gap::WindowScore> validation;

  /// Drives of the fitted half are training data, the others validation.
  void Add(const FitDrive& drive, int train_half, const gap::PoseTrack& track) {
    auto& side = drive.half == train_half ? train : validation;
    for (const gap::WindowScore& score : drive.Scores(track)) side.push_back(score);
  }
  CalibrationScore Score(const std::string& model, int parameters) const {
    return {model, parameters, "", gap::Summarise(train), gap::Summarise(validation)};
  }
};

/// Baselines without simulation: ideal differential drive, effective track width (two parameters)
/// and a linear map from wheel speeds (six), each fitted to one half as the ground is. Without
/// poses only the ideal one is possible.
void AddBaselines(const std::vector<FitDrive>& drives, const gap::SideGeometry& geometry,
                  std::vector<CalibrationScore>* scores) {
  const auto track = [](const FitDrive& drive, const gap::LinearKinematics& kinematics) {
    return gap::KinematicTrack(drive.spec.wheels, kinematics, drive.spec.from, drive.spec.to);
  };
  Collected ideal, effective, linear;
  for (int half : {0, 1}) {
    std::vector<gap::WindowRun> runs;
    for (const FitDrive* drive : OfHalf(drives, half)) {
      if (drive->recording != nullptr) runs.push_back(drive->run);
    }
    const gap::LinearKinematics plain = gap::IdealKinematics(geometry);
    for (const FitDrive& drive : drives) ideal.Add(drive, half, track(drive, plain));
    if (runs.empty()) continue;
    const gap::DriveRecording& recording = *drives.front().recording;
    const auto two =
        gap::FitKinematics(recording, runs, geometry, gap::KinematicKind::kEffectiveTrack);
    const auto six = gap::FitKinematics(recording, runs, geometry, gap::KinematicKind::kLinear);
    for (const FitDrive& drive : drives) {
      effective.Add(drive, half, track(drive, two));
      linear.Add(drive, half, track(drive, six));
    }
  }
  scores->push_back(ideal.Score("ideal kinematics", 0));
  if (effective.train.empty()) return;
  scores->push_back(effective.Score("effective track", 2));
  scores->push_back(linear.Score("linear kinematics", 6));
}

/// Fits each half and scores it on the other with every engine.
Status AddFolds(const std::vector<FitDrive>& drives, const std::vector<std::string>& engines,
                Calibrator* calibrator, Calibration* result) {
  std::vector<Collected> collected(engines.size());
  const Chosen all = OfHalf(drives, -1);
  for (int half : {0, 1}) {
    const std::string what = half == 0 ? "first half" : "second half";
    CalibrationFold fold;
    const gap::Fit fit = SUREFOOT_TRY(calibrator->Fit(OfHalf(drives, half), what, &fold.planar));
    fold.values = fit.values;
    for (std::size_t i = 0; i < fit.parameters.size(); ++i) {
      if (!fit.at_limit[i]) continue;
      result->notes.push_back(
          fit.parameters[i].name + " of the " + what +
          " ended at a limit of its range: that half of the recordings does not determine it");
    }
    for (const FitDrive& drive : drives) {
      (drive.half == half ? fold.train : fold.validation) += drive.observations();
    }
    for (std::size_t e = 0; e < engines.size(); ++e) {
      const Tracks tracks = SUREFOOT_TRY(calibrator->Drive(all, fit.values, engines[e]));
      for (std::size_t i = 0; i < all.size(); ++i) collected[e].Add(*all[i], half, tracks[i]);
    }
    result->folds.push_back(std::move(fold));
  }
  const auto count = static_cast<int>(result->fit.parameters.size());
  for (std::size_t e = 0; e < engines.size(); ++e) {
    result->scores.push_back(collected[e].Score(engines[e] + ", tyre", count));
    result->scores.back().engine = engines[e];
  }
  return Status();
}

/// Scores the ground before calibration. Nothing is fitted, so both sides have the same drives.
Status AddStart(const std::vector<FitDrive>& drives, const std::vector<gap::FitParameter>& at,
                Calibrator* calibrator, Calibration* result) {
  VectorXd values(static_cast<Eigen::Index>(at.size()));
  for (std::size_t i = 0; i < at.size(); ++i) values[static_cast<Eigen::Index>(i)] = at[i].start;
  const Chosen all = OfHalf(drives, -1);
  const Tracks tracks = SUREFOOT_TRY(calibrator->Drive(all, values, result->engine));
  Collected collected;
  for (int half : {0, 1}) {
    for (std::size_t i = 0; i < all.size(); ++i) collected.Add(*all[i], half, tracks[i]);
  }
  result->scores.push_back(collected.Score(result->engine + ", tyre, as before", 0));
  return Status();
}

/// Compares the engines: a small spread means that the fitted ground is not tied to one of them.
void AddSpread(Calibration* result) {
  std::vector<gap::DriveSummary> own;
  for (const CalibrationScore& score : result->scores) {
    if (!score.engine.empty()) own.push_back(score.validation);
  }
  if (own.size() < 2) return;
  result->engine_spread = gap::SpreadOf(own);
  const std::string text = StrFormat("the %zu engines differ by at most %.2f %% in validation",
                                     own.size(), 100.0 * result->engine_spread);
  result->notes.push_back(text);
}

}  // namespace

// Start, range and scale of the search for each named parameter.
Result<std::vector<gap::FitParameter>> GroundParameters(const std::vector<std::string>& names,
                                                        const world::HardGround& start,
                                                        bool of_imu) {
  // Start for a ground that was smooth: 0 has no logarithm to search from.
  constexpr double kUsualRoughness = 1e-5;
  std::vector<gap::FitParameter> parameters;
  for (const std::string& name : names) {
    const Known* known = FindKnown(name);
    if (known == nullptr || known->of_imu != of_imu) {
      return Error{
          "'" + name +
          (of_imu
               ? "' does not shake an IMU; accepted: roughness, waviness, lug_share"
               : "' cannot be fitted; accepted: mu, slip_stiffness, rolling_resistance; of an IMU "
                 "roughness, waviness, lug_share")};
    }
    const bool twice =
        std::any_of(parameters.begin(), parameters.end(),
                    [&](const gap::FitParameter& other) { return other.name == name; });
    if (twice) return Error{"'" + name + "' is there twice"};
    double value = start.*known->member;
    if (known->member == &world::HardGround::slip_stiffness && value == 0.0) value = 8.0 * start.mu;
    if (known->member == &world::HardGround::roughness && value == 0.0) value = kUsualRoughness;
    parameters.push_back({name, std::clamp(value, known->low, known->high), known->low, known->high,
                          known->scale == 0.0, known->scale == 0.0 ? 1.0 : known->scale});
  }
  if (parameters.empty()) {
    return Error{
        std::string("nothing to fit; accepted: ") +
        (of_imu ? "roughness, waviness, lug_share" : "mu, slip_stiffness, rolling_resistance")};
  }
  return parameters;
}

std::string LimitNote(const gap::FitParameter& parameter) {
  return parameter.name + " ended at a limit of its range: these recordings do not determine it";
}

// The ground with the values of a point of the search.
world::HardGround WithParameters(const world::HardGround& ground,
                                 const std::vector<gap::FitParameter>& parameters,
                                 const VectorXd& values) {
  world::HardGround changed = ground;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    changed.*FindKnown(parameters[i].name)->member = values[static_cast<Eigen::Index>(i)];
  }
  return changed;
}

// Everything that can be wrong is checked before the first of many simulations.
Result<Calibration> Calibrate(const Parts& parts, const GapWorld& world, const GapRobot& robot,
                              const gap::RealData& data, const CalibrateOptions& options) {
  SUREFOOT_CHECK(!options.engines.empty(), "an engine");
  for (const std::string& engine : options.engines) {
    if (parts.FindEngine(engine) == nullptr) return parts.NoSuchEngine(engine);
  }
  const std::vector<gap::FitParameter> parameters =
      SUREFOOT_TRY(GroundParameters(options.parameters, options.start));
  const std::vector<FitDrive> drives = SUREFOOT_TRY(FitDrives(robot, data, options.limit));
  Calibration result(robot, world, options);
  result.drives = static_cast<int>(drives.size());
  result.with_poses = drives.front().recording != nullptr;
  Calibrator calibrator(parts, world, options, parameters);
  VectorXd planar;
  const Chosen all = OfHalf(drives, -1);
  result.fit = SUREFOOT_TRY(calibrator.Fit(all, "all drives", &planar));
  result.hard = WithParameters(options.start, parameters, result.fit.values);
  std::vector<int> steps;
  for (const FitDrive& drive : drives) {
    for (int i = 0; i < drive.observations(); ++i) steps.push_back(drive.step);
  }
  result.observations = static_cast<int>(steps.size());
  result.quality = gap::QualityOf(result.fit, steps);
  AddBaselines(drives, world.geometry, &result.scores);
  SUREFOOT_TRY(AddStart(drives, parameters, &calibrator, &result));
  SUREFOOT_TRY(AddFolds(drives, options.engines, &calibrator, &result));
  AddSpread(&result);
  for (std::size_t i = 0; i < result.fit.parameters.size(); ++i) {
    if (result.fit.at_limit[i]) result.notes.push_back(LimitNote(result.fit.parameters[i]));
  }
  if (!result.with_poses) {
    result.notes.push_back(
        "only rotations were compared, because these recordings have no poses: they determine "
        "ratios of the parameters, hardly their values");
  }
  return result;
}

}  // namespace surefoot::experiment
