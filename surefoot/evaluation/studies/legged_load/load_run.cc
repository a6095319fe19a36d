#include "surefoot/evaluation/studies/legged_load/load_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "surefoot/base/process/process_usage.h"
#include "surefoot/base/try.h"
#include "surefoot/evaluation/run/yaml.h"
#include "surefoot/evaluation/studies/study_tools.h"
#include "surefoot/formats/markup.h"
#include "surefoot/msgs/geometry_msgs.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/session/load.h"
#include "surefoot/session/session.h"

// One run: worlds are generated as SDF, commands are published as a client would, and subscribers
// count the images, so that rendering is not skipped for lack of subscribers.

namespace surefoot::studies {
namespace {

using Clock = std::chrono::steady_clock;

/// Wall-clock time since a moment, s.
double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

Result<std::unique_ptr<Session>> OpenWorld(const experiment::StudyContext& context,
                                           const LoadSettings& settings, const LoadCase& one) {
  TextFile file = SUREFOOT_TRY(TextFile::Write(LoadWorldText(settings, one)));
  SessionOptions options;
  options.engine = one.engine;
  options.seed = context.seed;
  options.islands = true;
  options.threads = settings.threads;
  Problems problems;
  auto session = Session::Open(context.parts, file.path(), options, &problems);
  if (!session.ok()) return Error{session.error().message + "\n" + problems.ErrorText()};
  return session;
}

/// One run of walking robots: commands, counts of images, and times per frame.
class Walk {
 public:
  Walk(const LoadSettings& settings, const LoadCase& one, Session* session)
      : settings_(settings), session_(*session) {
    result_.done = one;
    for (int i = 0; i < one.robots; ++i) {
      const std::string name = "robot_" + std::to_string(i);
      robots_.push_back(session_.world().FindModel(name));
      commands_.push_back("/" + name + "/cmd_vel");
      if (!one.cameras) continue;
      ears_.push_back(session_.Subscribe<msgs::sensor_msgs::CompressedImage>(
          "/" + name + "/" + settings.topic, [this](const auto&) { ++result_.pictures; }));
    }
    twist_.linear.x = one.colliding ? std::abs(settings.speed) : settings.speed;
    twist_.angular.z = one.colliding ? 0.0 : settings.turn;
  }

  Status Run(const experiment::StudyContext& context) {
    SUREFOOT_TRY(Frames(context, settings_.warm_up, false));
    result_.pictures = 0;
    std::vector<Vector3d> starts;
    for (const int robot : robots_) starts.push_back(session_.simulation().ModelPose(robot).p);
    SUREFOOT_TRY(Frames(
        context, result_.done.colliding ? settings_.colliding_seconds : settings_.seconds, true));
    for (std::size_t i = 0; i < robots_.size(); ++i) {
      const RigidTransform X_WM = session_.simulation().ModelPose(robots_[i]);
      result_.walked += (X_WM.p - starts[i]).norm() / static_cast<double>(robots_.size());
      result_.fallen += (X_WM.q * Vector3d::UnitZ()).z() < 0.5 ? 1 : 0;
    }
    if (result_.done.cameras) {
      result_.pictures_due =
          static_cast<long>(result_.frames.size()) * static_cast<long>(robots_.size());
    }
    return Status();
  }

  LoadResult Take() { return std::move(result_); }

 private:
  Status Frames(const experiment::StudyContext& context, double seconds, bool counts) {
    const sim::Simulation& simulation = session_.simulation();
    const double begin = session_.time();
    const double cpu = CpuSeconds();
    const Clock::time_point start = Clock::now();
    const auto frames = static_cast<int>(std::lround(seconds * settings_.rate));
    const auto first = static_cast<std::int64_t>(std::floor(begin * settings_.rate + 0.5));
    for (int k = 1; k <= frames; ++k) {
      if (context.cancelled && context.cancelled()) return Error{"the study was stopped"};
      const Clock::time_point frame_start = Clock::now();
      // Sample n is taken at the first step that ends at or after n / rate.
      const double end = static_cast<double>(first + k) / settings_.rate;
      while (session_.time() < end - 1e-9) SUREFOOT_TRY(StepOnce());
      if (!counts) continue;
      result_.frames.push_back({session_.time(), SecondsSince(frame_start), Touches(simulation)});
      result_.cut_short = SecondsSince(start) > settings_.wall_limit && k < frames;
      if (result_.cut_short) break;
    }
    if (!counts) return Status();
    result_.simulated = session_.time() - begin;
    result_.wall = SecondsSince(start);
    result_.cpu = CpuSeconds() - cpu;
    return Status();
  }

  /// Publishes commands at 10 Hz of simulated time, as a client would.
  Status StepOnce() {
    if (session_.time() >= command_due_) {
      command_due_ = session_.time() + 0.1 - 1e-9;
      for (const std::string& topic : commands_) SUREFOOT_TRY(session_.Publish(topic, twist_));
    }
    return session_.Step();
  }

  /// Number of contacts between different robots.
  int Touches(const sim::Simulation& simulation) const {
    const world::World& world = simulation.world();
    int touches = 0;
    for (const physics::Contact& contact : simulation.report().contacts) {
      const int a = contact.link_a < 0 ? -1 : world.model_of_link(contact.link_a);
      const int b = contact.link_b < 0 ? -1 : world.model_of_link(contact.link_b);
      touches += a != b && IsRobot(a) && IsRobot(b) ? 1 : 0;
    }
    return touches;
  }

  bool IsRobot(int model) const {
    return std::find(robots_.begin(), robots_.end(), model) != robots_.end();
  }

  const LoadSettings& settings_;
  Session& session_;
  std::vector<int> robots_;
  std::vector<std::string> commands_;
  msgs::geometry_msgs::Twist twist_;
  double command_due_ = 0.0;
  LoadResult result_;
  /// Declared last and so destroyed first: no callback may run while the rest is destroyed.
  std::vector<graph::Subscription> ears_;
};

}  // namespace

Result<LoadResult> RunLoad(const experiment::StudyContext& context, const LoadSettings& settings,
                           const LoadCase& one) {
  std::unique_ptr<Session> session = SUREFOOT_TRY(OpenWorld(context, settings, one));
  Walk walk(settings, one, session.get());
  SUREFOOT_TRY(walk.Run(context));
  return walk.Take();
}

namespace {

constexpr int kMaxRobots = 64;

/// Reads a list of numbers of robots.
std::vector<int> ReadCounts(const world::ElementReader& reader, const std::string& key,
                            const std::vector<int>& fallback) {
  if (!reader.Has(key)) return fallback;
  std::vector<int> counts;
  for (const double number : ReadNumbers(reader, key, {}, 1.0, kMaxRobots)) {
    if (number != std::round(number)) {
      reader.Error(key, "numbers of robots are whole", PlainNumber(number));
    } else if (!counts.empty() && number <= counts.back()) {
      reader.Error(key, "each number is larger than the one before", PlainNumber(number));
    } else {
      counts.push_back(static_cast<int>(number));
    }
  }
  return counts;
}

void ReadBars(const world::ElementReader& reader, LoadSettings* settings) {
  settings->bar_robots = static_cast<int>(reader.Integer("robots", 0, 0, kMaxRobots));
  settings->bar_without_cameras = static_cast<int>(
      reader.Integer(reader.WithOldName("without_cameras", "blind"), 0, 0, kMaxRobots));
  settings->bar_colliding = reader.Flag("colliding", false);
  experiment::RefuseUnknown(reader);
}

}  // namespace

LoadSettings ReadLoadSettings(const world::ElementReader& reader) {
  LoadSettings settings;
  settings.robot = reader.Text("robot", settings.robot);
  settings.floor = reader.Text(reader.WithOldName("floor", "place"), settings.floor);
  settings.topic = reader.Text("topic", settings.topic);
  if (reader.Has("engines")) settings.engines = experiment::Texts(reader, "engines");
  if (settings.engines.empty()) reader.Error("engines", "no engine");
  settings.height = reader.Number("height", settings.height, 0.0, 10.0);
  settings.robots = ReadCounts(reader, "robots", settings.robots);
  settings.without_cameras =
      ReadCounts(reader, reader.WithOldName("without_cameras", "blind"), settings.without_cameras);
  settings.colliding = static_cast<int>(reader.Integer("colliding", settings.colliding, 0, 12));
  settings.seconds = reader.Number("seconds", settings.seconds, 0.1, 3600.0);
  settings.colliding_seconds =
      reader.Number("colliding_seconds", settings.colliding_seconds, 0.1, 3600.0);
  settings.warm_up = reader.Number("warm_up", settings.warm_up, 0.0, 60.0);
  settings.wall_limit =
      reader.Number(reader.WithOldName("wall_limit", "patience"), settings.wall_limit, 0.1, 1e5);
  settings.threads = static_cast<int>(reader.Integer("threads", settings.threads, 0, 256));
  settings.rate = reader.Number("rate", settings.rate, 1.0, 1000.0);
  settings.speed = reader.Number("speed", settings.speed, -2.0, 2.0);
  settings.turn = reader.Number("turn", settings.turn, -5.0, 5.0);
  ReadBars(reader.Child("bars"), &settings);
  experiment::RefuseUnknown(reader, {"kind"});
  return settings;
}

// Generation of the world of walking robots.
namespace {

using formats::AddChild;
using formats::SetAttribute;
using world::Element;

/// Distance between robots that walk side by side, m. All get the same command, so it stays.
constexpr double kApart = 0.6;
/// Initial distance from the centre of robots that will meet there, m.
constexpr double kBefore = 0.36;

/// Adds a model by URI.
void AddInclude(Element* world, const std::string& uri, const std::string& name,
                const std::string& pose) {
  Element& include = AddChild(world, "include");
  AddChild(&include, "uri", uri);
  AddChild(&include, "name", name);
  AddChild(&include, "pose", pose);
}

/// Adds a light, which the cameras need.
void AddLight(Element* world) {
  Element& light = AddChild(world, "light");
  SetAttribute(&light, "name", "lamp");
  SetAttribute(&light, "type", "directional");
  AddChild(&light, "cast_shadows", "true");
  AddChild(&light, "pose", "0 0 10 0 0 0");
  AddChild(&light, "diffuse", "0.8 0.8 0.8 1");
  AddChild(&light, "specular", "0.2 0.2 0.2 1");
  AddChild(&light, "direction", "-0.2 0.1 -0.97");
}

/// Rows with twice as many columns, because the field is longer than wide.
std::string PlaceBeside(const LoadSettings& settings, int robots, int i) {
  const int columns = std::max(1, static_cast<int>(std::ceil(std::sqrt(2.0 * robots))));
  const int rows = (robots + columns - 1) / columns;
  const double x = kApart * (i % columns - 0.5 * (columns - 1));
  const double y = kApart * (i / columns - 0.5 * (rows - 1));
  return PlainNumber(x) + " " + PlainNumber(y) + " " + PlainNumber(settings.height) + " 0 0 0";
}

/// On a circle, facing its centre.
std::string PlaceAround(const LoadSettings& settings, int robots, int i) {
  const double angle = 2.0 * M_PI * i / robots;
  // More robots need a larger circle.
  const double radius = kBefore * std::max(1.0, robots / 3.0);
  return PlainNumber(radius * std::cos(angle)) + " " + PlainNumber(radius * std::sin(angle)) + " " +
         PlainNumber(settings.height) + " 0 0 " + PlainNumber(angle + M_PI);
}

}  // namespace

std::string LoadWorldText(const LoadSettings& settings, const LoadCase& one) {
  Element root = formats::MakeElement("sdf");
  SetAttribute(&root, "version", "1.9");
  Element world = formats::MakeElement("world");
  SetAttribute(&world, "name", "legged_load");
  AddChild(&world, "gravity", "0 0 -9.81");
  AddLight(&world);
  AddInclude(&world, settings.floor, "place", "0 0 0 0 0 0");
  for (int i = 0; i < one.robots; ++i) {
    AddInclude(&world, settings.robot, "robot_" + std::to_string(i),
               one.colliding ? PlaceAround(settings, one.robots, i)
                             : PlaceBeside(settings, one.robots, i));
  }
  root.children.push_back(std::move(world));
  return formats::XmlText(root);
}

}  // namespace surefoot::studies
