// Cost of a robot among others: 1, 5, 20, 50 and 200 in one world, in islands and in one engine
// instance, and the engine by itself.

#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "bench/page.h"
#include "bench/scale/curves.h"
#include "bench/scale/measurement.h"
#include "surefoot/builtin/builtin.h"

namespace surefoot::scale {
namespace {

constexpr const char* kHelp = R"(usage: scale_bench [options]

CPU time for each robot and step, and how many times as fast as real time the run is, against the
number of robots; see docs/studies/scale.md.

  --engine NAME[,...]   default: mujoco; all: every engine
  --kind KIND[,...]     flat, gravel (Huskies on their tyres), quadrupeds (stepping), boxes
                        (falling); default: all of them
  --robots N[,...]      default: 1,5,20,50,200
  --as MODE[,...]       islands; one (instance); engine (one instance, wheels on the engine's own
                        contacts); raw (the engine by itself, with these); default: all of them
  --threads N           default: 1; 0: one per core
  --memory              also the memory of each further robot
  --overhead            only this: what islands cost one robot, both ways in turns
  --quick               a tenth of the steps
  --docs FILE.md        put the rows into the tables of that page; others stay
  --report FILE.html    curves
  --help

Example:
  scale_bench --kind flat --robots 5,50 --as islands --threads 2
)";

struct Options {
  std::vector<std::string> engines = {"mujoco"};
  std::vector<Kind> kinds{kKinds.begin(), kKinds.end()};
  std::vector<int> robots = {1, 5, 20, 50, 200};
  std::vector<Mode> modes{kModes.begin(), kModes.end()};
  Effort effort;
  bool overhead = false;
  std::string docs;
  std::string report;
};

void Print(const Curve& curve, const Point& point) {
  std::printf("%-8s %-11s %-8s %4d  ", curve.engine.c_str(), KindName(curve.kind),
              ModeName(curve.mode), point.robots);
  if (!point.trouble.empty()) {
    std::printf("%s\n", point.trouble.c_str());
  } else {
    std::printf("%8.2f us per robot and step, %8.2f times real time", point.robot_us, point.speed);
    if (!std::isnan(point.memory_mb)) std::printf(", %.3f MB a robot", point.memory_mb);
    std::printf("\n");
  }
  std::fflush(stdout);
}

Curve MeasureCurve(const std::string& engine, Kind kind, Mode mode, const Options& options) {
  Curve curve;
  curve.engine = engine;
  curve.kind = kind;
  curve.mode = mode;
  curve.threads = options.effort.threads;
  const bool memory = options.effort.memory && mode != Mode::kRaw;
  const double first_mb = memory ? PeakMemory(curve, 1) : NAN;
  for (const int robots : options.robots) {
    curve.points.push_back(Measure(curve, robots, options.effort, first_mb));
    Print(curve, curve.points.back());
  }
  return curve;
}

/// False when the engine does not exist.
bool FindEngines(std::vector<std::string>* engines) {
  const Parts parts = BuiltinParts();
  if (*engines == std::vector<std::string>{"all"}) {
    engines->clear();
    for (const auto& entry : parts.engines.entries()) engines->push_back(entry.first);
  }
  for (const std::string& engine : *engines) {
    if (parts.engines.Find(engine) != nullptr) continue;
    std::fprintf(stderr, "scale_bench: %s\n", parts.NoSuchEngine(engine).message.c_str());
    return false;
  }
  return true;
}

int PrintOverheads(const Options& options) {
  bool fine = true;
  for (const std::string& engine : options.engines) {
    for (const Kind kind : options.kinds) {
      std::string trouble;
      const double ratio = OverheadOfIslands(engine, kind, options.effort, &trouble);
      fine = fine && trouble.empty();
      std::printf("%-8s %-11s one robot in islands: ", engine.c_str(), KindName(kind));
      if (trouble.empty()) {
        std::printf("%+.1f %%\n", 100.0 * (ratio - 1.0));
      } else {
        std::printf("%s\n", trouble.c_str());
      }
      std::fflush(stdout);
    }
  }
  return fine ? 0 : 1;
}

int Main(Options options) {
  if (!FindEngines(&options.engines)) return 2;
  if (options.overhead) return PrintOverheads(options);
  std::vector<Curve> curves;
  Status status;
  for (const std::string& engine : options.engines) {
    for (const Kind kind : options.kinds) {
      for (const Mode mode : options.modes) {
        // The engine by itself does not use Surefoot's threads.
        if (mode == Mode::kRaw && options.effort.threads != 1) continue;
        curves.push_back(MeasureCurve(engine, kind, mode, options));
        if (status.ok() && !options.docs.empty()) {
          status = WriteTables(options.docs, {curves.back()}, options.robots);
        }
      }
    }
  }
  if (status.ok() && !options.report.empty()) {
    status = WriteText(options.report, ToReport(curves));
  }
  if (!status.ok()) std::fprintf(stderr, "scale_bench: %s\n", status.error().message.c_str());
  return status.ok() ? 0 : 1;
}

std::vector<std::string> SplitList(const std::string& text) {
  std::vector<std::string> items;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, ',');) items.push_back(item);
  return items;
}

/// False when one of the names is not in `all`.
template <typename Choice, typename All, typename Name>
bool ParseChoices(const std::string& text, const All& all, const Name& name_of,
                  std::vector<Choice>* chosen) {
  chosen->clear();
  for (const std::string& name : SplitList(text)) {
    const std::size_t before = chosen->size();
    for (const Choice choice : all) {
      if (name == name_of(choice)) chosen->push_back(choice);
    }
    if (chosen->size() == before) return false;
  }
  return !chosen->empty();
}

bool ParseRobots(const std::string& text, std::vector<int>* robots) {
  robots->clear();
  for (const std::string& count : SplitList(text)) {
    robots->push_back(std::atoi(count.c_str()));
    if (robots->back() <= 0) return false;
  }
  return !robots->empty();
}

bool ParseOption(const std::string& option, const std::string& value, Options* options) {
  if (option == "--kind") return ParseChoices(value, kKinds, KindName, &options->kinds);
  if (option == "--as") return ParseChoices(value, kModes, ModeName, &options->modes);
  if (option == "--robots") return ParseRobots(value, &options->robots);
  if (option == "--engine") {
    options->engines = SplitList(value);
  } else if (option == "--threads") {
    options->effort.threads = std::atoi(value.c_str());
  } else if (option == "--docs") {
    options->docs = value;
  } else if (option == "--report") {
    options->report = value;
  } else {
    return false;
  }
  return options->effort.threads >= 0;
}

/// False when the arguments are invalid.
bool Parse(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    if (option == "--overhead") {
      options->overhead = true;
      continue;
    }
    if (option == "--quick" || option == "--memory") {
      (option == "--quick" ? options->effort.quick : options->effort.memory) = true;
      continue;
    }
    if (i + 1 >= argc || !ParseOption(option, argv[++i], options)) return false;
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
