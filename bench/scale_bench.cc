// What a robot costs among others: 1, 5, 20, 50 and 200 in one world, in islands and in one engine
// instance, and the engine by itself.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "bench/husky/raw_loader.h"
#include "bench/page.h"
#include "bench/scale/crowd_world.h"
#include "surefoot/base/process_usage.h"
#include "surefoot/builtin/builtin.h"

namespace surefoot::scale {
namespace {

constexpr const char* kHelp = R"(usage: scale_bench [options]

CPU time for each robot and step, and how many times as fast as real time the run is, against the
number of robots; see docs/benchmarks.md.

  --engine NAME[,...]   default: mujoco; all: every engine
  --kind KIND[,...]     flat, gravel (Huskies on their tyres), quadrupeds (stepping), boxes
                        (falling); default: all of them
  --robots N[,...]      default: 1,5,20,50,200
  --as MODE[,...]       islands, one (instance), raw (the engine by itself in one instance; Huskies
                        on flat ground and boxes); default: all of them
  --threads N           default: 1; 0: one per core
  --memory              also the memory of each further robot
  --quick               a tenth of the steps
  --docs FILE.md        put the tables between the marks of that page
  --help

Example:
  scale_bench --kind flat --robots 5,50 --as islands --threads 2
)";

constexpr double kStep = 0.001;

struct Options {
  std::vector<std::string> engines = {"mujoco"};
  std::vector<Kind> kinds = {Kind::kFlat, Kind::kGravel, Kind::kQuadrupeds, Kind::kBoxes};
  std::vector<int> robots = {1, 5, 20, 50, 200};
  std::vector<std::string> modes = {"islands", "one", "raw"};
  int threads = 1;
  bool memory = false;
  bool quick = false;
  std::string docs;
};

struct Row {
  std::string engine;
  std::string mode;
  Kind kind = Kind::kFlat;
  int robots = 0;
  /// CPU time of all threads for a robot's step (us), and simulated time over wall time.
  double robot_us = 0.0;
  double speed = 0.0;
  /// MB for each robot after the first; NaN: not measured.
  double memory_mb = NAN;
  std::string trouble;
};

double WallSeconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

Result<std::unique_ptr<sim::Simulation>> MakeRun(const Parts& parts, const std::string& engine,
                                                 Kind kind, int robots, const Options& options,
                                                 bool islands) {
  auto world = MakeCrowd(parts, kind, robots, "tyre");
  if (!world.ok()) return world.error();
  sim::SimulationOptions made;
  made.engine = *parts.engines.Find(engine);
  made.sensors = parts.sensors;
  made.drives = parts.drives;
  made.step = kStep;
  made.islands = islands;
  made.threads = options.threads;
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
void Time(int robots, int rounds, int steps, const Run& run, Row* row) {
  double cpu = INFINITY;
  double wall = INFINITY;
  for (int round = 0; round < rounds; ++round) {
    const double wall0 = WallSeconds();
    const double cpu0 = CpuSeconds();
    run(steps);
    cpu = std::min(cpu, CpuSeconds() - cpu0);
    wall = std::min(wall, WallSeconds() - wall0);
  }
  row->robot_us = 1e6 * cpu / steps / robots;
  row->speed = kStep * steps / wall;
}

void MeasureRaw(const Parts& parts, int rounds, int steps, Row* row) {
  if (row->kind != Kind::kFlat && row->kind != Kind::kBoxes) {
    row->trouble = "no loop for it";
    return;
  }
  auto world = MakeCrowd(parts, row->kind, row->robots, "engine");
  if (!world.ok()) {
    row->trouble = world.error().message;
    return;
  }
  const auto raw = husky::LoadRawLoop(row->engine, world.value(), kStep);
  if (raw == nullptr) {
    row->trouble = "no loop for it";
    return;
  }
  raw->Start(32 * row->robots, 128 * row->robots);
  const auto run = [&](int count) {
    for (int i = 0; i < count; ++i) raw->Step();
  };
  run(300);
  Time(row->robots, rounds, steps, run, row);
}

Row Measure(const Parts& parts, const std::string& engine, Kind kind, int robots,
            const std::string& mode, const Options& options) {
  Row row;
  row.engine = engine;
  row.mode = mode;
  row.kind = kind;
  row.robots = robots;
  // One instance for many takes long.
  const int steps = std::max(
      5, (options.quick ? 200 : 2000) / (mode == "islands" ? std::max(1, robots / 5) : robots));
  const int rounds = options.quick ? 3 : 5;
  if (mode == "raw") {
    MeasureRaw(parts, rounds, steps, &row);
    return row;
  }
  auto simulation = MakeRun(parts, engine, kind, robots, options, mode == "islands");
  if (!simulation.ok()) {
    row.trouble = simulation.error().message;
    return row;
  }
  Status status = StepOn(kind, 300, simulation->get());
  Time(
      robots, rounds, steps,
      [&](int count) {
        if (status.ok()) status = StepOn(kind, count, simulation->get());
      },
      &row);
  if (!status.ok()) row.trouble = status.error().message;
  return row;
}

/// Peak memory (MB) of a child process that runs that many for a while.
double PeakMemory(const std::string& engine, Kind kind, int robots, const Options& options,
                  bool islands) {
  int pipe_ends[2];
  if (pipe(pipe_ends) != 0) return NAN;
  const pid_t child = fork();
  if (child == 0) {
    const Parts parts = BuiltinParts();
    auto simulation = MakeRun(parts, engine, kind, robots, options, islands);
    if (!simulation.ok() || !StepOn(kind, 300, simulation->get()).ok()) _exit(1);
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

std::string Number(const char* format, double value) {
  if (std::isnan(value)) return "";
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

void Print(const Row& row) {
  std::printf("%-8s %-11s %-8s %4d  ", row.engine.c_str(), KindName(row.kind), row.mode.c_str(),
              row.robots);
  if (!row.trouble.empty()) {
    std::printf("%s\n", row.trouble.c_str());
  } else {
    std::printf("%8.2f us a robot and step, %8.2f times real time %s\n", row.robot_us, row.speed,
                Number("%.3f MB a robot", row.memory_mb).c_str());
  }
  std::fflush(stdout);
}

std::string ToMarkdown(const std::vector<Row>& rows) {
  std::string text =
      "| engine | what | as | robots | us a robot and step | times real time | MB a robot |\n"
      "|---|---|---|---|---|---|---|\n";
  for (const Row& row : rows) {
    if (!row.trouble.empty()) continue;
    text += "| " + row.engine + " | " + KindName(row.kind) + " | " + row.mode + " | " +
            std::to_string(row.robots) + " | " + Number("%.2f", row.robot_us) + " | " +
            Number("%.2f", row.speed) + " | " + Number("%.2f", row.memory_mb) + " |\n";
  }
  return text;
}

int Main(Options options) {
  std::vector<Row> rows;
  {
    const Parts parts = BuiltinParts();
    if (options.engines == std::vector<std::string>{"all"}) {
      options.engines.clear();
      for (const auto& entry : parts.engines.entries()) options.engines.push_back(entry.first);
    }
    for (const std::string& engine : options.engines) {
      if (parts.engines.Find(engine) != nullptr) continue;
      std::fprintf(stderr, "scale_bench: %s\n", parts.NoSuchEngine(engine).message.c_str());
      return 2;
    }
  }
  for (const std::string& engine : options.engines) {
    for (const Kind kind : options.kinds) {
      for (const std::string& mode : options.modes) {
        double first_mb = NAN;
        for (const int robots : options.robots) {
          double memory = NAN;
          if (options.memory && mode != "raw") {
            // In a child before anything is loaded here.
            if (std::isnan(first_mb)) {
              first_mb = PeakMemory(engine, kind, 1, options, mode == "islands");
            }
            memory = (PeakMemory(engine, kind, robots, options, mode == "islands") - first_mb) /
                     (robots - 1);
          }
          const Parts parts = BuiltinParts();
          rows.push_back(Measure(parts, engine, kind, robots, mode, options));
          rows.back().memory_mb = robots > 1 ? memory : NAN;
          Print(rows.back());
        }
      }
    }
  }
  if (options.docs.empty()) return 0;
  const Status status = WriteSection(options.docs, "scale_bench", ToMarkdown(rows));
  if (!status.ok()) std::fprintf(stderr, "scale_bench: %s\n", status.error().message.c_str());
  return status.ok() ? 0 : 1;
}

std::vector<std::string> SplitList(const std::string& text) {
  std::vector<std::string> items;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, ',');) items.push_back(item);
  return items;
}

bool ParseKinds(const std::string& text, std::vector<Kind>* kinds) {
  kinds->clear();
  for (const std::string& name : SplitList(text)) {
    const std::size_t before = kinds->size();
    for (const Kind kind : {Kind::kFlat, Kind::kGravel, Kind::kQuadrupeds, Kind::kBoxes}) {
      if (name == KindName(kind)) kinds->push_back(kind);
    }
    if (kinds->size() == before) return false;
  }
  return !kinds->empty();
}

/// False when the arguments make no sense.
bool Parse(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--quick" || option == "--memory") {
      (option == "--quick" ? options->quick : options->memory) = true;
      continue;
    }
    if (i + 1 >= argc) return false;
    const std::string value = argv[++i];
    if (option == "--engine") {
      options->engines = SplitList(value);
    } else if (option == "--kind") {
      if (!ParseKinds(value, &options->kinds)) return false;
    } else if (option == "--robots") {
      options->robots.clear();
      for (const std::string& count : SplitList(value)) {
        options->robots.push_back(std::atoi(count.c_str()));
        if (options->robots.back() <= 0) return false;
      }
    } else if (option == "--as") {
      options->modes = SplitList(value);
    } else if (option == "--threads") {
      options->threads = std::atoi(value.c_str());
      if (options->threads < 0) return false;
    } else if (option == "--docs") {
      options->docs = value;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace surefoot::scale

int main(int argc, char** argv) {
  const bool help = argc == 2 && std::string(argv[1]) == "--help";
  surefoot::scale::Options options;
  if (help || !surefoot::scale::Parse(argc, argv, &options)) {
    std::fputs(surefoot::scale::kHelp, help ? stdout : stderr);
    return help ? 0 : 2;
  }
  return surefoot::scale::Main(options);
}
