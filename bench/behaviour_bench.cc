// Motions of legged robots other than walking: kicks, getting up.

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "bench/engines.h"
#include "bench/page.h"
#include "surefoot/builtin/builtin.h"
#include "tests/scene/acting_robot.h"

namespace surefoot {
namespace {

constexpr double kPi = 3.14159265358979323846;

constexpr const char* kHelp =
    "behaviour_bench [--engine NAME]... [--only TEXT] [--trace] [--page FILE]\n"
    "Lets robots of worlds/ play the motions of their models, kicks and getting up from lying, "
    "and\n"
    "reports the outcome.\n"
    "  --engine NAME    these engines; default all with forces\n"
    "  --only TEXT      rows whose first two cells have this text\n"
    "  --trace          height and tilt five times a second, on standard error\n"
    "  --page FILE      writes the rows into the table of a page of docs/; other rows stay\n";

struct Act {
  std::string world;
  std::string robot;
  std::string motion;
  /// Initial orientation; empty: standing.
  std::string start;
  double roll;
  double pitch;
  /// Time until the outcome is judged (s).
  double seconds;
};

const std::vector<Act>& Acts() {
  static const std::vector<Act> acts = {
      {"ers7_ball", "ers7", "kick", "", 0.0, 0.0, 10.0},
      {"nao_ball", "nao", "kick", "", 0.0, 0.0, 10.0},
      {"qrio_ball", "qrio", "kick", "", 0.0, 0.0, 10.0},
      {"ers7", "ers7", "get_up", "on its belly", 0.0, 0.0, 6.0},
      {"ers7", "ers7", "get_up_back", "on its left side", -kPi / 2, 0.0, 6.0},
      {"ers7", "ers7", "get_up_back", "on its right side", kPi / 2, 0.0, 6.0},
      {"ers7", "ers7", "get_up_back", "on its back", kPi, 0.0, 6.0},
      {"nao", "nao", "get_up_front", "on its belly", 0.0, kPi / 2, 10.0},
      {"nao", "nao", "get_up_back", "on its back", 0.0, -kPi / 2, 14.0},
      {"qrio", "qrio", "get_up_front", "on its belly", 0.0, kPi / 2, 10.0},
      {"qrio", "qrio", "get_up_back", "on its back", 0.0, -kPi / 2, 14.0},
  };
  return acts;
}

struct Options {
  std::vector<std::string> engines;
  std::string only;
  std::string page;
  bool trace = false;
};

/// In parts, to report the state in between.
Status PlayOn(const Act& act, const Options& options, conformance::ActingRobot* robot) {
  Status status = robot->Play(act.motion, 0.0);
  const int parts = static_cast<int>(std::lround(5.0 * act.seconds));
  for (int i = 0; i < parts && status.ok(); ++i) {
    status = robot->Wait(0.2);
    if (!options.trace) continue;
    const Vector3d up = robot->pose().q.conjugate() * Vector3d::UnitZ();
    std::fprintf(stderr, "%5.1f s  height %.3f m  tilt %.2f rad  up %+.2f %+.2f %+.2f\n",
                 0.2 * (i + 1), robot->height(), robot->tilt(), up.x(), up.y(), up.z());
  }
  return status;
}

std::string Measure(const Parts& parts, const Act& act, const std::string& engine,
                    const Options& options) {
  const std::string head = "| " + act.robot + " | " + act.motion +
                           (act.start.empty() ? "" : ", " + act.start) + " | " + engine + " | ";
  SessionOptions session_options;
  session_options.engine = engine;
  auto session = Session::Open(parts, "worlds/" + act.world + ".sdf", session_options);
  if (!session.ok()) return head + session.error().message + " | | | |\n";
  conformance::ActingRobot robot(session->get(), act.robot);
  Status status = act.start.empty() ? robot.Wait(1.0) : robot.Lie(act.roll, act.pitch);
  // A robot placed on its feet lies down first.
  const bool on_feet = !act.start.empty() && act.roll == 0.0 && act.pitch == 0.0;
  if (on_feet && status.ok()) status = robot.Play("lie_down", 2.0);
  if (status.ok()) status = PlayOn(act, options, &robot);
  if (!status.ok()) return head + status.error().message + " | | | |\n";
  char text[200];
  if (act.start.empty()) {
    const Vector3d way = robot.ball_way();
    std::snprintf(text, sizeof text, "%s | %.2f | %.2f | %+.0f |\n",
                  robot.stands() ? "stands" : "fell", robot.ball_fastest(), way.head<2>().norm(),
                  std::atan2(way.y(), way.x()) * 180.0 / kPi);
  } else {
    std::snprintf(text, sizeof text, "%s | | | |\n", robot.stands() ? "stands" : "lies");
  }
  return head + text;
}

int MeasureAll(const Options& options) {
  const Parts parts = BuiltinParts();
  const std::string head =
      "| robot | motion | engine | final state | ball's largest speed, m/s | distance of the ball "
      "in "
      "10 s, m | its direction, deg |\n|---|---|---|---|---|---|---|\n";
  std::fputs(head.c_str(), stdout);
  std::vector<std::string> rows;
  for (const Act& act : Acts()) {
    const std::string name = act.robot + " " + act.motion + " " + act.start;
    if (name.find(options.only) == std::string::npos) continue;
    for (const std::string& engine : options.engines) {
      rows.push_back(Measure(parts, act, engine, options));
      std::fputs(rows.back().c_str(), stdout);
      std::fflush(stdout);
    }
  }
  if (options.page.empty()) return 0;
  const Status written = WriteRows(options.page, "behaviour_bench", head, rows, 3);
  if (!written.ok()) std::fprintf(stderr, "behaviour_bench: %s\n", written.error().message.c_str());
  return written.ok() ? 0 : 2;
}

int Main(int argc, char** argv) {
  Options options;
  Arguments arguments(kHelp);
  arguments.Value("--engine", &options.engines);
  arguments.Value("--only", &options.only);
  arguments.Value("--page", &options.page);
  arguments.Flag("--trace", &options.trace);
  if (const auto code = arguments.Read(argc, argv)) return *code;
  if (options.engines.empty()) options.engines = EnginesWithForces(BuiltinParts());
  return MeasureAll(options);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
