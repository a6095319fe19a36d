#include "surefoot/evaluation/calibrate/calibrator.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <set>
#include <utility>

#include "surefoot/base/hash.h"
#include "surefoot/base/items.h"
#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/calibrate/calibrate.h"
#include "surefoot/evaluation/calibrate/planar_drive.h"
#include "surefoot/evaluation/gap/drive_score.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/run/in_parallel.h"

// The search for a ground: drives are independent, so every evaluation of the residuals is
// (points x drives) simulations in parallel. The robust fit itself is in statistics/robust_fit.h.

namespace surefoot::experiment {
namespace {

using Eigen::VectorXd;

/// Friction and rolling resistance of asphalt, loose ground, and ice or wet grass.
constexpr std::pair<double, double> kUsualGrounds[] = {{0.8, 0.02}, {0.4, 0.1}, {0.15, 0.01}};

/// The parameters' starts as a vector.
VectorXd StartOf(const std::vector<gap::FitParameter>& parameters) {
  VectorXd values(static_cast<Eigen::Index>(parameters.size()));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    values[static_cast<Eigen::Index>(i)] = parameters[i].start;
  }
  return values;
}

/// The values of `ground` for these parameters, clamped to their ranges.
VectorXd ValuesOf(const std::vector<gap::FitParameter>& parameters,
                  const world::HardGround& ground) {
  const auto names = Mapped<std::string>(parameters, &gap::FitParameter::name);
  return StartOf(GroundParameters(names, ground).value());
}

/// The residuals of all drives one after the other.
VectorXd ResidualsOf(const Calibrator::Chosen& drives, const Calibrator::Tracks& tracks) {
  std::vector<double> all;
  for (std::size_t i = 0; i < drives.size(); ++i) {
    const VectorXd part = drives[i]->Residuals(tracks[i]);
    all.insert(all.end(), part.begin(), part.end());
  }
  return Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
}

/// A window's first pose may be older than its first row by up to this, s.
constexpr double kBefore = 0.25;

/// The leading windows of a run that belong to the same step as its first one.
gap::WindowRun FirstStep(const gap::DriveRecording& recording, const gap::WindowRun& run) {
  gap::WindowRun part{run.first, 1};
  while (part.count < run.count &&
         recording.windows[run.first + part.count].step == recording.windows[run.first].step) {
    ++part.count;
  }
  return part;
}

/// Adds a drive for each step. Recordings of a user's robot are one long run, and a simulation of
/// all of it would drift away from the recorded state. The window before the step is simulated as
/// run-up, so that the robot enters the step with the speed that it had.
void AddWindows(const std::shared_ptr<const gap::DriveRecording>& whole,
                std::vector<FitDrive>* drives) {
  const gap::DriveRecording& recording = *whole;
  for (gap::WindowRun rest : gap::WindowRuns(recording)) {
    for (std::size_t before = 0; rest.count > 0; before = 1) {
      const gap::WindowRun part = FirstStep(recording, rest);
      const gap::DriveWindow& first = recording.windows[part.first];
      FitDrive drive;
      drive.name = recording.file + " window " + std::to_string(first.id);
      drive.recording = whole;
      drive.run = part;
      drive.step = first.step;
      drive.start = recording.window_length() * static_cast<double>(before);
      drive.spec.wheels = gap::WheelsOf(recording, {part.first - before, part.count + before});
      drive.spec.from = -kBefore;
      drive.spec.to = drive.start + recording.window_length() * static_cast<double>(part.count);
      drives->push_back(std::move(drive));
      rest.first += part.count;
      rest.count -= part.count;
    }
  }
}

/// Whether two recordings can be compared with the same settings.
bool AreAlike(const gap::DriveRecording& a, const gap::DriveRecording& b) {
  return a.nuisance.encoder_lag == b.nuisance.encoder_lag && a.nuisance.lever == b.nuisance.lever &&
         a.interval == b.interval && a.window_length() == b.window_length();
}

/// Several files as one recording. Window ids get gaps between files, so that no run spans two
/// files.
Result<std::shared_ptr<const gap::DriveRecording>> Join(
    const std::vector<const gap::DriveRecording*>& files) {
  auto joined = std::make_shared<gap::DriveRecording>(*files.front());
  for (std::size_t i = 1; i < files.size(); ++i) {
    if (!AreAlike(*files[0], *files[i])) {
      return Error{files[0]->file + " and " + files[i]->file +
                   ": recordings of different kinds; fit each kind separately"};
    }
    const gap::DriveWindow last = joined->windows.back();
    for (gap::DriveWindow window : files[i]->windows) {
      window.id += last.id + 2;
      window.step += last.step + 1;
      joined->windows.push_back(std::move(window));
    }
  }
  return std::shared_ptr<const gap::DriveRecording>(std::move(joined));
}

/// Heading change over the block from `begin`, rad: the turn rate integrated by the trapezoidal
/// rule over whole samples and scaled to the full block. 0 when less than half of the block is
/// covered.
double TurnedIn(const gap::ImuRecording& imu, double begin) {
  constexpr std::size_t kTurnAxis = 2;
  const gap::ImuRecording part = gap::Cut(imu, begin, begin + kTurnBlock);
  const std::vector<double>& rate = part.axes[kTurnAxis];
  double sum = 0.0;
  for (std::size_t i = 1; i < rate.size(); ++i) {
    sum += 0.5 * (rate[i] + rate[i - 1]) * (part.time[i] - part.time[i - 1]);
  }
  const double covered = rate.size() > 1 ? part.time.back() - part.time.front() : 0.0;
  return covered > 0.5 * kTurnBlock ? sum * kTurnBlock / covered : 0.0;
}

/// A drive without poses: the rotation of each block, integrated from the gyroscope, is compared.
FitDrive RunDrive(const gap::TerrainRun& run, int step) {
  FitDrive drive;
  drive.name = run.name();
  drive.step = step;
  drive.spec.wheels = run.wheels;
  drive.spec.from = run.begin();
  const auto blocks = static_cast<int>((run.end() - run.begin()) / kTurnBlock);
  drive.spec.to = run.begin() + kTurnBlock * blocks;
  for (int i = 0; i < blocks; ++i) {
    drive.turned.push_back(TurnedIn(run.imu, run.begin() + kTurnBlock * i));
  }
  return drive;
}

/// Rotation within a block.
double TurnOf(const gap::PoseTrack& track, double begin) {
  return track.At(begin + kTurnBlock).yaw - track.At(begin).yaw;
}

}  // namespace

/// The world at one point of the parameter space, ready for drives.
struct Calibrator::Place {
  GapWorld world;
  std::unique_ptr<ground::Terrain> terrain;
  PlanarRobot robot;
};

// Several starts, because a search from one start may end in a local minimum.
Calibrator::Calibrator(const Parts& parts, const GapWorld& world, const CalibrateOptions& options,
                       std::vector<gap::FitParameter> parameters)
    : parts_(parts), world_(world), options_(options), parameters_(std::move(parameters)) {
  starts_.push_back(ValuesOf(parameters_, options.start));
  for (const auto& [mu, rolling_resistance] : kUsualGrounds) {
    world::HardGround usual = options.start;
    usual.mu = mu;
    usual.slip_stiffness = 8.0 * mu;
    usual.rolling_resistance = rolling_resistance;
    starts_.push_back(ValuesOf(parameters_, usual));
  }
}

// The start with the smallest robust cost, evaluated at all starts in parallel.
Result<std::vector<gap::FitParameter>> Calibrator::BestStart(
    const gap::FitModel& model, const std::vector<VectorXd>& starts) const {
  const std::vector<VectorXd> residuals = SUREFOOT_TRY(model(starts));
  std::size_t best = 0;
  std::vector<double> costs;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    costs.push_back(gap::RobustCost(residuals[i], gap::FitOptions().block));
    if (costs[i] < costs[best]) best = i;
  }
  std::vector<gap::FitParameter> from = parameters_;
  for (std::size_t i = 0; i < from.size(); ++i) {
    from[i].start = starts[best][static_cast<Eigen::Index>(i)];
  }
  return from;
}

// First with the fast planar model from several starts, then on the engine from its result.
Result<gap::Fit> Calibrator::Fit(const Chosen& drives, const std::string& what, VectorXd* planar) {
  gap::FitOptions options;
  options.tolerance = 0.01;
  const gap::FitModel plane = Model(drives, "", what + ", in the plane");
  const std::vector<gap::FitParameter> from = SUREFOOT_TRY(BestStart(plane, starts_));
  const gap::Fit rough = SUREFOOT_TRY(gap::FitRobustly(from, plane, options));
  *planar = rough.values;
  const std::string& engine = options_.engines.front();
  const std::string on_engine = what + ", " + engine;
  const gap::FitModel model = Model(drives, engine, on_engine);
  // In the plane wheels have exactly their commanded speed; in the engine motors may be too weak
  // for that. Then the planar optimum can be worse than the start that it came from.
  const std::vector<gap::FitParameter> near =
      SUREFOOT_TRY(BestStart(model, {rough.values, StartOf(from)}));
  options.iterations = 4;
  options.derivatives = Model(drives, "", on_engine);
  Result<gap::Fit> fit = gap::FitRobustly(near, model, options);
  if (fit.ok()) starts_.push_back(fit->values);
  return fit;
}

Result<Calibrator::Tracks> Calibrator::Drive(const Chosen& drives, const VectorXd& values,
                                             const std::string& engine) {
  std::vector<Tracks> all = SUREFOOT_TRY(DriveAll(drives, {values}, engine, "scores, " + engine));
  return std::move(all[0]);
}

// The function that the fit evaluates: residuals of all drives at each point.
gap::FitModel Calibrator::Model(const Chosen& drives, const std::string& engine,
                                const std::string& what) {
  return [this, &drives, engine,
          what](const std::vector<VectorXd>& points) -> Result<std::vector<VectorXd>> {
    const std::vector<Tracks> tracks = SUREFOOT_TRY(DriveAll(drives, points, engine, what));
    return Mapped<VectorXd>(tracks,
                            [&](const Tracks& of_point) { return ResidualsOf(drives, of_point); });
  };
}

Result<Calibrator::Place> Calibrator::MakePlace(const VectorXd& values, bool planar) const {
  Problems problems;
  GapGround ground{world::WheelContact::kTyre, options_.ground,
                   WithParameters(options_.start, parameters_, values)};
  // Unevenness hardly changes where the robot goes over 2 s, and a smooth ground is faster.
  ground.hard->roughness = 0.0;
  Place place;
  place.world = SUREFOOT_TRY(OnGround(parts_, world_, ground, &problems));
  if (!planar) return place;
  place.terrain =
      SUREFOOT_TRY(ground::Terrain::Make(*place.world.world, place.world.world->spec().grounds));
  place.robot = SUREFOOT_TRY(MakePlanarRobot(place.world, *place.terrain));
  return place;
}

// An empty engine means the planar model.
Result<gap::PoseTrack> Calibrator::Track(const Place& place, const FitDrive& drive,
                                         const std::string& engine) const {
  if (engine.empty()) return PlanarTrack(place.robot, *place.terrain, drive.spec);
  Result<GapDriveResult> result = SimulateDrive(parts_, engine, place.world, drive.spec);
  if (!result.ok()) return Error{drive.name + ": " + result.error().message};
  return std::move(result->track);
}

// The caller's answer can stop the calibration.
bool Calibrator::ReportProgress(const std::string& what) {
  if (options_.progress && !options_.progress(what)) stopped_ = true;
  return !stopped_;
}

Result<std::vector<Calibrator::Tracks>> Calibrator::DriveAll(const Chosen& drives,
                                                             const std::vector<VectorXd>& points,
                                                             const std::string& engine,
                                                             const std::string& what) {
  std::vector<Place> places;
  for (const VectorXd& point : points) {
    places.push_back(SUREFOOT_TRY(MakePlace(point, engine.empty())));
  }
  std::vector<Tracks> tracks(points.size(), Tracks(drives.size()));
  std::string error;
  std::mutex lock;
  const bool done = InParallel(points.size() * drives.size(), options_.jobs, [&](std::size_t task) {
    const std::size_t drive = task % drives.size();
    Result<gap::PoseTrack> track = Track(places[task / drives.size()], *drives[drive], engine);
    const std::lock_guard<std::mutex> guard(lock);
    if (!track.ok()) {
      error = track.error().message;
      return false;
    }
    tracks[task / drives.size()][drive] = std::move(track).value();
    return ReportProgress(what);
  });
  if (!error.empty()) return Error{error};
  if (!done) return Error{"interrupted before the end"};
  return tracks;
}

// Three per window: two of the displacement and the rotation; zero where there is no pose.
Eigen::VectorXd FitDrive::Residuals(const gap::PoseTrack& track) const {
  Eigen::VectorXd residuals = Eigen::VectorXd::Zero(3 * observations());
  for (int i = 0; i < observations(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    if (recording != nullptr) {
      residuals.segment<3>(3 * i) =
          gap::WindowResiduals(*recording, recording->windows[run.first + k], track, StartOf(i));
    } else {
      residuals[3 * i + 2] =
          (TurnOf(track, spec.from + kTurnBlock * i) - turned[k]) / gap::kUsualHeading;
    }
  }
  return residuals;
}

double FitDrive::StartOf(int window) const { return start + recording->window_length() * window; }

std::vector<gap::WindowScore> FitDrive::Scores(const gap::PoseTrack& track) const {
  std::vector<gap::WindowScore> scores;
  if (recording != nullptr) {
    for (std::size_t i = 0; i < run.count; ++i) {
      scores.push_back(gap::ScoreWindow(*recording, recording->windows[run.first + i], track,
                                        StartOf(static_cast<int>(i))));
    }
    return scores;
  }
  for (std::size_t i = 0; i < turned.size(); ++i) {
    gap::WindowScore score;
    score.id = static_cast<int>(i);
    score.step = step;
    score.yaw_real = turned[i];
    score.yaw_model = TurnOf(track, spec.from + kTurnBlock * static_cast<double>(i));
    score.heading = std::abs(score.yaw_model - score.yaw_real);
    scores.push_back(score);
  }
  return scores;
}

// Drives of one step stay together, so that halves are independent.
std::vector<int> SplitDrives(const std::vector<int>& steps) {
  std::map<int, int> half_of;
  std::vector<int> halves;
  for (int step : steps) {
    const int next = static_cast<int>(half_of.size()) % 2;
    halves.push_back(half_of.emplace(step, next).first->second);
  }
  return halves;
}

Result<std::vector<FitDrive>> FitDrives(const GapRobot& robot, const gap::RealData& data,
                                        int limit) {
  std::vector<FitDrive> drives;
  std::set<std::string> grounds;
  std::vector<const gap::DriveRecording*> files;
  for (const gap::DriveRecording& recording : data.drives) {
    if (recording.robot == robot.name && !recording.windows.empty()) files.push_back(&recording);
  }
  if (!files.empty()) {
    const auto joined = SUREFOOT_TRY(Join(files));
    AddWindows(joined, &drives);
  }
  // MCAP files with poses are read as windows and as runs; poses carry more information.
  if (drives.empty()) {
    for (const gap::TerrainRun& run : data.runs) {
      drives.push_back(RunDrive(run, static_cast<int>(drives.size())));
      if (run.is_named) grounds.insert(run.terrain);
    }
  }
  if (grounds.size() > 1) {
    const std::string names = Joined(grounds);
    return Error{"recordings of several grounds (" + names +
                 "): they cannot have the same parameters; name those of one"};
  }
  if (limit > 0 && drives.size() > static_cast<std::size_t>(limit)) {
    drives.resize(static_cast<std::size_t>(limit));
  }
  const auto steps = Mapped<int>(drives, &FitDrive::step);
  const std::vector<int> halves = SplitDrives(steps);
  for (std::size_t i = 0; i < drives.size(); ++i) {
    drives[i].half = halves[i];
    drives[i].spec.seed = HashString(drives[i].name);
  }
  const auto of_half = [&](int half) { return std::count(halves.begin(), halves.end(), half); };
  constexpr int kFewest = 2;
  if (of_half(0) < kFewest || of_half(1) < kFewest) {
    return Error{"only " + std::to_string(drives.size()) + " drives of a " + robot.name +
                 "; at least 4 steps or runs are needed for two halves (a recording of your own "
                 "gives a step every 6 s)"};
  }
  return drives;
}

}  // namespace surefoot::experiment
