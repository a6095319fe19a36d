// Walking robots: speed, turning and tilt on every engine, compared with the commands.

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "bench/engines.h"
#include "bench/page.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/session/session.h"

namespace surefoot {
namespace {

constexpr const char* kHelp =
    "gait_bench [--engine NAME]... [--robot NAME]... [--world FILE] [--seconds S] [--page FILE]\n"
    "           [--gait NAME] [--twist X Y TURN]...\n"
    "Walks Surefoot's robots on a flat floor by messages on cmd_vel, and reports how fast they go\n"
    "relative to the command, and how upright they stay.\n"
    "  --engine NAME    these engines; default all with forces\n"
    "  --robot NAME     these robots, worlds of the same name; default all of the table\n"
    "  --world FILE     this world instead of the robot's\n"
    "  --twist X Y TURN this command instead of those of the table\n"
    "  --gait NAME      the gait for the twists after it\n"
    "  --seconds S      how long each walk takes; default 10\n"
    "  --page FILE      writes the rows into the table of a page of docs/; other rows stay\n";

constexpr double kStandingTime = 60.0;

struct Walk {
  std::string robot;
  double x;
  double y;
  double turn;
  /// A gait of the robot, if not its default one.
  std::string gait = {};

  bool stands() const { return x == 0.0 && y == 0.0 && turn == 0.0; }
};

const std::vector<Walk>& Table() {
  static const std::vector<Walk> table = {
      {"ers7", 0.0, 0.0, 0.0},       {"nao", 0.0, 0.0, 0.0},
      {"qrio", 0.0, 0.0, 0.0},       {"ers7", 0.06, 0.0, 0.0, "crawl"},
      {"ers7", 0.25, 0.0, 0.0},      {"ers7", 0.2, 0.0, 0.5},
      {"ers7", 0.0, 0.1, 0.0},       {"ers7", 0.0, 0.0, 1.0},
      {"quadruped", 0.3, 0.0, 0.0},  {"quadruped", 0.25, 0.0, 0.4},
      {"quadruped", 0.0, 0.15, 0.0}, {"hexapod", 0.15, 0.0, 0.0},
      {"hexapod", 0.1, 0.0, 0.4},    {"nao", 0.1, 0.0, 0.0},
      {"nao", 0.05, 0.0, 0.2},       {"qrio", 0.1, 0.0, 0.0},
      {"qrio", 0.05, 0.0, 0.2},      {"snake", 0.1, 0.0, 0.0},
      {"snake", 0.1, 0.0, 0.1},      {"snake", 0.0, 0.1, 0.0}};
  return table;
}

struct Options {
  std::vector<std::string> engines;
  std::vector<std::string> robots;
  std::vector<Walk> twists;
  std::string world;
  std::string page;
  /// Applies to twists after it.
  std::string gait;
  double seconds = 10.0;
};

struct Outcome {
  std::string error;
  double x = 0.0;
  double y = 0.0;
  double turn = 0.0;
  double tilt = 0.0;
  double lowest = 0.0;
  double moved = 0.0;
  double start_height = 0.0;
  double real_time_factor = 0.0;

  bool fell() const { return lowest < 0.6 * start_height || tilt > 1.0; }
};

class Walker {
 public:
  Walker(Session* session, const std::string& robot)
      : session_(*session),
        robot_(robot),
        topic_("/" + robot + "/cmd_vel"),
        links_(session->world().layout(session->world().FindModel(robot)).links) {
    // A snake's head swings, so its path is the mean of all its parts.
    if (robot != "snake") links_.count = 1;
  }

  Status Stand(double seconds) { return session_.RunFor(seconds); }

  Status Take(const std::string& gait) {
    if (gait.empty()) return {};
    msgs::std_msgs::String name;
    name.data = gait;
    return session_.Publish("/" + robot_ + "/gait", name);
  }

  /// Largest displacement of any of its links from their initial positions (m).
  Status StandStill(double seconds, double* max) {
    const auto& world = session_.world();
    const world::Range links = world.layout(world.FindModel(robot_)).links;
    const std::vector<RigidTransform> start = session_.simulation().state().X_WL;
    const auto steps = std::llround(seconds / session_.simulation().step_size());
    for (long long i = 0; i < steps; ++i) {
      const Status status = session_.Step();
      if (!status.ok()) return status;
      for (int link = links.first; link < links.end(); ++link) {
        const auto k = static_cast<std::size_t>(link);
        const Vector3d way = session_.simulation().state().X_WL[k].p - start[k].p;
        *max = std::max(*max, way.norm());
      }
    }
    return {};
  }

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

  double height() const { return Look().height; }

 private:
  /// Means over its links: height, velocity, and the directions of their forward and up axes.
  struct Body {
    double height = 0.0;
    Vector3d v = Vector3d::Zero();
    double turn = 0.0;
    Vector3d ahead = Vector3d::Zero();
    Vector3d up = Vector3d::Zero();
  };
  Body Look() const {
    const physics::State& state = session_.simulation().state();
    Body body;
    const double share = 1.0 / links_.count;
    for (int link = links_.first; link < links_.end(); ++link) {
      const auto k = static_cast<std::size_t>(link);
      body.height += share * state.X_WL[k].p.z();
      body.v += share * state.V_WL_W[k].v;
      body.turn += share * state.V_WL_W[k].w.z();
      body.ahead += share * (state.X_WL[k].q * Vector3d::UnitX());
      body.up += share * (state.X_WL[k].q * Vector3d::UnitZ());
    }
    return body;
  }

  static msgs::geometry_msgs::Twist TwistOf(const Walk& walk) {
    msgs::geometry_msgs::Twist twist;
    twist.linear.x = walk.x;
    twist.linear.y = walk.y;
    twist.angular.z = walk.turn;
    return twist;
  }

  void Look(double share, Outcome* outcome) const {
    const Body body = Look();
    const double yaw = std::atan2(body.ahead.y(), body.ahead.x());
    outcome->x += share * (std::cos(yaw) * body.v.x() + std::sin(yaw) * body.v.y());
    outcome->y += share * (std::cos(yaw) * body.v.y() - std::sin(yaw) * body.v.x());
    outcome->turn += share * body.turn;
    const double upright = body.up.normalized().z();
    outcome->tilt = std::max(outcome->tilt, std::acos(std::clamp(upright, -1.0, 1.0)));
    outcome->lowest = std::min(outcome->lowest, body.height);
  }

  Session& session_;
  std::string robot_;
  std::string topic_;
  world::Range links_;
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
  Status status = walker.Take(walk.gait);
  if (status.ok()) status = walker.Stand(walk.stands() ? 1.0 : 0.5);
  outcome.start_height = outcome.lowest = walker.height();
  if (walk.stands()) {
    if (status.ok()) status = walker.StandStill(kStandingTime, &outcome.moved);
  } else {
    // Speeds are measured once it has started to walk.
    if (status.ok()) status = walker.Go(walk, 1.5, false, &outcome);
    if (status.ok()) status = walker.Go(walk, options.seconds, true, &outcome);
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  outcome.real_time_factor = (*session)->time() / took.count();
  if (!status.ok()) outcome.error = status.error().message;
  return outcome;
}

std::string Row(const std::string& engine, const Walk& walk, const Outcome& outcome) {
  char text[300];
  if (!outcome.error.empty()) {
    return "| " + walk.robot + " | | " + engine + " | " + outcome.error + " | | | |\n";
  }
  if (walk.stands()) {
    std::snprintf(text, sizeof text, "| %s | stand still | %s | moved %.4f mm in 60 s | | | |\n",
                  walk.robot.c_str(), engine.c_str(), outcome.moved * 1000.0);
    return text;
  }
  const std::string gait = walk.gait.empty() ? "" : ", " + walk.gait;
  std::snprintf(text, sizeof text,
                "| %s | %g, %g, %g%s | %s | %.3f, %+.3f, %+.3f | %.1f | %.0f | %s |\n",
                walk.robot.c_str(), walk.x, walk.y, walk.turn, gait.c_str(), engine.c_str(),
                outcome.x, outcome.y, outcome.turn, outcome.tilt * 180.0 / 3.14159265358979,
                outcome.lowest * 1000.0, outcome.fell() ? "fell" : "walked");
  return text;
}

int MeasureAll(const Options& options) {
  const Parts parts = BuiltinParts();
  const std::string head =
      "| robot | commanded m/s, m/s, rad/s | engine | measured | largest tilt, deg | lowest "
      "height, mm | outcome |\n"
      "|---|---|---|---|---|---|---|\n";
  std::vector<std::string> rows;
  std::fputs(head.c_str(), stdout);
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
      rows.push_back(row);
    }
  }
  if (!options.page.empty()) {
    const Status written = WriteRows(options.page, "gait_bench", head, rows, 3);
    if (!written.ok()) {
      std::fprintf(stderr, "gait_bench: %s\n", written.error().message.c_str());
      return 2;
    }
  }
  return failed == 0 ? 0 : 1;
}

/// False when the arguments are invalid.
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
    } else if (option == "--gait" && left > 0) {
      options->gait = argv[++i];
    } else if (option == "--page" && left > 0) {
      options->page = argv[++i];
    } else if (option == "--seconds" && left > 0) {
      options->seconds = std::atof(argv[++i]);
    } else if (option == "--twist" && left > 2 && !options->robots.empty()) {
      options->twists.push_back({options->robots.back(), std::atof(argv[i + 1]),
                                 std::atof(argv[i + 2]), std::atof(argv[i + 3]), options->gait});
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
  if (options.engines.empty()) options.engines = EnginesWithForces(BuiltinParts());
  return MeasureAll(options);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
