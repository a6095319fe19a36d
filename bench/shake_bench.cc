// Robots whose joints get random efforts up to their limits: does an engine bear it?

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "surefoot/builtin/builtin.h"
#include "tests/scene/shaken_robot.h"

namespace surefoot {
namespace {

constexpr const char* kHelp =
    "shake_bench [--engine NAME]... [--seconds S] [--seed N] [WORLD]...\n"
    "Tells the joints of a robot random efforts up to their limits, twenty times a second, and "
    "says\n"
    "whether all numbers stay finite and where they should be. Without worlds: our robots with "
    "legs\n"
    "and the snake. Default 600 s.\n";

struct Options {
  std::vector<std::string> engines;
  std::vector<std::string> worlds;
  double seconds = 600.0;
  std::uint64_t seed = 0;
};

bool ShakeOne(const Parts& parts, const std::string& file, const std::string& engine,
              const Options& options) {
  SessionOptions session_options;
  session_options.engine = engine;
  auto session = Session::Open(parts, file, session_options);
  if (!session.ok()) {
    std::printf("| %s | %s | %s | | | | |\n", file.c_str(), engine.c_str(),
                session.error().message.c_str());
    return false;
  }
  conformance::ShakenRobot robot(session->get(), options.seed);
  const auto begin = std::chrono::steady_clock::now();
  const std::string problem = robot.Shake(options.seconds);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  std::printf("| %s | %s | %s | %.0f | %.1f | %.2f | %.3f | %.1f |\n", file.c_str(), engine.c_str(),
              problem.empty() ? "fine" : problem.c_str(), (*session)->time(), robot.fastest(),
              robot.highest(), robot.farthest_beyond(), (*session)->time() / took.count());
  std::fflush(stdout);
  return problem.empty();
}

int Main(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    const bool value = i + 1 < argc;
    if (option == "--engine" && value) {
      options.engines.push_back(argv[++i]);
    } else if (option == "--seconds" && value) {
      options.seconds = std::atof(argv[++i]);
    } else if (option == "--seed" && value) {
      options.seed = std::strtoull(argv[++i], nullptr, 10);
    } else if (option.rfind("--", 0) == 0) {
      std::fputs(kHelp, option == "--help" ? stdout : stderr);
      return option == "--help" ? 0 : 2;
    } else {
      options.worlds.push_back(option);
    }
  }
  const Parts parts = BuiltinParts();
  if (options.engines.empty()) {
    for (const auto& entry : parts.engines.entries()) options.engines.push_back(entry.first);
  }
  if (options.worlds.empty()) {
    for (const char* robot : {"ers7", "quadruped", "hexapod", "nao", "qrio", "snake"}) {
      options.worlds.push_back(std::string("worlds/") + robot + ".sdf");
    }
  }
  std::printf(
      "| world | engine | | s | fastest, m/s | highest, m | beyond limits, rad | times real "
      "time |\n|---|---|---|---|---|---|---|---|\n");
  bool fine = true;
  for (const std::string& world : options.worlds) {
    for (const std::string& engine : options.engines) {
      fine = ShakeOne(parts, world, engine, options) && fine;
    }
  }
  return fine ? 0 : 1;
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
