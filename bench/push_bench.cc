// Pushes against walking and standing bipeds: how many they withstand with balance control on and
// off.

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "bench/engines.h"
#include "bench/page.h"
#include "surefoot/builtin/builtin.h"
#include "tests/scene/pushed_robot.h"

namespace surefoot {
namespace {

constexpr const char* kHelp =
    "push_bench [--engine NAME]... [--robot NAME]... [--size NS]... [--stand] [--walk] [--each]\n"
    "           [--page FILE]\n"
    "Pushes robots on two legs for 0.1 s, in eight directions, and reports how many pushes they "
    "withstand\n"
    "with their balance control off and on.\n"
    "  --engine NAME    these engines; default all with forces\n"
    "  --robot NAME     these robots, worlds of the same name; default nao\n"
    "  --size NS        impulses in N s; default 1.2 1.6 2 2.4\n"
    "  --stand, --walk  only while it stands, or walks at 0.1 m/s\n"
    "  --each           the outcome of each push, on standard error\n"
    "  --page FILE      writes the rows into the table of a page of docs/; other rows stay\n";

struct Options {
  std::vector<std::string> engines;
  std::vector<std::string> robots;
  std::vector<double> sizes;
  std::vector<double> speeds;
  std::string page;
  bool each = false;
};

/// Number of withstood pushes of eight, or -1 after an error.
int Borne(const Parts& parts, const std::string& engine, const std::string& robot, double speed,
          double size, bool closed, bool each) {
  int borne = 0;
  std::string marks;
  for (const conformance::Shove& shove : conformance::ShovesAround(speed, size)) {
    SessionOptions options;
    options.engine = engine;
    auto session = Session::Open(parts, "worlds/" + robot + ".sdf", options);
    if (!session.ok()) return -1;
    const Result<bool> bears = conformance::Bears(session->get(), robot, shove, closed);
    if (!bears.ok()) return -1;
    borne += *bears ? 1 : 0;
    marks += *bears ? 'o' : 'x';
  }
  if (each) {
    std::fprintf(stderr, "  %s %s %g m/s, %.1f N s, %s: %s\n", robot.c_str(), engine.c_str(), speed,
                 size, closed ? "closed" : "open  ", marks.c_str());
  }
  return borne;
}

std::string Row(const Parts& parts, const Options& options, const std::string& robot, double speed,
                const std::string& engine) {
  std::string row = "| " + robot + " | " + (speed > 0.0 ? "walks" : "stands") + " | " + engine;
  int sum[2] = {0, 0};
  for (const double size : options.sizes) {
    int borne[2];
    for (const bool closed : {false, true}) {
      const int i = closed ? 1 : 0;
      borne[i] = Borne(parts, engine, robot, speed, size, closed, options.each);
      sum[i] += borne[i];
    }
    row += " | " + std::to_string(borne[0]) + ", " + std::to_string(borne[1]);
  }
  return row + " | " + std::to_string(sum[0]) + ", " + std::to_string(sum[1]) + " |\n";
}

int MeasureAll(const Options& options) {
  const Parts parts = BuiltinParts();
  std::string head = "| robot | | engine";
  std::string line = "|---|---|---";
  for (const double size : options.sizes) {
    char text[40];
    std::snprintf(text, sizeof text, " | %g N s", size);
    head += text;
    line += "|---";
  }
  head += " | of " + std::to_string(8 * options.sizes.size()) + " |\n" + line + "|---|\n";
  std::fputs(head.c_str(), stdout);
  for (const std::string& robot : options.robots) {
    for (const double speed : options.speeds) {
      for (const std::string& engine : options.engines) {
        const std::string row = Row(parts, options, robot, speed, engine);
        std::fputs(row.c_str(), stdout);
        std::fflush(stdout);
        if (options.page.empty()) continue;
        const Status written = WriteRows(options.page, "push_bench", head, {row}, 3);
        if (written.ok()) continue;
        std::fprintf(stderr, "push_bench: %s\n", written.error().message.c_str());
        return 2;
      }
    }
  }
  return 0;
}

int Main(int argc, char** argv) {
  Options options;
  Arguments arguments(kHelp);
  arguments.Value("--engine", &options.engines);
  arguments.Value("--robot", &options.robots);
  arguments.Value("--size", &options.sizes);
  arguments.Value("--page", &options.page);
  arguments.Flag("--stand", [&] { options.speeds.push_back(0.0); });
  arguments.Flag("--walk", [&] { options.speeds.push_back(0.1); });
  arguments.Flag("--each", &options.each);
  if (const auto code = arguments.Read(argc, argv)) return *code;
  if (options.engines.empty()) options.engines = EnginesWithForces(BuiltinParts());
  if (options.robots.empty()) options.robots = {"nao"};
  if (options.sizes.empty()) options.sizes = {1.2, 1.6, 2.0, 2.4};
  if (options.speeds.empty()) options.speeds = {0.1, 0.0};
  return MeasureAll(options);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
