#include "tests/scene/ground_trials.h"

#include <algorithm>
#include <cmath>

namespace surefoot::conformance {
namespace {

constexpr double kDegree = 3.14159265358979323846 / 180.0;
constexpr double kHuskyRadius = 0.1651;
/// Track width used by the Husky's drive.
constexpr double kHuskyDriveTrack = 0.555;
const char kBase[] = "robot::base_link";
const char kTopic[] = "/robot/cmd_vel";

/// Observes a turn that has begun: 2 s of start, 4 s steady. `go` advances.
template <typename Go>
Turn WatchTurn(LabRun* run, double load, double speed, const Go& go) {
  Turn turn;
  run->Watch();
  go(2.0);
  turn.start_acceleration = run->watched().acceleration;
  go(2.0);
  run->Watch();
  const double from = run->turned();
  go(4.0);
  const LabRun::Watched& seen = run->watched();
  turn.gain = (run->turned() - from) / 4.0 / (2.0 * speed / kHuskyTrack);
  turn.load_change = std::max(seen.max_load / load, 2.0 - seen.min_load / load) - 1.0;
  turn.height_range = seen.highest - seen.lowest;
  turn.acceleration = seen.acceleration;
  turn.error = run->error();
  return turn;
}

/// Mean load of the wheels.
double MeanLoad(const sim::Simulation& simulation) {
  double sum = 0.0;
  for (const auto& touch : simulation.machine().ground().touches()) sum += touch.force.load;
  return sum /
         std::max<double>(1.0, static_cast<double>(simulation.machine().ground().touches().size()));
}

/// Flat, then up by 0.35 m between x = 3 and 5, rough beyond 4.
double TourHeight(double x, double y) {
  const double up = std::clamp(0.5 * (x - 3.0), 0.0, 1.0);
  const double rough = std::clamp(x - 4.0, 0.0, 1.0);
  const double waves = 0.008 * std::sin(7.0 * x + 2.0 * y) + 0.006 * std::sin(11.0 * y - 3.0 * x) +
                       0.003 * std::sin(23.0 * x) * std::sin(19.0 * y);
  return 2.0 * std::tan(10.0 * kDegree) * up + rough * waves;
}

}  // namespace

void CommandWheels(sim::Simulation* simulation, double left, double right) {
  const world::World& world = simulation->world();
  for (const world::Wheel& wheel : world.wheels()) {
    const bool on_left = world.link(wheel.link).X_ML.p.y() > 0.0;
    const Status status = simulation->Apply(sim::JointCommand{
        world.JointName(wheel.joint), 0, world::ControlMode::kVelocity, on_left ? left : right});
    SUREFOOT_CHECK(status.ok(), status.error().message);
  }
}

Parked Park(const std::string& engine, const Scene& scene, const Parking& parking) {
  Parked parked;
  const auto simulation = scene.TryRun(engine, parking.step);
  if (!simulation.ok()) return {0.0, 0.0, simulation.error().message};
  const auto& model = scene.spec.models.back();
  const std::string base = model.name + "::" + model.model->links[0].name;
  LabRun run(simulation->get(), base, "/" + model.name + "/cmd_vel");
  const bool by_motors = parking.by == ParkedBy::kMotors;
  if (by_motors) CommandWheels(simulation->get(), 0.0, 0.0);
  const auto stand = [&](double seconds) {
    by_motors ? run.Wait(seconds) : run.Drive({}, seconds);
  };
  stand(parking.settle);
  const RigidTransform X_WB = run.pose();
  stand(parking.rest);
  parked.moved = (run.pose().p - X_WB.p).norm();
  parked.turned = run.pose().q.angularDistance(X_WB.q);
  parked.error = run.error();
  return parked;
}

Turn TurnByMotors(const std::string& engine, const Scene& scene, double speed, double step) {
  const auto simulation = scene.TryRun(engine, step);
  if (!simulation.ok()) return Turn{0, 0, 0, 0, 0, simulation.error().message};
  LabRun run(simulation->get(), kBase, kTopic);
  run.Wait(2.0);
  const double load = MeanLoad(**simulation);
  CommandWheels(simulation->get(), -speed / kHuskyRadius, speed / kHuskyRadius);
  return WatchTurn(&run, load, speed, [&](double seconds) { run.Wait(seconds); });
}

Turn TurnByDrive(const std::string& engine, const Scene& scene, double speed, double step) {
  const auto simulation = scene.TryRun(engine, step);
  if (!simulation.ok()) return Turn{0, 0, 0, 0, 0, simulation.error().message};
  LabRun run(simulation->get(), kBase, kTopic);
  run.Drive({}, 2.0);
  const double load = MeanLoad(**simulation);
  const Twist2 command{0.0, 2.0 * speed / kHuskyDriveTrack};
  return WatchTurn(&run, load, speed, [&](double seconds) { run.Drive(command, seconds); });
}

Stopped StopTurning(const std::string& engine, const Scene& scene, double speed) {
  const auto simulation = scene.TryRun(engine, 0.001);
  if (!simulation.ok()) return {0.0, simulation.error().message};
  LabRun run(simulation->get(), kBase, kTopic);
  CommandWheels(simulation->get(), -speed / kHuskyRadius, speed / kHuskyRadius);
  run.Wait(3.0);
  CommandWheels(simulation->get(), 0.0, 0.0);
  run.Wait(1.5);
  return {run.velocity().v.norm() + run.velocity().w.norm(), run.error()};
}

Scene TourScene(std::shared_ptr<const world::Model> robot, world::WheelContact contact) {
  Scene scene = OnGround(Hard(0.8, 0.02), std::move(robot));
  auto field = std::make_shared<HeightField>();
  field->rows = field->cols = 401;
  field->size_x = field->size_y = 20.0;
  for (int row = 0; row < field->rows; ++row) {
    for (int col = 0; col < field->cols; ++col) {
      field->heights.push_back(
          static_cast<float>(TourHeight(-2.0 + 0.05 * col, -10.0 + 0.05 * row)));
    }
  }
  world::HeightMap map;
  map.field = field;
  scene.spec.models[0].model = Solid("ground", map, "lab");
  scene.spec.models[0].X_WM.p = Vector3d(8.0, 0.0, 0.0);
  scene.spec.wheel_contact = contact;
  return scene;
}

Tour DriveTour(const std::string& engine, const Scene& scene) {
  Tour tour;
  const auto simulation = scene.TryRun(engine, 0.001);
  if (!simulation.ok()) {
    tour.error = simulation.error().message;
    return tour;
  }
  LabRun run(simulation->get(), kBase, kTopic);
  const struct {
    Twist2 command;
    double seconds;
  } legs[] = {{{0.8, 0.0}, 3.0}, {{0.6, 0.3}, 2.0},  {{0.8, -0.3}, 4.0},
              {{0.0, 1.2}, 3.0}, {{0.5, -0.6}, 5.0}, {{0.8, 0.0}, 3.0}};
  for (const auto& leg : legs) {
    for (int i = 0; i < std::lround(10.0 * leg.seconds) && !run.failed(); ++i) {
      const Vector3d before = run.pose().p;
      const double turned = run.turned();
      run.Drive(leg.command, 0.1);
      tour.length += (run.pose().p - before).norm();
      tour.turned += std::abs(run.turned() - turned);
      tour.places.push_back(run.pose().p);
      tour.headings.push_back(run.turned());
    }
  }
  tour.error = run.error();
  return tour;
}

Spread SpreadOf(const std::vector<Tour>& tours) {
  Spread spread;
  for (const Tour& a : tours) {
    for (const Tour& b : tours) {
      for (std::size_t i = 0; i < std::min(a.places.size(), b.places.size()); ++i) {
        spread.place = std::max(spread.place, (a.places[i] - b.places[i]).norm());
        spread.heading = std::max(spread.heading, std::abs(a.headings[i] - b.headings[i]));
      }
    }
  }
  return spread;
}

}  // namespace surefoot::conformance
