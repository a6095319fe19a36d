#include "surefoot/experiment/calibrator.h"

#include <mutex>
#include <utility>

#include "surefoot/experiment/gap_drive.h"
#include "surefoot/experiment/in_parallel.h"
#include "surefoot/experiment/planar_drive.h"

namespace surefoot::experiment {
namespace {

using Eigen::VectorXd;

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
    : parts_(parts), world_(world), options_(options), parameters_(std::move(parameters)) {}

Result<gap::Fit> Calibrator::Fit(const Chosen& drives, const std::string& what, VectorXd* planar) {
  gap::FitOptions options;
  const gap::FitModel plane = Model(drives, "", what + ", in the plane");
  Result<gap::Fit> rough = gap::FitRobustly(parameters_, plane, options);
  if (!rough.ok()) return rough;
  *planar = rough->values;
  std::vector<gap::FitParameter> near = parameters_;
  for (std::size_t i = 0; i < near.size(); ++i) {
    near[i].start = rough->values[static_cast<Eigen::Index>(i)];
  }
  options.iterations = 4;
  options.tolerance = 0.01;
  options.derivatives = plane;
  const std::string& engine = options_.engines.front();
  return gap::FitRobustly(near, Model(drives, engine, what + ", " + engine), options);
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
