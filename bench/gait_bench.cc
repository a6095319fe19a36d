// How robots walk: speed, turning and tilt on every engine, against what was commanded.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/page.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/session/session.h"

namespace surefoot {
namespace {

constexpr const char* kHelp =
    "gait_bench [--engine NAME]... [--robot NAME]... [--world FILE] [--seconds S] [--page FILE]\n"
    "           [--twist X Y TURN]...\n"
    "Walks our robots on a flat floor by messages on their cmd_vel and tells how fast they go\n"
    "against what was commanded, and how upright they stay.\n"
    "  --engine NAME    these engines; default all\n"
    "  --robot NAME     these robots, worlds of the same name; default all of the table\n"
    "  --world FILE     a world in place of the robot's own\n"
    "  --twist X Y TURN what to command in place of what the table has\n"
    "  --seconds S      how long each walk takes; default 10\n"
    "  --page FILE      writes the table into a page of docs/\n";

struct Walk {
  std::string robot;
  double x;
  double y;
  double turn;
};

const std::vector<Walk>& Table() {
  static const std::vector<Walk> table = {
      {"ers7", 0.25, 0.0, 0.0},      {"ers7", 0.2, 0.0, 0.5},      {"ers7", 0.0, 0.1, 0.0},
      {"ers7", 0.0, 0.0, 1.0},       {"quadruped", 0.3, 0.0, 0.0}, {"quadruped", 0.25, 0.0, 0.4},
      {"quadruped", 0.0, 0.15, 0.0}, {"hexapod", 0.15, 0.0, 0.0},  {"hexapod", 0.1, 0.0, 0.4},
      {"nao", 0.1, 0.0, 0.0},        {"nao", 0.05, 0.0, 0.2},      {"snake", 0.1, 0.0, 0.0}};
  return table;
}

struct Options {
  std::vector<std::string> engines;
  std::vector<std::string> robots;
  std::vector<Walk> twists;
  std::string world;
  std::string page;
  double seconds = 10.0;
};

struct Outcome {
  std::string error;
  double x = 0.0;
  double y = 0.0;
  double turn = 0.0;
  double tilt = 0.0;
  double lowest = 0.0;
  double start_height = 0.0;
  double real_time_factor = 0.0;

  bool fell() const { return lowest < 0.6 * start_height || tilt > 1.0; }
};

/// The turn about the vertical.
double YawOf(const RigidTransform& X_WB) {
  const Vector3d ahead = X_WB.q * Vector3d::UnitX();
  return std::atan2(ahead.y(), ahead.x());
}

class Walker {
 public:
  Walker(Session* session, const std::string& robot)
      : session_(*session),
        topic_("/" + robot + "/cmd_vel"),
        base_(static_cast<std::size_t>(
            session->world().layout(session->world().FindModel(robot)).links.first)) {}

  Status Stand(double seconds) { return session_.RunFor(seconds); }

  Status Go(const Walk& walk, double seconds, bool measured, Outcome* outcome) {
    const auto steps = std::llround(seconds / session_.simulation().step_size());
    const auto period = std::max(1LL, std::llround(0.05 / session_.simulation().step_size()));
    for (long long i = 0; i < steps; ++i) {
      if (i % period == 0) {
        const Status sent = session_.Publish(topic_, TwistOf(walk));
        if (!sent.ok()) return sent;
      }
      const Status status = session_.Step();
      if (!status.ok()) return status;
      Look(measured ? 1.0 / static_cast<double>(steps) : 0.0, outcome);
    }
    return {};
  }

  const RigidTransform& pose() const { return session_.simulation().state().X_WL[base_]; }

 private:
  static msgs::geometry_msgs::Twist TwistOf(const Walk& walk) {
    msgs::geometry_msgs::Twist twist;
    twist.linear.x = walk.x;
    twist.linear.y = walk.y;
    twist.angular.z = walk.turn;
    return twist;
  }

  void Look(double share, Outcome* outcome) const {
    const Twist& V = session_.simulation().state().V_WL_W[base_];
    const double yaw = YawOf(pose());
    outcome->x += share * (std::cos(yaw) * V.v.x() + std::sin(yaw) * V.v.y());
    outcome->y += share * (std::cos(yaw) * V.v.y() - std::sin(yaw) * V.v.x());
    outcome->turn += share * V.w.z();
    const double upright = (pose().q * Vector3d::UnitZ()).z();
    outcome->tilt = std::max(outcome->tilt, std::acos(std::clamp(upright, -1.0, 1.0)));
    outcome->lowest = std::min(outcome->lowest, pose().p.z());
  }

  Session& session_;
  std::string topic_;
  std::size_t base_;
};

Outcome Measure(const Parts& parts, const std::string& engine, const Walk& walk,
                const Options& options) {
  Outcome outcome;
  SessionOptions session_options;
  session_options.engine = engine;
  const std::string file = options.world.empty() ? "worlds/" + walk.robot + ".sdf" : options.world;
  auto session = Session::Open(parts, file, session_options);
  if (!session.ok()) {
    outcome.error = session.error().message;
    return outcome;
  }
  Walker walker(session->get(), walk.robot);
  const auto begin = std::chrono::steady_clock::now();
  Status status = walker.Stand(0.5);
  outcome.start_height = outcome.lowest = walker.pose().p.z();
  // Speeds count once it has got going.
  if (status.ok()) status = walker.Go(walk, 1.5, false, &outcome);
  if (status.ok()) status = walker.Go(walk, options.seconds, true, &outcome);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  outcome.real_time_factor = (2.0 + options.seconds) / took.count();
  if (!status.ok()) outcome.error = status.error().message;
  return outcome;
}

std::string Row(const std::string& engine, const Walk& walk, const Outcome& outcome) {
  char text[300];
  if (!outcome.error.empty()) {
    return "| " + walk.robot + " | " + engine + " | " + outcome.error + " | | | | |\n";
  }
  std::snprintf(text, sizeof text,
                "| %s | %g, %g, %g | %s | %.3f, %+.3f, %+.3f | %.1f | %.0f | %s |\n",
                walk.robot.c_str(), walk.x, walk.y, walk.turn, engine.c_str(), outcome.x, outcome.y,
                outcome.turn, outcome.tilt * 180.0 / 3.14159265358979, outcome.lowest * 1000.0,
                outcome.fell() ? "fell" : "walked");
  return text;
}

int MeasureAll(const Options& options) {
  const Parts parts = BuiltinParts();
  std::string table =
      "| robot | commanded m/s, m/s, rad/s | engine | walked | tilt at most, deg | lowest, mm | |\n"
      "|---|---|---|---|---|---|---|\n";
  std::fputs(table.c_str(), stdout);
  int failed = 0;
  for (const Walk& walk : options.twists.empty() ? Table() : options.twists) {
    const auto& robots = options.robots;
    if (!robots.empty() && std::find(robots.begin(), robots.end(), walk.robot) == robots.end()) {
      continue;
    }
    for (const std::string& engine : options.engines) {
      const Outcome outcome = Measure(parts, engine, walk, options);
      if (!outcome.error.empty() || outcome.fell()) ++failed;
      const std::string row = Row(engine, walk, outcome);
      std::printf("%s", row.c_str());
      std::fflush(stdout);
      std::fprintf(stderr, "  %s: %.1f times real time\n", engine.c_str(),
                   outcome.real_time_factor);
      table += row;
    }
  }
  if (!options.page.empty()) {
    const Status written = WriteSection(options.page, "gait_bench", table);
    if (!written.ok()) {
      std::fprintf(stderr, "gait_bench: %s\n", written.error().message.c_str());
      return 2;
    }
  }
  return failed == 0 ? 0 : 1;
}

/// False when the arguments make no sense.
bool Read(int argc, char** argv, Options* options) {
  for (int i = 1; i < argc; ++i) {
    const std::string option = argv[i];
    const int left = argc - 1 - i;
    if (option == "--engine" && left > 0) {
      options->engines.push_back(argv[++i]);
    } else if (option == "--robot" && left > 0) {
      options->robots.push_back(argv[++i]);
    } else if (option == "--world" && left > 0) {
      options->world = argv[++i];
    } else if (option == "--page" && left > 0) {
      options->page = argv[++i];
    } else if (option == "--seconds" && left > 0) {
      options->seconds = std::atof(argv[++i]);
    } else if (option == "--twist" && left > 2 && !options->robots.empty()) {
      options->twists.push_back({options->robots.back(), std::atof(argv[i + 1]),
                                 std::atof(argv[i + 2]), std::atof(argv[i + 3])});
      i += 3;
    } else {
      return false;
    }
  }
  return options->seconds > 0.0;
}

int Main(int argc, char** argv) {
  Options options;
  if (!Read(argc, argv, &options)) {
    const bool asked = argc == 2 && std::string(argv[1]) == "--help";
    std::fputs(kHelp, asked ? stdout : stderr);
    return asked ? 0 : 2;
  }
  const Parts parts = BuiltinParts();
  if (options.engines.empty()) {
    for (const auto& entry : parts.engines.entries()) options.engines.push_back(entry.first);
  }
  return MeasureAll(options);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
