// The ExoMars-class rover of worlds/rover_slope.sdf: cost of a step with everything enabled,
// against the raw engine with the same bodies and no ground; accuracy by time step; and its slip on
// slopes, against that of a vehicle with equal loads on all wheels.

#include <dlfcn.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/arguments.h"
#include "bench/husky/raw_loop.h"
#include "bench/measure.h"
#include "bench/page.h"
#include "surefoot/autonomy/rover/slope_vehicle.h"
#include "surefoot/base/process/process_usage.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/nav_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/surefoot_msgs.h"
#include "surefoot/session/parts.h"
#include "tests/scene/rover_run.h"

namespace surefoot {
namespace {

using conformance::RoverPlace;
using conformance::RoverRun;

constexpr const char* kHelp = R"(usage: rover_bench [options]

The rover of worlds/rover_slope.sdf; see docs/studies/rover.md. Without a choice: all three.

  --speed          CPU time a step, real-time factor, against the raw engine
  --steps          slip and loads by length of step
  --slopes         slip by soil and slope, against wheels that all bear the same
  --quick          fewer rounds and slopes
  --docs FILE.md   put the tables between the marks of that page
  --help

Examples:
  rover_bench --speed
  rover_bench --docs docs/studies/rover.md
)";

constexpr double kDeg = 3.14159265358979323846 / 180.0;
/// v_c, 40 m/h.
constexpr double kNominal = 40.0 / 3600.0;

struct Options {
  bool speed = false;
  bool steps = false;
  bool slopes = false;
  bool quick = false;
  std::string docs;
};

template <typename... Values>
std::string Line(const char* format, Values... values) {
  char text[300];
  std::snprintf(text, sizeof text, format, values...);
  return text;
}

[[noreturn]] void Fail(const std::string& message) {
  std::fprintf(stderr, "rover_bench: %s\n", message.c_str());
  std::exit(1);
}

RoverRun Open(const Parts& parts, const RoverPlace& place) {
  Result<RoverRun> run = RoverRun::Open(parts, place);
  if (!run.ok()) Fail(run.error().message);
  return std::move(run).value();
}

/// The rover alone, in the air at zero gravity, with its motors at different speeds.
std::shared_ptr<const world::World> WithoutGround(const world::World& world) {
  world::WorldSpec spec;
  spec.gravity_W = Vector3d::Zero();
  for (const world::ModelInstance& instance : world.spec().models) {
    if (instance.model->is_static) continue;
    auto model = std::make_shared<world::Model>(*instance.model);
    for (std::size_t i = 0; i < model->joints.size(); ++i) {
      world::JointAxis& axis = model->joints[i].axes[0];
      // Bogies have no motor.
      if (!std::isfinite(axis.effort)) {
        axis.effort = 0.0;
        continue;
      }
      const bool steers = std::isfinite(axis.upper);
      model->initial_commands.push_back(world::InitialCommand{
          static_cast<int>(i), 0, world::ControlMode::kVelocity, steers ? 0.0 : 0.1});
    }
    spec.models.push_back(world::ModelInstance{instance.name, RigidTransform(), std::move(model)});
  }
  Result<std::shared_ptr<const world::World>> made = world::MakeWorld(std::move(spec), nullptr);
  if (!made.ok()) Fail(made.error().message);
  return made.value();
}

/// The loop of bench/husky, which accepts any robot; nullptr when the build has none.
std::unique_ptr<husky::RawLoop> MakeRaw(const std::shared_ptr<const world::World>& world,
                                        double step) {
  const auto path = std::filesystem::read_symlink("/proc/self/exe").parent_path() /
                    "../lib/surefoot/bench/libhusky_mujoco_raw.so";
  void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return nullptr;
  const auto make =
      reinterpret_cast<decltype(&surefoot_raw_loop)>(dlsym(library, "surefoot_raw_loop"));
  if (make == nullptr) return nullptr;
  husky::RawArgs args;
  args.backend.world = world;
  args.backend.models = {0};
  args.step = step;
  std::unique_ptr<husky::RawLoop> loop(make(args));
  loop->Start(10, 100);
  return loop;
}

/// Subscribes to everything that the rover publishes.
struct Listener {
  explicit Listener(Session* session) {
    const auto count = [this](const auto&) { ++messages; };
    using msgs::nav_msgs::Odometry;
    using msgs::sensor_msgs::Imu;
    using msgs::sensor_msgs::PointCloud2;
    using msgs::surefoot_msgs::WheelGrounds;
    heard.push_back(session->Subscribe<WheelGrounds>("/rover/ground/wheels", count));
    heard.push_back(session->Subscribe<Odometry>("/rover/odom", count));
    heard.push_back(session->Subscribe<Imu>("/rover/imu/data", count));
    heard.push_back(session->Subscribe<PointCloud2>("/rover/lidar/points",
                                                    [this](const PointCloud2&) { ++clouds; }));
  }
  long messages = 0;
  long clouds = 0;
  std::vector<graph::Subscription> heard;
};

/// A minute of driving up 15 degrees with a scan, and as many steps of the raw engine.
std::string Speed(const Parts& parts, bool quick) {
  std::string text =
      "| engine | step | Surefoot, us per step | real-time factor | raw engine, us per step | "
      "ratio |\n"
      "|---|---|---|---|---|---|\n";
  for (const std::string& engine : DynamicEngines(parts)) {
    RoverPlace place;
    place.slope_deg = 15.0;
    place.engine = engine;
    RoverRun run = Open(parts, place);
    Listener listener(&run.session());
    const double step = run.session().simulation().step_size();
    const int steps = static_cast<int>(std::lround(60.0 / step));
    const bool has_raw = engine == "mujoco";
    const auto world = WithoutGround(run.session().world());
    const std::unique_ptr<husky::RawLoop> raw = has_raw ? MakeRaw(world, step) : nullptr;
    if (!run.Drive(kNominal, 0.0, 0.0, 60.0).ok()) Fail(engine + ": a step failed");
    std::vector<double> ours_us, raw_us, ratios;
    for (int round = 0; round < (quick ? 3 : 11); ++round) {
      const long clouds = listener.clouds;
      double start = ThreadCpuSeconds();
      if (!run.Drive(kNominal, 0.0, 0.0, 60.0).ok()) Fail(engine + ": a step failed");
      ours_us.push_back(1e6 * (ThreadCpuSeconds() - start) / steps);
      if (listener.clouds == clouds) Fail("no scan in a minute");
      if (raw == nullptr) continue;
      start = ThreadCpuSeconds();
      for (int i = 0; i < steps; ++i) raw->Step();
      raw_us.push_back(1e6 * (ThreadCpuSeconds() - start) / steps);
      ratios.push_back(ours_us.back() / raw_us.back());
    }
    const double ours = Median(ours_us);
    text +=
        Line("| %s | %g ms | %.1f | %.0f | ", engine.c_str(), 1e3 * step, ours, 1e6 * step / ours);
    text += raw_us.empty() ? "| |\n" : Line("%.1f | %.2f |\n", Median(raw_us), Median(ratios));
  }
  return text;
}

std::string Steps(const Parts& parts, bool quick) {
  std::string text =
      "| step | slip, drift 20 deg | slip, mixed 24 deg | slip, drift -10 deg | load of a front "
      "and a rear wheel, drift 20 deg, N | speed 10 s after a stop command, 20 deg, m/s |\n"
      "|---|---|---|---|---|---|\n";
  const std::vector<double> steps =
      quick ? std::vector<double>{1, 5} : std::vector<double>{0.5, 1, 2, 4, 5, 10};
  for (const double step_ms : steps) {
    std::string line = Line("| %g ms |", step_ms);
    std::string loads;
    const std::pair<const char*, double> cases[] = {
        {"drift", 20.0}, {"mixed_drift_cloddy", 24.0}, {"drift", -10.0}};
    for (const auto& [soil, slope_deg] : cases) {
      RoverRun run = Open(parts, {soil, slope_deg, "mujoco", 1e-3 * step_ms});
      const auto slip = run.SteadySlip(2.0 * kNominal);
      if (!slip.ok()) Fail(slip.error().message);
      line += slip.value() ? Line(" %.4f |", *slip.value()) : " no |";
      if (slope_deg != 20.0) continue;
      loads = Line(" %.2f, %.2f |", run.Loads()[0], run.Loads()[4]);
      if (!run.Drive(0.0, 0.0, 0.0, 10.0).ok()) Fail("a step failed");
      loads += Line(" %.0e |", run.session().LinkVelocity("rover::base_link").value().v.norm());
    }
    text += line + loads + "\n";
  }
  return text;
}

struct SoilCase {
  const char* name;
  const char* file;
  std::vector<double> slopes_deg;
};

std::string Slip(const std::optional<double>& slip) { return slip ? Line("%.3f", *slip) : "no"; }

std::string Slopes(const Parts& parts, bool quick) {
  std::string text =
      "| soil | slope, deg | equal loads | multibody | integrals at its loads | its loads front, "
      "middle, rear, N |\n|---|---|---|---|---|---|\n";
  std::vector<SoilCase> cases = {
      {"cloddy", "cloddy", {-20, -10, 0, 10, 15, 20, 21, 24, 26, 28, 30, 31}},
      {"mixed", "mixed_drift_cloddy", {-20, -10, 0, 10, 15, 20, 24, 26, 27, 28}},
      {"drift", "drift", {-20, -10, 0, 5, 10, 15, 18, 20, 21, 22, 23}}};
  if (quick) cases = {{"mixed", "mixed_drift_cloddy", {26, 28}}, {"drift", "drift", {21, 23}}};
  for (const SoilCase& one : cases) {
    for (const double slope_deg : one.slopes_deg) {
      RoverRun run = Open(parts, {one.file, slope_deg, "mujoco", 0.0});
      const world::Soil soil = run.session().world().spec().grounds.at(0).soil;
      const auto vehicle = rover::SlopeVehicle::Make({}, soil);
      if (!vehicle.ok()) Fail(vehicle.error().message);
      const std::optional<double> alike = vehicle.value().ClimbSlip(slope_deg * kDeg);
      const auto steady = run.SteadySlip(kNominal);
      if (!steady.ok()) Fail(steady.error().message);
      const std::vector<double> loads = run.Loads();
      const std::string by_loads =
          steady.value() ? Slip(conformance::SlipByIntegrals(soil, loads, slope_deg)) : "";
      text += Line("| %s | %g | %s | %s | %s | %.0f, %.0f, %.0f |\n", one.name, slope_deg,
                   Slip(alike).c_str(), Slip(steady.value()).c_str(), by_loads.c_str(), loads[0],
                   loads[2], loads[4]);
    }
  }
  return text;
}

int Main(int argc, char** argv) {
  Options options;
  Arguments arguments(kHelp);
  arguments.Flag("--speed", &options.speed);
  arguments.Flag("--steps", &options.steps);
  arguments.Flag("--slopes", &options.slopes);
  arguments.Flag("--quick", &options.quick);
  arguments.Value("--docs", &options.docs);
  if (const auto code = arguments.Read(argc, argv)) return *code;
  if (!options.speed && !options.steps && !options.slopes) {
    options.speed = options.steps = options.slopes = true;
  }
  const Parts parts = BuiltinParts();
  const auto give = [&](const char* mark, const std::string& text) {
    std::printf("%s\n", text.c_str());
    std::fflush(stdout);
    if (options.docs.empty()) return;
    const Status status = WriteSection(options.docs, mark, text);
    if (!status.ok()) Fail(status.error().message);
  };
  if (options.speed) give("rover_bench speed", Speed(parts, options.quick));
  if (options.steps) give("rover_bench steps", Steps(parts, options.quick));
  if (options.slopes) give("rover_bench slopes", Slopes(parts, options.quick));
  return 0;
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
