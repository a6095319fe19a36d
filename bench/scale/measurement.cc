#include "bench/scale/measurement.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "bench/husky/raw_loader.h"
#include "bench/measure.h"
#include "bench/scale/raw_servos.h"
#include "surefoot/base/process/process_usage.h"
#include "surefoot/builtin/builtin.h"

namespace surefoot::scale {
namespace {

constexpr double kStep = 0.001;
/// Time until robots drive steadily, boxes have landed, and contact buffers have grown.
constexpr int kFirstSteps = 300;

double WallSeconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

Result<std::unique_ptr<sim::Simulation>> MakeRun(const Parts& parts, const Curve& curve,
                                                 int robots) {
  const char* contact = curve.mode == Mode::kEngine ? "engine" : "tyre";
  auto world = MakeCrowd(parts, curve.kind, robots, contact);
  if (!world.ok()) return world.error();
  sim::SimulationOptions made;
  made.engine = *parts.engines.Find(curve.engine);
  made.sensors = parts.sensors;
  made.drives = parts.drives;
  made.referee = parts.referee;
  made.step = kStep;
  made.islands = curve.mode == Mode::kIslands;
  made.threads = curve.threads;
  return sim::Simulation::Make(world.value(), made);
}

Status StepOn(Kind kind, int steps, sim::Simulation* simulation) {
  for (int i = 0; i < steps; ++i) {
    Status status = Command(kind, simulation);
    if (status.ok()) status = simulation->Step();
    if (!status.ok()) return status;
  }
  return Status();
}

/// The minimum over several rounds, because other processes use this machine, too.
template <typename Run>
void Time(int rounds, int steps, const Run& run, Point* point) {
  double cpu = INFINITY;
  double wall = INFINITY;
  for (int round = 0; round < rounds; ++round) {
    const double wall0 = WallSeconds();
    const double cpu0 = CpuSeconds();
    run(steps);
    cpu = std::min(cpu, CpuSeconds() - cpu0);
    wall = std::min(wall, WallSeconds() - wall0);
  }
  point->robot_us = 1e6 * cpu / steps / point->robots;
  point->speed = kStep * steps / wall;
}

/// Empty, or what went wrong with a crowd that an engine runs by itself: numbers of robots that lie
/// on their backs or fall through the floor would be meaningless.
std::string FindTrouble(Kind kind, const husky::RawLoop& raw) {
  const bool walks = kind == Kind::kQuadrupeds;
  // Quadrupeds stand at 0.3 m, and may sway.
  const double min_height = walks ? 0.2 : 0.0;
  const double min_upright = walks ? 0.9 : -1.0;
  for (const husky::RawLoop::Place& place : raw.Places()) {
    const Vector3d z_W = place.X_WL.q * Vector3d::UnitZ();
    // The comparison also detects NaN.
    if (place.X_WL.p.z() > min_height && z_W.z() >= min_upright) continue;
    return walks ? "they do not stay on their feet" : "they fall through the ground";
  }
  return "";
}

/// Buffer sizes for contacts and solver rows.
void Start(Kind kind, int robots, husky::RawLoop* raw) {
  // A Husky has eight contacts of three rows and four motors, and as many again in reserve; a
  // quadruped four contacts and twelve motors, and some for touching legs.
  const int rows = kind == Kind::kQuadrupeds ? 40 : 48;
  raw->Start(16 * robots, rows * robots + 64);
}

void MeasureRaw(const Parts& parts, const Curve& curve, int rounds, int steps, Point* point) {
  auto world = MakeCrowd(parts, curve.kind, point->robots, "engine");
  if (!world.ok()) {
    point->trouble = world.error().message;
    return;
  }
  const auto raw = husky::LoadRawLoop(curve.engine, world.value(), kStep);
  if (raw == nullptr) {
    point->trouble = "no raw loop";
    return;
  }
  Start(curve.kind, point->robots, raw.get());
  RawServos servos(*world.value(), raw.get());
  long long step = 0;
  const auto run = [&](int count) {
    for (int i = 0; i < count; ++i, ++step) {
      servos.SetTargets(step, kStep * static_cast<double>(step));
      raw->Step();
    }
  };
  run(kFirstSteps);
  point->trouble = FindTrouble(curve.kind, *raw);
  if (!point->trouble.empty()) return;
  Time(rounds, steps, run, point);
  point->trouble = FindTrouble(curve.kind, *raw);
}

void MeasureRun(const Parts& parts, const Curve& curve, int rounds, int steps, Point* point) {
  auto simulation = MakeRun(parts, curve, point->robots);
  if (!simulation.ok()) {
    point->trouble = simulation.error().message;
    return;
  }
  Status status = StepOn(curve.kind, kFirstSteps, simulation->get());
  const sim::StageTimes before = (*simulation)->stepper().stage_times();
  Time(
      rounds, steps,
      [&](int count) {
        if (status.ok()) status = StepOn(curve.kind, count, simulation->get());
      },
      point);
  if (!status.ok()) point->trouble = status.error().message;
  const sim::StageTimes& after = (*simulation)->stepper().stage_times();
  for (std::size_t i = 0; i < point->stage_us.size(); ++i) {
    const auto stage = static_cast<sim::Stage>(i);
    point->stage_us[i] =
        1e6 * (after.Seconds(stage) - before.Seconds(stage)) / (rounds * steps) / point->robots;
  }
}

}  // namespace

const char* ModeName(Mode mode) {
  switch (mode) {
    case Mode::kIslands:
      return "islands";
    case Mode::kOne:
      return "one";
    case Mode::kEngine:
      return "engine";
    case Mode::kRaw:
      return "raw";
  }
  return "";
}

Point Measure(const Curve& curve, int robots, const Effort& effort, double first_mb) {
  Point point;
  point.robots = robots;
  const bool husky = curve.kind == Kind::kFlat || curve.kind == Kind::kGravel;
  if (curve.mode == Mode::kEngine && !husky) {
    point.trouble = "no wheels: as in one instance";
    return point;
  }
  const bool memory = effort.memory && curve.mode != Mode::kRaw && robots > 1;
  if (memory) point.memory_mb = (PeakMemory(curve, robots) - first_mb) / (robots - 1);
  const Parts parts = BuiltinParts();
  // One instance with many robots takes long.
  const int share = curve.mode == Mode::kIslands ? std::max(1, robots / 5) : robots;
  const int steps = std::max(5, (effort.quick ? 200 : 2000) / share);
  const int rounds = effort.quick ? 3 : 5;
  if (curve.mode == Mode::kRaw) {
    MeasureRaw(parts, curve, rounds, steps, &point);
  } else {
    MeasureRun(parts, curve, rounds, steps, &point);
  }
  return point;
}

double OverheadOfIslands(const std::string& engine, Kind kind, const Effort& effort,
                         std::string* trouble) {
  const Parts parts = BuiltinParts();
  const int rounds = effort.quick ? 20 : 200;
  constexpr int kSteps = 250;
  std::array<std::unique_ptr<sim::Simulation>, 2> runs;
  std::array<double, 2> min = {INFINITY, INFINITY};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    Curve curve;
    curve.engine = engine;
    curve.kind = kind;
    curve.mode = i == 0 ? Mode::kIslands : Mode::kOne;
    auto made = MakeRun(parts, curve, 1);
    Status status = made.ok() ? StepOn(kind, kFirstSteps, made->get()) : Status(made.error());
    if (!status.ok()) {
      *trouble = status.error().message;
      return NAN;
    }
    runs[i] = std::move(made).value();
  }
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const double before = CpuSeconds();
      const Status status = StepOn(kind, kSteps, runs[i].get());
      min[i] = std::min(min[i], CpuSeconds() - before);
      if (status.ok()) continue;
      *trouble = status.error().message;
      return NAN;
    }
  }
  return min[0] / min[1];
}

double PeakMemory(const Curve& curve, int robots) {
  return MeasureInChild([&] {
    const Parts parts = BuiltinParts();
    auto simulation = MakeRun(parts, curve, robots);
    if (!simulation.ok() || !StepOn(curve.kind, kFirstSteps, simulation->get()).ok()) {
      return static_cast<double>(NAN);
    }
    return PeakMemoryMb();
  });
}

}  // namespace surefoot::scale
