#include "surefoot/evaluation/calibrate/calibrate_imu.h"

#include <cmath>
#include <mutex>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/base/hash.h"
#include "surefoot/base/items.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/calibrate/calibrator.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/gap/drives/gap_summary.h"
#include "surefoot/evaluation/run/in_parallel.h"

// Calibration of unevenness: real and simulated vibrations are different samples of a random
// process, so traces cannot be compared instant by instant. The residuals are logarithms of ratios
// of robust ranges and of levels in frequency bands, which are statistics of the whole run.

namespace surefoot::experiment {
namespace {

using Eigen::VectorXd;
using Scores = std::vector<TerrainRunScore>;

/// Residuals of one axis in one run: its range, and its level in each band that the ground causes.
/// The lowest band is the motion of driving itself and is left out.
constexpr int kResiduals = 1 + static_cast<int>(kTerrainBands.size()) - 1;
// Usual sizes, which give residuals near 1: a factor of exp(0.35) = 1.4 in range, 6 dB in level.
constexpr double kUsualFactor = 0.35;
constexpr double kUsualLevel = 6.0;

/// Ratios of ranges and of band levels, each in units of its usual spread, so that they weigh the
/// same.
VectorXd ResidualsOf(const std::vector<const TerrainRunScore*>& runs) {
  std::vector<double> all;
  for (const TerrainRunScore* run : runs) {
    for (const TerrainAxis& axis : run->axes) {
      all.push_back(std::log(axis.simulated.range() / axis.real.range()) / kUsualFactor);
      for (std::size_t b = 1; b < axis.bands.size(); ++b) {
        all.push_back(std::isfinite(axis.bands[b]) ? axis.bands[b] / kUsualLevel : 0.0);
      }
    }
  }
  return Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
}

struct FitRun {
  const gap::TerrainRun* run = nullptr;
  GapDriveSpec spec;
  int half = 0;
};
using Chosen = std::vector<const FitRun*>;

/// Runs of one ground, alternately in the two halves of the cross validation.
Result<std::vector<FitRun>> FitRuns(const gap::RealData& data, int limit) {
  std::vector<FitRun> runs;
  for (const gap::TerrainRun& run : data.runs) {
    if (run.terrain != data.runs.front().terrain) {
      return Error{"recordings of several grounds (" + data.runs.front().terrain + ", " +
                   run.terrain + "): they cannot have the same parameters; name those of one"};
    }
    if (limit > 0 && runs.size() >= static_cast<std::size_t>(limit)) break;
    FitRun fit;
    fit.run = &run;
    fit.spec.wheels = run.wheels;
    fit.spec.from = run.begin();
    fit.spec.to = run.end();
    fit.spec.with_imu = true;
    fit.spec.seed = HashString(run.name());
    fit.half = static_cast<int>(runs.size()) % 2;
    runs.push_back(std::move(fit));
  }
  constexpr std::size_t kFewest = 2;
  if (runs.size() < kFewest) {
    return Error{std::to_string(runs.size()) +
                 " runs with an IMU; at least 2 are needed, one for each half"};
  }
  return runs;
}

/// Scores of one half; all for half -1.
std::vector<const TerrainRunScore*> Pointers(const Scores& scores, const Chosen& runs, int half) {
  std::vector<const TerrainRunScore*> pointers;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (half < 0 || runs[i]->half == half) pointers.push_back(&scores[i]);
  }
  return pointers;
}

/// Simulates the runs on candidate grounds and fits the parameters to their residuals.
class ImuCalibrator {
 public:
  ImuCalibrator(const Parts& parts, const GapWorld& world, const CalibrateOptions& options,
                std::vector<gap::FitParameter> parameters)
      : parts_(parts), world_(world), options_(options), parameters_(std::move(parameters)) {}

  Result<gap::Fit> Fit(const Chosen& runs, const std::string& what) {
    // The residuals are statistics of random vibration: small parameter steps would measure noise,
    // and a tolerance below the noise would never be reached.
    gap::FitOptions options;
    options.block = kResiduals;
    options.iterations = 6;
    options.difference = 0.1;
    options.tolerance = 0.03;
    return gap::FitRobustly(
        parameters_,
        [&](const std::vector<VectorXd>& points) -> Result<std::vector<VectorXd>> {
          const auto grounds = Mapped<world::HardGround>(points, [&](const VectorXd& point) {
            return WithParameters(options_.start, parameters_, point);
          });
          const std::vector<Scores> scores = SUREFOOT_TRY(Drive(runs, grounds, what));
          return Mapped<VectorXd>(
              scores, [&](const Scores& one) { return ResidualsOf(Pointers(one, runs, -1)); });
        },
        options);
  }

  /// On a single ground.
  Result<Scores> Drive(const Chosen& runs, const world::HardGround& ground,
                       const std::string& what) {
    std::vector<Scores> all =
        SUREFOOT_TRY(Drive(runs, std::vector<world::HardGround>{ground}, what));
    return std::move(all[0]);
  }

 private:
  /// Scores of the simulated IMU: for each ground, one per run.
  Result<std::vector<Scores>> Drive(const Chosen& runs,
                                    const std::vector<world::HardGround>& grounds,
                                    const std::string& what) {
    std::vector<GapWorld> worlds;
    for (const world::HardGround& ground : grounds) {
      Problems problems;
      worlds.push_back(SUREFOOT_TRY(OnGround(
          parts_, world_, {world::WheelContact::kTyre, options_.ground, ground}, &problems)));
    }
    std::vector<Scores> scores(grounds.size(), Scores(runs.size()));
    std::string error;
    std::mutex lock;
    bool stopped = false;
    InParallel(grounds.size() * runs.size(), options_.jobs, [&](std::size_t task) {
      const FitRun& run = *runs[task % runs.size()];
      const GapWorld& world = worlds[task / runs.size()];
      const Result<GapDriveResult> drive =
          SimulateDrive(parts_, options_.engines.front(), world, run.spec);
      const std::lock_guard<std::mutex> guard(lock);
      if (drive.ok()) {
        scores[task / runs.size()][task % runs.size()] =
            ScoreTerrainRun(*run.run, *drive, world.geometry);
      } else {
        error = run.run->name() + ": " + drive.error().message;
      }
      if (options_.progress && !options_.progress(what)) stopped = true;
      return error.empty() && !stopped;
    });
    if (!error.empty()) return Error{error};
    if (stopped) return Error{"interrupted before the end"};
    return scores;
  }

  const Parts& parts_;
  const GapWorld& world_;
  const CalibrateOptions& options_;
  std::vector<gap::FitParameter> parameters_;
};

/// Scores a ground that was not fitted; training and validation are the same runs.
Status AddPlain(const std::string& name, const world::HardGround& ground, const Chosen& all,
                ImuCalibrator* calibrator, ImuCalibration* result) {
  const Scores scores = SUREFOOT_TRY(calibrator->Drive(all, ground, name));
  ImuCalibrationScore score{name, 0, SummariseRanges(Pointers(scores, all, -1)), {}};
  score.validation = score.train;
  result->scores.push_back(std::move(score));
  return Status();
}

/// Two-fold cross-validation: fits each half and scores it on the other.
Status AddFolds(const std::vector<FitRun>& runs, const CalibrateOptions& options,
                ImuCalibrator* calibrator, ImuCalibration* result) {
  const Chosen all = OfHalf(runs, -1);
  std::array<Scores, 2> scores;
  std::vector<const TerrainRunScore*> train;
  std::vector<const TerrainRunScore*> validation;
  for (int half : {0, 1}) {
    const std::string what = half == 0 ? "first half" : "second half";
    const gap::Fit fit = SUREFOOT_TRY(calibrator->Fit(OfHalf(runs, half), what));
    result->folds.push_back(fit.values);
    const world::HardGround ground =
        WithParameters(options.start, result->fit.parameters, fit.values);
    scores[static_cast<std::size_t>(half)] = SUREFOOT_TRY(calibrator->Drive(all, ground, what));
    const Scores& own = scores[static_cast<std::size_t>(half)];
    for (const TerrainRunScore* score : Pointers(own, all, half)) train.push_back(score);
    for (const TerrainRunScore* score : Pointers(own, all, 1 - half)) validation.push_back(score);
  }
  result->scores.push_back({"fitted", static_cast<int>(result->fit.parameters.size()),
                            SummariseRanges(train), SummariseRanges(validation)});
  return Status();
}

/// Adds notes on parameters that these recordings do not determine.
void AddNotes(ImuCalibration* result) {
  constexpr double kVague = 10.0;  // an interval of a decade: only the order of magnitude is known
  for (std::size_t i = 0; i < result->fit.parameters.size(); ++i) {
    const gap::FitParameter& parameter = result->fit.parameters[i];
    const gap::FitRange& range = result->quality.parameters[i];
    if (result->fit.at_limit[i]) {
      result->notes.push_back(LimitNote(parameter));
    } else if (parameter.is_factor && range.interval.high > kVague * range.interval.low) {
      result->notes.push_back(parameter.name + " is known only within a factor of " +
                              std::to_string(static_cast<int>(
                                  std::sqrt(range.interval.high / range.interval.low) + 0.5)) +
                              ": these recordings hardly determine it");
    }
  }
  if (result->runs < 4) {
    result->notes.push_back("fewer than 4 runs: the intervals are too narrow");
  }
}

}  // namespace

bool IsImuParameter(const std::string& name) {
  return GroundParameters({name}, world::HardGround(), true).ok();
}

// Fits and scores on the first engine only.
Result<ImuCalibration> CalibrateImu(const Parts& parts, const GapWorld& world,
                                    const GapRobot& robot, const gap::RealData& data,
                                    const CalibrateOptions& options) {
  SUREFOOT_CHECK(!options.engines.empty(), "an engine");
  const std::string& engine = options.engines.front();
  if (parts.FindEngine(engine) == nullptr) return parts.NoSuchEngine(engine);
  const std::vector<gap::FitParameter> parameters =
      SUREFOOT_TRY(GroundParameters(options.parameters, options.start, true));
  const std::vector<FitRun> runs = SUREFOOT_TRY(FitRuns(data, options.limit));
  ImuCalibration result(robot, world, options);
  result.runs = static_cast<int>(runs.size());
  for (const FitRun& run : runs) result.seconds += run.spec.to - run.spec.from;
  ImuCalibrator calibrator(parts, world, options, parameters);
  const Chosen all = OfHalf(runs, -1);
  result.fit = SUREFOOT_TRY(calibrator.Fit(all, "all runs"));
  result.hard = WithParameters(options.start, parameters, result.fit.values);
  std::vector<int> groups;
  for (int i = 0; i < 6 * result.runs; ++i) groups.push_back(i / 6);
  result.quality = gap::QualityOf(result.fit, groups);
  world::HardGround smooth = options.start;
  smooth.roughness = smooth.lug_share = 0.0;
  SUREFOOT_TRY(AddPlain("smooth, no lugs", smooth, all, &calibrator, &result));
  SUREFOOT_TRY(AddPlain("before", options.start, all, &calibrator, &result));
  SUREFOOT_TRY(AddFolds(runs, options, &calibrator, &result));
  AddNotes(&result);
  return result;
}

}  // namespace surefoot::experiment
