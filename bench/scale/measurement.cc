#include "bench/scale/measurement.h"

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "bench/husky/raw_loader.h"
#include "surefoot/base/process_usage.h"
#include "surefoot/builtin/builtin.h"

namespace surefoot::scale {
namespace {

constexpr double kStep = 0.001;
/// Until robots drive as they will, boxes have fallen, and room for contacts has grown.
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

/// The least of several rounds: others use this machine, too.
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

void MeasureRaw(const Parts& parts, const Curve& curve, int rounds, int steps, Point* point) {
  if (curve.kind == Kind::kQuadrupeds) {
    point->trouble = "no loop for it";
    return;
  }
  auto world = MakeCrowd(parts, curve.kind, point->robots, "engine");
  if (!world.ok()) {
    point->trouble = world.error().message;
    return;
  }
  const auto raw = husky::LoadRawLoop(curve.engine, world.value(), kStep);
  if (raw == nullptr) {
    point->trouble = "no loop for it";
    return;
  }
  // Eight contacts of three rows and four motors for a Husky, and as many again.
  raw->Start(16 * point->robots, 48 * point->robots + 64);
  const auto run = [&](int count) {
    for (int i = 0; i < count; ++i) raw->Step();
  };
  run(kFirstSteps);
  Time(rounds, steps, run, point);
}

void MeasureRun(const Parts& parts, const Curve& curve, int rounds, int steps, Point* point) {
  auto simulation = MakeRun(parts, curve, point->robots);
  if (!simulation.ok()) {
    point->trouble = simulation.error().message;
    return;
  }
  Status status = StepOn(curve.kind, kFirstSteps, simulation->get());
  const sim::StageTimes before = (*simulation)->stage_times();
  Time(
      rounds, steps,
      [&](int count) {
        if (status.ok()) status = StepOn(curve.kind, count, simulation->get());
      },
      point);
  if (!status.ok()) point->trouble = status.error().message;
  const sim::StageTimes& after = (*simulation)->stage_times();
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
  // One instance for many takes long.
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

double PeakMemory(const Curve& curve, int robots) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return NAN;
  const pid_t child = fork();
  if (child == 0) {
    const Parts parts = BuiltinParts();
    auto simulation = MakeRun(parts, curve, robots);
    if (!simulation.ok() || !StepOn(curve.kind, kFirstSteps, simulation->get()).ok()) _exit(1);
    const double megabytes = PeakMemoryMb();
    const bool written = write(pipe_ends[1], &megabytes, sizeof megabytes) == sizeof megabytes;
    _exit(written ? 0 : 1);
  }
  close(pipe_ends[1]);
  double megabytes = 0.0;
  if (read(pipe_ends[0], &megabytes, sizeof megabytes) != sizeof megabytes) megabytes = NAN;
  close(pipe_ends[0]);
  waitpid(child, nullptr, 0);
  return megabytes;
}

}  // namespace surefoot::scale
