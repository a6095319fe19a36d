// Many two-wheel robots without forces: their speed on one core with a range sensor each, and the
// difference between the light engine and one with forces.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "surefoot/base/random.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/msgs/sensor_msgs.h"
#include "surefoot/msgs/std_msgs.h"
#include "surefoot/session/load.h"
#include "surefoot/session/session.h"

namespace surefoot {
namespace {

constexpr const char* kHelp =
    "swarm_bench [--robots N] [--seconds S] [--speed] [--error]\n"
    "  --speed     N robots (1000) of the model centurion with an ultrasonic sensor each that is\n"
    "              listened to, on the engine kinematic, steps of 10 ms: CPU time, all threads\n"
    "  --error     the same commands on kinematic and on mujoco: the difference of the paths\n"
    "Both when neither is given. Exit status 1 when the real-time factor is below 1.\n";

constexpr double kEpoch = 0.01;
/// Initial distance between robots (m).
constexpr double kSpacing = 0.4;

double CpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

[[noreturn]] void Fail(const std::string& message) {
  std::fprintf(stderr, "swarm_bench: %s\n", message.c_str());
  std::exit(2);
}

std::string Placed(const std::string& inside, double x, double y, double z, double yaw) {
  char pose[128];
  std::snprintf(pose, sizeof pose, "<pose>%.4f %.4f %.4f 0 0 %.4f</pose>", x, y, z, yaw);
  return inside + pose;
}

/// A floor, a robot at every point of a square grid, and optionally a post between each four.
std::string WorldText(int robots, bool posts) {
  std::string text =
      "<sdf version='1.9'><world name='swarm'><physics name='p' type='ode'><max_step_size>0.01"
      "</max_step_size></physics><model name='floor'><static>true</static><link name='l'>"
      "<collision name='c'><geometry><plane><normal>0 0 1</normal><size>100 100</size></plane>"
      "</geometry></collision></link></model>";
  const int side = static_cast<int>(std::ceil(std::sqrt(robots)));
  RandomStream random(1, "swarm");
  for (int i = 0; i < robots; ++i) {
    const double x = kSpacing * (i % side);
    const double y = kSpacing * (i / side);
    text += "<include><uri>model://centurion</uri><name>r" + std::to_string(i) + "</name>" +
            Placed("", x, y, 0.0, random.Uniform(-3.1, 3.1)) + "</include>";
    if (!posts || i % 4 != 0) continue;
    text += "<model name='post" + std::to_string(i) + "'><static>true</static>" +
            Placed("", x + 0.5 * kSpacing, y + 0.5 * kSpacing, 0.05, 0.3) +
            "<link name='l'><collision name='c'><geometry><box><size>0.06 0.04 0.1</size></box>"
            "</geometry></collision></link></model>";
  }
  return text + "</world></sdf>";
}

std::unique_ptr<Session> Open(const Parts& parts, const std::string& text,
                              const std::string& engine, double step, std::uint64_t seed) {
  const Result<TextFile> file = TextFile::Write(text);
  if (!file.ok()) Fail(file.error().message);
  SessionOptions options;
  options.engine = engine;
  options.step = step;
  options.seed = seed;
  auto session = Session::Open(parts, file->path(), options);
  if (!session.ok()) Fail(session.error().message);
  return std::move(session).value();
}

void SendCommand(Session* session, const std::string& robot, const std::string& command) {
  msgs::std_msgs::String message;
  message.data = command;
  const Status status = session->Publish("/" + robot + "/motion", message);
  if (!status.ok()) Fail(status.error().message);
}

std::string AnyCommand(RandomStream* random) {
  if (random->Uniform() < 0.7) return "forward " + std::to_string(random->Uniform(0.5, 1.5));
  return (random->Uniform() < 0.5 ? "left " : "right ") + std::to_string(random->Uniform(0.1, 0.4));
}

/// Real-time factor of this number of robots.
double MeasureSpeed(const Parts& parts, int robots, double seconds) {
  const double before = CpuSeconds();
  const std::unique_ptr<Session> session =
      Open(parts, WorldText(robots, true), "kinematic", kEpoch, 1);
  const double loaded = CpuSeconds();
  long readings = 0;
  std::vector<graph::Subscription> subscriptions;
  for (int i = 0; i < robots; ++i) {
    subscriptions.push_back(session->Subscribe<msgs::sensor_msgs::Range>(
        "/r" + std::to_string(i) + "/ultrasonic",
        [&readings](const msgs::sensor_msgs::Range&) { ++readings; }));
  }
  RandomStream random(2, "swarm");
  const double start = CpuSeconds();
  const int epochs = static_cast<int>(std::lround(seconds / kEpoch));
  for (int epoch = 0; epoch < epochs; ++epoch) {
    // Each robot receives a command once a second.
    for (int i = epoch % 100; i < robots; i += 100) {
      SendCommand(session.get(), "r" + std::to_string(i), AnyCommand(&random));
    }
    const Status status = session->Step();
    if (!status.ok()) Fail(status.error().message);
  }
  const double used = CpuSeconds() - start;
  std::printf(
      "| robots | simulated | CPU | us per robot and epoch | readings | real-time factor | loading "
      "|\n"
      "|---|---|---|---|---|---|---|\n"
      "| %d | %.1f s | %.2f s | %.2f | %ld | %.2f | %.2f s |\n\n",
      robots, seconds, used, 1e6 * used / epochs / robots, readings, seconds / used,
      loaded - before);
  return seconds / used;
}

/// Position of the robot at the end of each of many commands.
std::vector<Vector3d> Places(const Parts& parts, const std::string& engine, double step,
                             std::uint64_t seed, int commands, double* way) {
  const std::unique_ptr<Session> session = Open(parts, WorldText(1, false), engine, step, seed);
  RandomStream random(seed, "commands");
  std::vector<Vector3d> places;
  Vector3d last = session->LinkPose("r0::base_link")->p;
  *way = 0.0;
  for (int i = 0; i < commands; ++i) {
    SendCommand(session.get(), "r0", AnyCommand(&random));
    const Status status = session->RunFor(2.0);
    if (!status.ok()) Fail(status.error().message);
    places.push_back(session->LinkPose("r0::base_link")->p);
    *way += (places.back() - last).norm();
    last = places.back();
  }
  return places;
}

void MeasureError(const Parts& parts) {
  constexpr int kCommands = 30;
  constexpr int kSeeds = 8;
  std::vector<double> sums(kCommands, 0.0);
  double way_sum = 0.0;
  for (int seed = 1; seed <= kSeeds; ++seed) {
    double way = 0.0;
    const auto seeded = static_cast<std::uint64_t>(seed);
    const auto light = Places(parts, "kinematic", kEpoch, seeded, kCommands, &way);
    const auto full = Places(parts, "mujoco", 0.002, seeded, kCommands, &way);
    way_sum += way / kSeeds;
    for (std::size_t i = 0; i < light.size(); ++i) {
      sums[i] += (light[i] - full[i]).head<2>().squaredNorm() / kSeeds;
    }
  }
  std::printf(
      "Light against dynamic (mujoco, 2 ms), the same commands and draws, %d seeds, %.2f m "
      "from place to place in %d commands:\n\n| commands | rms distance (mm) |\n|---|---|\n",
      kSeeds, way_sum, kCommands);
  for (const int n : {1, 3, 10, 30}) {
    std::printf("| %d | %.1f |\n", n, 1e3 * std::sqrt(sums[static_cast<std::size_t>(n - 1)]));
  }
}

int Main(int argc, char** argv) {
  int robots = 1000;
  double seconds = 10.0;
  bool speed = false;
  bool error = false;
  Arguments arguments(kHelp);
  arguments.Flag("--speed", &speed);
  arguments.Flag("--error", &error);
  arguments.Value("--robots", &robots);
  arguments.Value("--seconds", &seconds);
  if (const auto code = arguments.Read(argc, argv)) return *code;
  robots = std::max(1, robots);
  seconds = std::max(0.1, seconds);
  const Parts parts = BuiltinParts();
  const bool both = !speed && !error;
  double factor = 1.0;
  if (speed || both) factor = MeasureSpeed(parts, robots, seconds);
  if (error || both) MeasureError(parts);
  return factor >= 1.0 ? 0 : 1;
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
