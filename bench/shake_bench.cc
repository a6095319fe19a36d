// Robots whose joints get random efforts at their limits: does an engine stay stable?

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "bench/engines.h"
#include "bench/page.h"
#include "surefoot/builtin/builtin.h"
#include "tests/scene/shaken_robot.h"

namespace surefoot {
namespace {

constexpr const char* kHelp =
    "shake_bench [--engine NAME]... [--seconds S] [--seed N] [--uniform] [--page FILE] [ROBOT]...\n"
    "Commands each joint of a robot its largest effort in a random direction, twenty times "
    "a\n"
    "second, and reports whether all numbers stay finite and in range. Robots are worlds\n"
    "of that name, or files; default: Surefoot's legged robots and the snake. Default 600 s, all\n"
    "engines with forces. --uniform: any effort between the limits. --page puts each row, as\n"
    "soon as it is there, into the table of a page of docs/; rows of others stay.\n";

struct Options {
  std::vector<std::string> engines;
  std::vector<std::string> robots;
  std::string page;
  double seconds = 600.0;
  std::uint64_t seed = 0;
  conformance::Efforts efforts = conformance::Efforts::kFull;
};

struct Outcome {
  bool fine = false;
  std::string row;
};

std::string FileOf(const std::string& robot) {
  return robot.find('.') == std::string::npos ? "worlds/" + robot + ".sdf" : robot;
}

Outcome ShakeOne(const Parts& parts, const std::string& robot, const std::string& engine,
                 const Options& options) {
  SessionOptions session_options;
  session_options.engine = engine;
  auto session = Session::Open(parts, FileOf(robot), session_options);
  const bool full = options.efforts == conformance::Efforts::kFull;
  const std::string head =
      "| " + robot + " | " + engine + " | " + (full ? "full" : "uniform") + " | ";
  if (!session.ok()) return {false, head + session.error().message + " | | | | |\n"};
  conformance::ShakenRobot shaken(session->get(), options.seed, options.efforts);
  const auto begin = std::chrono::steady_clock::now();
  const std::string problem = shaken.Shake(options.seconds);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const double time = (*session)->time();
  char numbers[200];
  std::snprintf(numbers, sizeof numbers, " | %.0f | %.1f | %.2f | %.4f |\n", time, shaken.fastest(),
                shaken.highest(), shaken.farthest_beyond());
  std::fprintf(stderr, "  %s, %s: %.1f times real time\n", robot.c_str(), engine.c_str(),
               time / took.count());
  return {problem.empty(), head + (problem.empty() ? "fine" : problem) + numbers};
}

int ShakeAll(const Parts& parts, const Options& options) {
  const std::string head =
      "| robot | engine | efforts | | simulated, s | fastest link, m/s | highest link, m | beyond "
      "limits, rad |\n|---|---|---|---|---|---|---|---|\n";
  std::fputs(head.c_str(), stdout);
  bool fine = true;
  for (const std::string& robot : options.robots) {
    for (const std::string& engine : options.engines) {
      const Outcome outcome = ShakeOne(parts, robot, engine, options);
      fine = fine && outcome.fine;
      std::fputs(outcome.row.c_str(), stdout);
      std::fflush(stdout);
      if (options.page.empty()) continue;
      // At once: an interrupted run keeps the rows it has.
      const Status written = WriteRows(options.page, "shake_bench", head, {outcome.row}, 2);
      if (written.ok()) continue;
      std::fprintf(stderr, "shake_bench: %s\n", written.error().message.c_str());
      return 2;
    }
  }
  return fine ? 0 : 1;
}

int Main(int argc, char** argv) {
  Options options;
  Arguments arguments(kHelp);
  arguments.Value("--engine", &options.engines);
  arguments.Value("--seconds", &options.seconds);
  arguments.Value("--seed", &options.seed);
  arguments.Value("--page", &options.page);
  arguments.Flag("--uniform", [&] { options.efforts = conformance::Efforts::kUniform; });
  arguments.Others([&](const char* robot) { options.robots.push_back(robot); });
  if (const auto code = arguments.Read(argc, argv)) return *code;
  const Parts parts = BuiltinParts();
  if (options.engines.empty()) options.engines = EnginesWithForces(parts);
  if (options.robots.empty()) {
    options.robots = {"ers7", "quadruped", "hexapod", "nao", "qrio", "snake"};
  }
  return ShakeAll(parts, options);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
