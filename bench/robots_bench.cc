// Robots of any files, unmodified, on their tyres: do they follow their cmd_vel?

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/session/load.h"
#include "surefoot/session/parts.h"

namespace surefoot {
namespace {

constexpr const char* kHelp =
    "robots_bench [--engine NAME] [--contact NAME] [--speed M/S] [--turn RAD/S] ROBOT...\n"
    "Drives robots of any files, put on a flat floor, by messages on their cmd_vel: straight for\n"
    "3 s, then an arc with the same speed or, unless they steer, on the spot for 4 s. Reports how "
    "fast\n"
    "they go relative to the command.\n"
    "  --engine NAME    one engine; default all\n"
    "  --contact NAME   engine, tyre (default) or soil\n"
    "  --speed, --turn  what is commanded; default 0.3 and 0.6\n";

struct Options {
  std::vector<std::string> files;
  std::vector<std::string> engines;
  std::string contact = "tyre";
  double speed = 0.3;
  double turn = 0.6;
};

/// Measures the speeds of a base.
bool IsCmdVel(const std::string& topic) {
  const std::string end = topic.substr(topic.rfind('/') + 1);
  return end.rfind("cmd_vel", 0) == 0 && end.find("stamped") == std::string::npos;
}

class Driven {
 public:
  Driven(sim::Simulation* simulation, int base) : simulation_(*simulation), base_(base) {
    for (const std::string& topic : simulation->graph().ListenedTopics()) {
      if (IsCmdVel(topic)) topics_.push_back(topic);
    }
  }

  const std::vector<std::string>& topics() const { return topics_; }
  const std::string& error() const { return error_; }
  const RigidTransform& pose() const {
    return simulation_.state().X_WL[static_cast<std::size_t>(base_)];
  }
  double turned() const { return turned_; }

  void Drive(double x, double turn, double seconds) {
    const auto steps = std::llround(seconds / simulation_.step_size());
    const auto period = std::max(1LL, std::llround(0.05 / simulation_.step_size()));
    for (long long i = 0; i < steps && error_.empty(); ++i) {
      if (i % period == 0) Command(x, turn);
      const Status status = simulation_.Step();
      if (!status.ok()) error_ = status.error().message;
      const Twist& V = simulation_.state().V_WL_W[static_cast<std::size_t>(base_)];
      turned_ += simulation_.step_size() * V.w.z();
    }
  }

 private:
  void Command(double x, double turn) {
    msgs::geometry_msgs::Twist twist;
    twist.linear.x = x;
    twist.angular.z = turn;
    sim::TopicMessage input;
    input.topic = topics_[0];
    input.type = msgs::geometry_msgs::Twist::type().name;
    msgs::Encode(twist, &input.cdr);
    const Status status = simulation_.Apply(input);
    if (!status.ok()) error_ = status.error().message;
  }

  sim::Simulation& simulation_;
  int base_ = 0;
  std::vector<std::string> topics_;
  double turned_ = 0.0;
  std::string error_;
};

/// The first model with wheels, else the first movable one; -1: none.
int RobotIn(const world::World& world) {
  if (!world.wheels().empty()) return world.model_of_link(world.wheels()[0].link);
  for (int i = 0; i < world.model_count(); ++i) {
    if (!world.model(i).is_static) return i;
  }
  return -1;
}

int WheelsOfOurs(const sim::Simulation& simulation) {
  return static_cast<int>(simulation.machine().ground().touches().size());
}

void DriveOn(const Parts& parts, const std::shared_ptr<const world::World>& world,
             const std::string& engine, const Options& options) {
  sim::SimulationOptions simulation_options;
  simulation_options.engine = *parts.FindEngine(engine);
  simulation_options.engines = parts.Choice();
  simulation_options.sensors = parts.sensors;
  simulation_options.drives = parts.drives;
  auto simulation = sim::Simulation::Make(world, simulation_options);
  std::printf("  %-8s ", engine.c_str());
  if (!simulation.ok()) {
    std::printf("%s\n", simulation.error().message.c_str());
    return;
  }
  const int robot = RobotIn(*world);
  Driven run(simulation->get(), world->layout(robot).links.first);
  if (run.topics().empty()) {
    std::printf("nothing subscribes to a cmd_vel\n");
    return;
  }
  run.Drive(0.0, 0.0, 1.5);
  const RigidTransform X0 = run.pose();
  const int touches = WheelsOfOurs(**simulation);
  run.Drive(options.speed, 0.0, 1.0);
  const Vector3d p = run.pose().p;
  const double heading = run.turned();
  run.Drive(options.speed, 0.0, 2.0);
  const Vector3d way = X0.q.conjugate() * (run.pose().p - p);
  const double straight_turn = run.turned() - heading;
  run.Drive(0.0, 0.0, 1.0);
  const auto& drives = (*simulation)->machine().drives().Statuses();
  const bool steers = std::any_of(drives.begin(), drives.end(), [](const auto& drive) {
    return drive.type.find("ackermann") != std::string::npos;
  });
  const double speed = steers ? options.speed : 0.0;
  run.Drive(speed, options.turn, 1.5);
  const double from = run.turned();
  run.Drive(speed, options.turn, 2.5);
  const double rate = (run.turned() - from) / 2.5;
  std::printf(
      "%d wheels; straight %.3f of the speed, %+.4f rad, %+.3f m lateral; %s %.3f of the rate; "
      "tilt "
      "%.3f %s\n",
      touches, way.x() / (2.0 * options.speed), straight_turn, way.y(), steers ? "arc" : "turn",
      rate / options.turn,
      std::acos(std::min(1.0, (run.pose().q * X0.q.conjugate() * Vector3d::UnitZ()).z())),
      run.error().c_str());
}

int DriveAll(const Options& options) {
  const Parts parts = BuiltinParts();
  int failed = 0;
  for (const std::string& file : options.files) {
    Problems problems;
    const auto world = LoadWorld(parts, file, &problems, "", options.contact);
    std::printf("%s\n", file.c_str());
    if (!world.ok() || RobotIn(*world.value()) < 0) {
      std::printf("  %s\n", world.ok() ? "nothing moves" : world.error().message.c_str());
      ++failed;
      continue;
    }
    for (const std::string& engine : options.engines)
      DriveOn(parts, world.value(), engine, options);
    std::fflush(stdout);
  }
  return failed == 0 ? 0 : 1;
}

int Main(int argc, char** argv) {
  Options options;
  Arguments arguments(kHelp);
  arguments.Value("--engine", &options.engines);
  arguments.Value("--contact", &options.contact);
  arguments.Value("--speed", &options.speed);
  arguments.Value("--turn", &options.turn);
  arguments.Others([&](const char* file) { options.files.push_back(file); });
  if (const auto code = arguments.Read(argc, argv)) return *code;
  if (options.files.empty()) return arguments.Refuse();
  const Parts parts = BuiltinParts();
  if (options.engines.empty()) {
    options.engines = DynamicEngines(parts);
  }
  for (const std::string& engine : options.engines) {
    if (parts.FindEngine(engine) != nullptr) continue;
    std::fprintf(stderr, "robots_bench: %s\n", parts.NoSuchEngine(engine).message.c_str());
    return 2;
  }
  return DriveAll(options);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
