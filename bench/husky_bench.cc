// Overhead of Surefoot relative to the engine: 1, 5 and 50 Huskies that drive on a flat floor and
// on a height field, CPU time through Surefoot against the raw engine loop on the identical model,
// alternating in one process. Also memory per robot, and the time to the first step.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "bench/husky/husky_world.h"
#include "bench/husky/raw_loader.h"
#include "bench/husky/raw_loop.h"
#include "bench/measure.h"
#include "bench/page.h"
#include "surefoot/base/process/process_usage.h"
#include "surefoot/base/text.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/session/parts.h"

namespace surefoot::husky {
namespace {

constexpr const char* kHelp = R"(usage: husky_bench [options]

CPU time per step through Surefoot against the engine by itself; see docs/studies/benchmarks.md.

  --engine NAME[,...]   engines to measure; default: all
  --robots N[,...]      default: 1,5,50
  --ground KIND         flat or height_field; default: both
  --quick               3 rounds instead of 21
  --json                results on standard output as JSON
  --docs FILE.md        put the tables between the marks of that page
  --help

Examples:
  husky_bench --engine ode --robots 1 --quick
  husky_bench --docs docs/studies/benchmarks.md
)";

constexpr double kStep = 0.001;
constexpr int kSettleSteps = 200;

struct Options {
  std::vector<std::string> engines;
  std::vector<int> robots = {1, 5, 50};
  std::vector<bool> height_fields = {false, true};
  bool quick = false;
  bool json = false;
  std::string docs;
};

struct Row {
  std::string engine;
  int robots = 0;
  const char* ground = "";
  /// Zero when the engine lacks a raw loop.
  double raw_us = 0.0;
  double surefoot_us = 0.0;
  double ratio = 0.0;
  double contacts = 0.0;
  double largest_difference = 0.0;
  /// Empty, or why there are no numbers.
  std::string trouble;
};

/// Memory in MB for each further robot, and seconds to the end of the first step.
struct Footprint {
  std::string engine;
  double flat_mb = 0.0;
  double height_field_mb = 0.0;
  double start_s = 0.0;
};

Result<std::unique_ptr<sim::Simulation>> MakeSimulation(const Parts& parts,
                                                        const std::string& engine,
                                                        std::shared_ptr<const world::World> world) {
  sim::SimulationOptions options;
  options.engine = *parts.engines.Find(engine);
  options.step = kStep;
  // One instance, like the loop it is compared with; scale_bench measures islands.
  options.islands = false;
  return sim::Simulation::Make(std::move(world), options);
}

/// Largest distance between the same bodies in both loops.
double Difference(const sim::Simulation& simulation, const RawLoop& raw) {
  double largest = 0.0;
  for (const RawLoop::Place& place : raw.Places()) {
    const Vector3d& p = simulation.state().X_WL[static_cast<std::size_t>(place.link)].p;
    largest = std::max(largest, (p - place.X_WL.p).norm());
  }
  return largest;
}

Status StepOn(sim::Simulation* simulation, int steps) {
  for (int i = 0; i < steps; ++i) {
    Status status = simulation->Step();
    if (!status.ok()) return status;
  }
  return Status();
}

/// Determines the buffer sizes of a run, then lets both touch down from a new start.
Status Prepare(sim::Simulation* simulation, RawLoop* raw, int steps) {
  std::size_t contacts = 0;
  int rows = 0;
  for (int i = 0; i < kSettleSteps + steps; ++i) {
    Status status = simulation->Step();
    if (!status.ok()) return status;
    contacts = std::max(contacts, simulation->report().contacts.size());
    rows = std::max(rows, simulation->report().solver_rows);
  }
  Status status = simulation->machine().Reset();
  if (!status.ok()) return status;
  if (raw != nullptr) {
    raw->Start(static_cast<int>(contacts), rows);
    for (int i = 0; i < kSettleSteps; ++i) raw->Step();
  }
  return StepOn(simulation, kSettleSteps);
}

Row Measure(const Parts& parts, const std::string& engine, int robots, bool height_field,
            int rounds) {
  Row row;
  row.engine = engine;
  row.robots = robots;
  row.ground = height_field ? "height field" : "flat";
  const int steps = robots >= 50 ? 50 : 500;
  const auto world = MakeWorld(parts, robots, height_field);
  auto made = MakeSimulation(parts, engine, world);
  if (!made.ok()) {
    row.trouble = made.error().message;
    return row;
  }
  sim::Simulation* simulation = made->get();
  const std::unique_ptr<RawLoop> raw = LoadRawLoop(engine, world, kStep);
  Status status = Prepare(simulation, raw.get(), rounds * steps);
  std::vector<double> ratios;
  for (int round = 0; round < rounds && status.ok(); ++round) {
    const double t0 = ThreadCpuSeconds();
    if (raw != nullptr) {
      for (int i = 0; i < steps; ++i) raw->Step();
    }
    const double t1 = ThreadCpuSeconds();
    status = StepOn(simulation, steps);
    const double t2 = ThreadCpuSeconds();
    row.contacts += static_cast<double>(simulation->report().contacts.size()) / rounds;
    row.surefoot_us += 1e6 * (t2 - t1) / (rounds * steps);
    if (raw == nullptr) continue;
    row.raw_us += 1e6 * (t1 - t0) / (rounds * steps);
    row.largest_difference = std::max(row.largest_difference, Difference(*simulation, *raw));
    ratios.push_back((t2 - t1) / (t1 - t0));
  }
  if (!status.ok()) row.trouble = status.error().message;
  std::sort(ratios.begin(), ratios.end());
  if (!ratios.empty()) row.ratio = ratios[ratios.size() / 2];
  return row;
}

/// Peak memory (MB) of a child process that runs this number of robots for a while.
double PeakMemory(const std::string& engine, int robots, bool height_field) {
  return MeasureInChild([&] {
    const Parts parts = BuiltinParts();
    auto simulation = MakeSimulation(parts, engine, MakeWorld(parts, robots, height_field));
    if (!simulation.ok() || !StepOn(simulation->get(), 300).ok()) return static_cast<double>(NAN);
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024.0;
  });
}

/// Wall time of the program `surefoot` beside this one for a run of a single step: start, load,
/// step and end. The best of several runs.
double StartSeconds(const std::string& engine) {
  const std::string command =
      (ProgramFolder() / "surefoot").string() + " run " +
      (ProgramFolder() / "../share/surefoot/worlds/husky_lab.sdf").string() +
      " --duration 0.001 --quiet --json --engine " + engine + " > /dev/null 2>&1";
  double best = NAN;
  for (int i = 0; i < 5; ++i) {
    const auto start = std::chrono::steady_clock::now();
    if (std::system(command.c_str()) != 0) {
      std::fprintf(stderr, "husky_bench: not measured, as this failed: %s\n", command.c_str());
      return NAN;
    }
    const double wall =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    best = std::isnan(best) ? wall : std::min(best, wall);
  }
  return best;
}

Footprint MeasureFootprint(const std::string& engine) {
  Footprint footprint;
  footprint.engine = engine;
  footprint.flat_mb = (PeakMemory(engine, 50, false) - PeakMemory(engine, 1, false)) / 49.0;
  footprint.height_field_mb = (PeakMemory(engine, 50, true) - PeakMemory(engine, 1, true)) / 49.0;
  footprint.start_s = StartSeconds(engine);
  return footprint;
}

void PrintHeadings() {
  std::printf("%-8s %6s  %-12s %12s %12s %7s %8s %10s\n", "engine", "robots", "ground",
              "raw us/step", "Surefoot us", "ratio", "contacts", "apart m");
}

void Print(const Row& row) {
  std::printf("%-8s %6d  %-12s ", row.engine.c_str(), row.robots, row.ground);
  if (!row.trouble.empty()) {
    std::printf("%s\n", row.trouble.c_str());
  } else if (row.raw_us > 0.0) {
    std::printf("%12.1f %12.1f %7.3f %8.0f %10.2g\n", row.raw_us, row.surefoot_us, row.ratio,
                row.contacts, row.largest_difference);
  } else {
    std::printf("%12s %12.1f %7s %8.0f\n", "-", row.surefoot_us, "-", row.contacts);
  }
  std::fflush(stdout);
}

void PrintJson(const std::vector<Row>& rows, const std::vector<Footprint>& footprints) {
  const auto number = [](double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return std::isfinite(value) && value != 0.0 ? std::string(text) : std::string("null");
  };
  std::printf("{\"rows\":[");
  for (const Row& row : rows) {
    std::printf(
        "%s\n{\"engine\":\"%s\",\"robots\":%d,\"ground\":\"%s\",\"ok\":%s,\"raw_us\":%s,"
        "\"surefoot_us\":%s,\"ratio\":%s,\"contacts\":%.0f,\"largest_difference_m\":%g}",
        &row == rows.data() ? "" : ",", row.engine.c_str(), row.robots, row.ground,
        row.trouble.empty() ? "true" : "false", number(row.raw_us).c_str(),
        number(row.surefoot_us).c_str(), number(row.ratio).c_str(), row.contacts,
        row.largest_difference);
  }
  std::printf("\n],\"engines\":[");
  for (const Footprint& f : footprints) {
    std::printf(
        "%s\n{\"engine\":\"%s\",\"mb_per_husky_flat\":%s,\"mb_per_husky_height_field\":%s,"
        "\"start_s\":%s}",
        &f == footprints.data() ? "" : ",", f.engine.c_str(), number(f.flat_mb).c_str(),
        number(f.height_field_mb).c_str(), number(f.start_s).c_str());
  }
  std::printf("\n]}\n");
}

std::string ToMarkdown(const std::vector<Row>& rows, const std::vector<Footprint>& footprints) {
  std::string text =
      "| engine | robots | ground | raw, us per step | Surefoot, us per step | ratio | contacts | "
      "difference |\n|---|---|---|---|---|---|---|---|\n";
  for (const Row& row : rows) {
    text += "| " + row.engine + " | " + std::to_string(row.robots) + " | " + row.ground + " | ";
    if (!row.trouble.empty()) {
      text += "| | " + row.trouble + " | | |\n";
      continue;
    }
    const bool raw = row.raw_us > 0.0;
    text += (raw ? StrFormat("%.1f", row.raw_us) : "") + " | " +
            StrFormat("%.1f", row.surefoot_us) + " | " + (raw ? StrFormat("%.3f", row.ratio) : "") +
            " | " + StrFormat("%.0f", row.contacts) + " | " +
            (raw ? StrFormat("%.1g m", row.largest_difference) : "") + " |\n";
  }
  text +=
      "\n| engine | MB for each further Husky, flat | on the height field | husky_lab, s from the "
      "start of the process to its end after one step |\n|---|---|---|---|\n";
  for (const Footprint& f : footprints) {
    text += "| " + f.engine + " | " + StrFormat("%.2f", f.flat_mb) + " | " +
            StrFormat("%.2f", f.height_field_mb) + " | " +
            (std::isnan(f.start_s) ? "" : StrFormat("%.3f", f.start_s)) + " |\n";
  }
  return text;
}

int Main(Options options) {
  {
    const Parts parts = BuiltinParts();
    if (options.engines.empty()) {
      options.engines = DynamicEngines(parts);
    }
    for (const std::string& engine : options.engines) {
      if (parts.engines.Find(engine) != nullptr) continue;
      std::fprintf(stderr, "husky_bench: %s\n", parts.NoSuchEngine(engine).message.c_str());
      return 2;
    }
  }
  // Child processes first: their memory must not include what this process has used.
  std::vector<Footprint> footprints;
  for (const std::string& engine : options.engines) {
    std::fprintf(stderr, "memory and start of %s\n", engine.c_str());
    footprints.push_back(MeasureFootprint(engine));
  }
  const Parts parts = BuiltinParts();
  std::vector<Row> rows;
  if (!options.json) PrintHeadings();
  for (const std::string& engine : options.engines) {
    for (const bool height_field : options.height_fields) {
      for (const int robots : options.robots) {
        rows.push_back(Measure(parts, engine, robots, height_field, options.quick ? 3 : 21));
        if (!options.json) Print(rows.back());
      }
    }
  }
  if (!options.docs.empty()) {
    const Status status = WriteSection(options.docs, "husky_bench", ToMarkdown(rows, footprints));
    if (!status.ok()) {
      std::fprintf(stderr, "husky_bench: %s\n", status.error().message.c_str());
      return 1;
    }
  }
  if (options.json) {
    PrintJson(rows, footprints);
    return 0;
  }
  for (const Footprint& f : footprints) {
    std::printf("%-8s memory per further Husky: %.2f MB flat, %.2f MB height field; ",
                f.engine.c_str(), f.flat_mb, f.height_field_mb);
    std::printf("husky_lab, process with one step: %s\n",
                std::isnan(f.start_s) ? "not measured" : StrFormat("%.3f s", f.start_s).c_str());
  }
  return 0;
}

/// False when the arguments are invalid.
bool Parse(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    std::istringstream value(i + 1 < argc ? argv[i + 1] : "");
    if (option == "--quick") {
      options->quick = true;
    } else if (option == "--json") {
      options->json = true;
    } else if (option == "--engine" && ++i < argc) {
      for (std::string name; std::getline(value, name, ',');) {
        if (name != "all") options->engines.push_back(name);
      }
    } else if (option == "--robots" && ++i < argc) {
      options->robots.clear();
      for (std::string count; std::getline(value, count, ',');) {
        options->robots.push_back(std::atoi(count.c_str()));
        if (options->robots.back() <= 0) return false;
      }
    } else if (option == "--docs" && ++i < argc) {
      options->docs = value.str();
    } else if (option == "--ground" && ++i < argc) {
      if (value.str() != "flat" && value.str() != "height_field") return false;
      options->height_fields = {value.str() == "height_field"};
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace
}  // namespace surefoot::husky

int main(int argc, char** argv) {
  const bool help = argc == 2 && std::string(argv[1]) == "--help";
  surefoot::husky::Options options;
  if (help || !surefoot::husky::Parse(argc, argv, &options)) {
    std::fputs(surefoot::husky::kHelp, help ? stdout : stderr);
    return help ? 0 : 2;
  }
  return surefoot::husky::Main(options);
}
