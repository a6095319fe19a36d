#include "surefoot/experiment/calibrate.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>

#include "surefoot/experiment/calibrate_data.h"
#include "surefoot/experiment/gap_drive.h"
#include "surefoot/experiment/in_parallel.h"
#include "surefoot/experiment/planar_drive.h"
#include "surefoot/gap/kinematic_fit.h"

namespace surefoot::experiment {
namespace {

using Eigen::VectorXd;
using Tracks = std::vector<gap::PoseTrack>;

/// What can be fitted, and where it may lie.
struct Known {
  const char* name;
  double world::HardGround::*member;
  double low;
  double high;
  /// Of what may be 0; 0: factors are searched.
  double scale;
};
constexpr Known kKnown[] = {
    {"mu", &world::HardGround::mu, 0.02, 2.0, 0.0},
    {"slip_stiffness", &world::HardGround::slip_stiffness, 0.2, 200.0, 0.0},
    {"rolling_resistance", &world::HardGround::rolling_resistance, 0.0, 0.6, 0.05}};

const Known* FindKnown(const std::string& name) {
  for (const Known& known : kKnown) {
    if (name == known.name) return &known;
  }
  return nullptr;
}

class Calibrator {
 public:
  Calibrator(const Parts& parts, const GapWorld& world, const CalibrateOptions& options,
             std::vector<gap::FitParameter> parameters)
      : parts_(parts), world_(world), options_(options), parameters_(std::move(parameters)) {}

  using Chosen = std::vector<const FitDrive*>;
  enum class Path { kPlanar, kEngine };

  /// Fits in the plane first, then with the engine from there.
  Result<gap::Fit> Fit(const Chosen& drives, const std::string& what, VectorXd* planar) {
    gap::FitOptions options;
    Result<gap::Fit> rough =
        gap::FitRobustly(parameters_, Model(drives, Path::kPlanar, what), options);
    if (!rough.ok()) return rough;
    *planar = rough->values;
    std::vector<gap::FitParameter> near = parameters_;
    for (std::size_t i = 0; i < near.size(); ++i) {
      near[i].start = rough->values[static_cast<Eigen::Index>(i)];
    }
    options.iterations = 3;
    options.tolerance = 0.01;
    return gap::FitRobustly(near, Model(drives, Path::kEngine, what), options);
  }

  /// Where the drives go with these values, one track each.
  Result<Tracks> Drive(const Chosen& drives, const VectorXd& values) {
    Result<std::vector<Tracks>> all = DriveAll(drives, {values}, Path::kEngine, "scores");
    if (!all.ok()) return all.error();
    return std::move((*all)[0]);
  }

 private:
  gap::FitModel Model(const Chosen& drives, Path path, const std::string& what) {
    return [this, &drives, path,
            what](const std::vector<VectorXd>& points) -> Result<std::vector<VectorXd>> {
      const Result<std::vector<Tracks>> tracks = DriveAll(drives, points, path, what);
      if (!tracks.ok()) return tracks.error();
      std::vector<VectorXd> all;
      for (const Tracks& of_point : *tracks) all.push_back(ResidualsOf(drives, of_point));
      return all;
    };
  }

  static VectorXd ResidualsOf(const Chosen& drives, const Tracks& tracks) {
    std::vector<double> all;
    for (std::size_t i = 0; i < drives.size(); ++i) {
      const VectorXd part = drives[i]->Residuals(tracks[i]);
      all.insert(all.end(), part.begin(), part.end());
    }
    return Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
  }

  /// The world at one point, ready to be driven in.
  struct Place {
    GapWorld world;
    std::unique_ptr<ground::Terrain> terrain;
    PlanarRobot robot;
  };

  Result<Place> MakePlace(const VectorXd& values, Path path) const {
    Problems problems;
    GapGround ground{world::WheelContact::kTyre, options_.ground,
                     WithParameters(options_.start, parameters_, values)};
    // A smooth ground tells the same and is faster.
    ground.hard->roughness = 0.0;
    Result<GapWorld> world = OnGround(parts_, world_, ground, &problems);
    if (!world.ok()) return world.error();
    Place place;
    place.world = std::move(world).value();
    if (path == Path::kEngine) return place;
    Result<std::unique_ptr<ground::Terrain>> terrain =
        ground::Terrain::Make(*place.world.world, place.world.world->spec().grounds);
    if (!terrain.ok()) return terrain.error();
    place.terrain = std::move(terrain).value();
    Result<PlanarRobot> robot = MakePlanarRobot(place.world, *place.terrain);
    if (!robot.ok()) return robot.error();
    place.robot = std::move(robot).value();
    return place;
  }

  Result<std::vector<Tracks>> DriveAll(const Chosen& drives, const std::vector<VectorXd>& points,
                                       Path path, const std::string& what) {
    std::vector<Place> places;
    for (const VectorXd& point : points) {
      Result<Place> place = MakePlace(point, path);
      if (!place.ok()) return place.error();
      places.push_back(std::move(place).value());
    }
    std::vector<Tracks> tracks(points.size(), Tracks(drives.size()));
    std::string error;
    std::mutex lock;
    const bool done =
        InParallel(points.size() * drives.size(), options_.jobs, [&](std::size_t task) {
          const Place& place = places[task / drives.size()];
          const FitDrive& drive = *drives[task % drives.size()];
          gap::PoseTrack& track = tracks[task / drives.size()][task % drives.size()];
          if (path == Path::kPlanar) {
            track = PlanarTrack(place.robot, *place.terrain, drive.spec);
            return !stopped_;
          }
          Result<GapDriveResult> result =
              SimulateDrive(parts_, options_.engine, place.world, drive.spec);
          const std::lock_guard<std::mutex> guard(lock);
          if (!result.ok()) {
            error = drive.name + ": " + result.error().message;
            return false;
          }
          track = std::move(result->track);
          if (options_.progress && !options_.progress(what)) stopped_ = true;
          return !stopped_;
        });
    if (!error.empty()) return Error{error};
    if (!done) return Error{"stopped before the end"};
    if (options_.progress && !options_.progress(what)) stopped_ = true;
    return tracks;
  }

  const Parts& parts_;
  const GapWorld& world_;
  const CalibrateOptions& options_;
  std::vector<gap::FitParameter> parameters_;
  std::atomic<bool> stopped_ = false;
};

using Chosen = Calibrator::Chosen;

Chosen OfHalf(const std::vector<FitDrive>& drives, int half) {
  Chosen chosen;
  for (const FitDrive& drive : drives) {
    if (half < 0 || drive.half == half) chosen.push_back(&drive);
  }
  return chosen;
}

/// Scores of a model by drives it was fitted to and others, over both folds.
struct Collected {
  std::vector<gap::WindowScore> train;
  std::vector<gap::WindowScore> validation;

  void Add(const FitDrive& drive, int train_half, const gap::PoseTrack& track) {
    auto& side = drive.half == train_half ? train : validation;
    for (const gap::WindowScore& score : drive.Scores(track)) side.push_back(score);
  }
  CalibrationScore Score(const std::string& model, int parameters) const {
    return {model, parameters, gap::Summarise(train), gap::Summarise(validation)};
  }
};

/// Kinematics, fitted to each half in turn as the ground is.
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

/// Fits each half, and judges it by the other.
Status AddFolds(const std::vector<FitDrive>& drives, Calibrator* calibrator, Calibration* result) {
  Collected collected;
  const Chosen all = OfHalf(drives, -1);
  for (int half : {0, 1}) {
    const std::string what = half == 0 ? "first half" : "second half";
    CalibrationFold fold;
    const Chosen own = OfHalf(drives, half);
    const Result<gap::Fit> fit = calibrator->Fit(own, what, &fold.planar);
    if (!fit.ok()) return fit.error();
    fold.values = fit->values;
    const Result<Tracks> tracks = calibrator->Drive(all, fit->values);
    if (!tracks.ok()) return tracks.error();
    for (std::size_t i = 0; i < all.size(); ++i) {
      collected.Add(*all[i], half, (*tracks)[i]);
      (all[i]->half == half ? fold.train : fold.validation) += all[i]->observations();
    }
    result->folds.push_back(std::move(fold));
  }
  result->scores.push_back(
      collected.Score(result->engine + ", tyre", static_cast<int>(result->fit.parameters.size())));
  return Status();
}

void AddNotes(Calibration* result) {
  for (std::size_t i = 0; i < result->fit.parameters.size(); ++i) {
    if (!result->fit.at_limit[i]) continue;
    result->notes.push_back(result->fit.parameters[i].name +
                            " ended at the end of its range: these recordings do not tell it");
  }
  if (!result->with_poses) {
    result->notes.push_back(
        "only turns were compared, as these recordings have no poses: they tell ratios of the "
        "parameters, hardly their sizes");
  }
}

}  // namespace

Result<std::vector<gap::FitParameter>> GroundParameters(const std::vector<std::string>& names,
                                                        const world::HardGround& start) {
  std::vector<gap::FitParameter> parameters;
  for (const std::string& name : names) {
    const Known* known = FindKnown(name);
    if (known == nullptr) {
      return Error{
          "'" + name +
          "' cannot be fitted; accepted: mu, slip_stiffness, rolling_resistance; of an IMU "
          "roughness, waviness"};
    }
    const bool twice =
        std::any_of(parameters.begin(), parameters.end(),
                    [&](const gap::FitParameter& other) { return other.name == name; });
    if (twice) return Error{"'" + name + "' is there twice"};
    double value = start.*known->member;
    if (known->member == &world::HardGround::slip_stiffness && value == 0.0) value = 8.0 * start.mu;
    parameters.push_back({name, std::clamp(value, known->low, known->high), known->low, known->high,
                          known->scale == 0.0, known->scale});
  }
  if (parameters.empty())
    return Error{
        "nothing to fit; accepted: mu, slip_stiffness, "
        "rolling_resistance"};
  return parameters;
}

world::HardGround WithParameters(const world::HardGround& ground,
                                 const std::vector<gap::FitParameter>& parameters,
                                 const VectorXd& values) {
  world::HardGround changed = ground;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    changed.*FindKnown(parameters[i].name)->member = values[static_cast<Eigen::Index>(i)];
  }
  return changed;
}

Result<Calibration> Calibrate(const Parts& parts, const GapWorld& world, const GapRobot& robot,
                              const gap::RealData& data, const CalibrateOptions& options) {
  if (parts.FindEngine(options.engine) == nullptr) return parts.NoSuchEngine(options.engine);
  const Result<std::vector<gap::FitParameter>> parameters =
      GroundParameters(options.parameters, options.start);
  if (!parameters.ok()) return parameters.error();
  const Result<std::vector<FitDrive>> drives = FitDrives(robot, data, options.limit);
  if (!drives.ok()) return drives.error();
  Calibration result;
  result.robot = robot.name;
  result.model = world.model;
  result.engine = options.engine;
  result.ground = options.ground;
  result.files = data.files;
  result.drives = static_cast<int>(drives->size());
  result.with_poses = drives->front().recording != nullptr;
  Calibrator calibrator(parts, world, options, *parameters);
  VectorXd planar;
  const Chosen all = OfHalf(*drives, -1);
  Result<gap::Fit> fit = calibrator.Fit(all, "all drives", &planar);
  if (!fit.ok()) return fit.error();
  result.fit = std::move(fit).value();
  result.hard = WithParameters(options.start, *parameters, result.fit.values);
  std::vector<int> steps;
  for (const FitDrive& drive : *drives) {
    for (int i = 0; i < drive.observations(); ++i) steps.push_back(drive.step);
  }
  result.observations = static_cast<int>(steps.size());
  result.quality = gap::QualityOf(result.fit, steps);
  AddBaselines(*drives, world.geometry, &result.scores);
  if (Status status = AddFolds(*drives, &calibrator, &result); !status.ok()) return status.error();
  AddNotes(&result);
  return result;
}

}  // namespace surefoot::experiment
