#include "surefoot/evaluation/calibrate/calibrator.h"

#include <mutex>
#include <utility>

#include "surefoot/evaluation/calibrate/planar_drive.h"
#include "surefoot/evaluation/gap/drives/gap_drive.h"
#include "surefoot/evaluation/run/in_parallel.h"

namespace surefoot::experiment {
namespace {

using Eigen::VectorXd;

/// Friction and rolling resistance of asphalt, loose ground, and ice or wet grass.
constexpr std::pair<double, double> kUsualGrounds[] = {{0.8, 0.02}, {0.4, 0.1}, {0.15, 0.01}};

VectorXd StartOf(const std::vector<gap::FitParameter>& parameters) {
  VectorXd values(static_cast<Eigen::Index>(parameters.size()));
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    values[static_cast<Eigen::Index>(i)] = parameters[i].start;
  }
  return values;
}

VectorXd ValuesOf(const std::vector<gap::FitParameter>& parameters,
                  const world::HardGround& ground) {
  std::vector<std::string> names;
  for (const gap::FitParameter& parameter : parameters) names.push_back(parameter.name);
  return StartOf(GroundParameters(names, ground).value());
}

VectorXd ResidualsOf(const Calibrator::Chosen& drives, const Calibrator::Tracks& tracks) {
  std::vector<double> all;
  for (std::size_t i = 0; i < drives.size(); ++i) {
    const VectorXd part = drives[i]->Residuals(tracks[i]);
    all.insert(all.end(), part.begin(), part.end());
  }
  return Eigen::Map<const VectorXd>(all.data(), static_cast<Eigen::Index>(all.size()));
}

}  // namespace

/// The world at one point, ready to be driven in.
struct Calibrator::Place {
  GapWorld world;
  std::unique_ptr<ground::Terrain> terrain;
  PlanarRobot robot;
};

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

Result<std::vector<gap::FitParameter>> Calibrator::BestStart(
    const gap::FitModel& model, const std::vector<VectorXd>& starts) const {
  const Result<std::vector<VectorXd>> residuals = model(starts);
  if (!residuals.ok()) return residuals.error();
  std::size_t best = 0;
  std::vector<double> costs;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    costs.push_back(gap::RobustCost((*residuals)[i], gap::FitOptions().block));
    if (costs[i] < costs[best]) best = i;
  }
  std::vector<gap::FitParameter> from = parameters_;
  for (std::size_t i = 0; i < from.size(); ++i) {
    from[i].start = starts[best][static_cast<Eigen::Index>(i)];
  }
  return from;
}

Result<gap::Fit> Calibrator::Fit(const Chosen& drives, const std::string& what, VectorXd* planar) {
  gap::FitOptions options;
  options.tolerance = 0.01;
  const gap::FitModel plane = Model(drives, "", what + ", in the plane");
  const Result<std::vector<gap::FitParameter>> from = BestStart(plane, starts_);
  if (!from.ok()) return from.error();
  const Result<gap::Fit> rough = gap::FitRobustly(*from, plane, options);
  if (!rough.ok()) return rough;
  *planar = rough->values;
  const std::string& engine = options_.engines.front();
  const std::string on_engine = what + ", " + engine;
  const gap::FitModel model = Model(drives, engine, on_engine);
  // In the plane wheels follow whatever the ground does; motors may be too weak for that.
  const Result<std::vector<gap::FitParameter>> near =
      BestStart(model, {rough->values, StartOf(*from)});
  if (!near.ok()) return near.error();
  options.iterations = 4;
  options.derivatives = Model(drives, "", on_engine);
  Result<gap::Fit> fit = gap::FitRobustly(*near, model, options);
  if (fit.ok()) starts_.push_back(fit->values);
  return fit;
}

Result<Calibrator::Tracks> Calibrator::Drive(const Chosen& drives, const VectorXd& values,
                                             const std::string& engine) {
  Result<std::vector<Tracks>> all = DriveAll(drives, {values}, engine, "scores, " + engine);
  if (!all.ok()) return all.error();
  return std::move((*all)[0]);
}

gap::FitModel Calibrator::Model(const Chosen& drives, const std::string& engine,
                                const std::string& what) {
  return [this, &drives, engine,
          what](const std::vector<VectorXd>& points) -> Result<std::vector<VectorXd>> {
    const Result<std::vector<Tracks>> tracks = DriveAll(drives, points, engine, what);
    if (!tracks.ok()) return tracks.error();
    std::vector<VectorXd> all;
    for (const Tracks& of_point : *tracks) all.push_back(ResidualsOf(drives, of_point));
    return all;
  };
}

Result<Calibrator::Place> Calibrator::MakePlace(const VectorXd& values, bool planar) const {
  Problems problems;
  GapGround ground{world::WheelContact::kTyre, options_.ground,
                   WithParameters(options_.start, parameters_, values)};
  // A smooth ground tells the same and is faster.
  ground.hard->roughness = 0.0;
  Result<GapWorld> world = OnGround(parts_, world_, ground, &problems);
  if (!world.ok()) return world.error();
  Place place;
  place.world = std::move(world).value();
  if (!planar) return place;
  Result<std::unique_ptr<ground::Terrain>> terrain =
      ground::Terrain::Make(*place.world.world, place.world.world->spec().grounds);
  if (!terrain.ok()) return terrain.error();
  place.terrain = std::move(terrain).value();
  Result<PlanarRobot> robot = MakePlanarRobot(place.world, *place.terrain);
  if (!robot.ok()) return robot.error();
  place.robot = std::move(robot).value();
  return place;
}

Result<gap::PoseTrack> Calibrator::Track(const Place& place, const FitDrive& drive,
                                         const std::string& engine) const {
  if (engine.empty()) return PlanarTrack(place.robot, *place.terrain, drive.spec);
  Result<GapDriveResult> result = SimulateDrive(parts_, engine, place.world, drive.spec);
  if (!result.ok()) return Error{drive.name + ": " + result.error().message};
  return std::move(result->track);
}

bool Calibrator::Tell(const std::string& what) {
  if (options_.progress && !options_.progress(what)) stopped_ = true;
  return !stopped_;
}

Result<std::vector<Calibrator::Tracks>> Calibrator::DriveAll(const Chosen& drives,
                                                             const std::vector<VectorXd>& points,
                                                             const std::string& engine,
                                                             const std::string& what) {
  std::vector<Place> places;
  for (const VectorXd& point : points) {
    Result<Place> place = MakePlace(point, engine.empty());
    if (!place.ok()) return place.error();
    places.push_back(std::move(place).value());
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
    return Tell(what);
  });
  if (!error.empty()) return Error{error};
  if (!done) return Error{"stopped before the end"};
  return tracks;
}

}  // namespace surefoot::experiment
