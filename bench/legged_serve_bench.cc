/// A game of AIBOs over the network: one controller process per robot, which walks it and receives
/// its camera's pictures. Measures how much the machine can run, and how much it drops.

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "bench/arguments.h"
#include "bench/page.h"
#include "bench/serve/web_socket.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/builtin/register_gateways.h"
#include "surefoot/serve/server.h"

namespace surefoot {
namespace {

constexpr const char* kHelp =
    "legged_serve_bench [--engine NAME]... [--robots N]... [--seconds S] [--speed F] [--page "
    "FILE]\n"
    "Serves worlds/four_legged_game.sdf on two threads, at wall time (--speed 1) or as fast as it\n"
    "goes (--speed max), to one process for each robot, by rosbridge: walks it and takes the JPEG\n"
    "pictures of its camera (208 x 160 at 30 Hz). Default: 8 robots on MuJoCo, both speeds, 20 s "
    "of\n"
    "wall time each. --page puts the rows into the table of a page of docs/.\n";

using Clock = std::chrono::steady_clock;

struct Options {
  std::vector<std::string> engines;
  std::vector<int> robots;
  /// Simulated seconds per wall second; 0: as fast as possible.
  std::vector<double> speeds;
  double seconds = 20.0;
  std::string page;
};

[[noreturn]] void Die(const std::string& why) {
  std::fprintf(stderr, "legged_serve_bench: %s\n", why.c_str());
  std::_Exit(1);
}

std::string NameOf(int robot) {
  return (robot % 2 == 0 ? "red_" : "blue_") + std::to_string(robot / 2 + 1);
}

std::string Walk(const std::string& robot) {
  return R"({"op":"publish","topic":"/)" + robot +
         R"(/cmd_vel","msg":{"linear":{"x":0.15},"angular":{"z":0.6}}})";
}

/// Runs until the server ends. Returns the number of pictures received.
long long Control(int port, const std::string& robot) {
  Result<WebSocket> socket = WebSocket::Connect(port);
  if (!socket.ok()) Die(socket.error().message);
  socket->Send(
      {R"({"op":"subscribe","topic":"/)" + robot + R"(/camera/image_raw/compressed"})",
       R"({"op":"advertise","topic":"/)" + robot + R"(/cmd_vel","type":"geometry_msgs/Twist"})"});
  long long pictures = 0;
  Clock::time_point next = Clock::now();
  std::string text;
  while (!socket->ended()) {
    if (Clock::now() >= next) {
      next += std::chrono::milliseconds(100);
      if (!socket->Send({Walk(robot)})) break;
    }
    socket->Receive(20);
    while (socket->Next(&text)) {
      if (text.find("jpeg") != std::string::npos) ++pictures;
    }
  }
  return pictures;
}

/// Processes that were forked before the server has threads, and wait for its port.
class Controllers {
 public:
  explicit Controllers(int robots) {
    for (int i = 0; i < robots; ++i) Start(i);
  }

  void SendPort(int port) {
    for (const Child& child : children_) {
      if (::write(child.to, &port, sizeof port) != sizeof port) Die("a controller has ended");
    }
  }

  /// Pictures received by each.
  std::vector<long long> Await() {
    std::vector<long long> pictures;
    for (const Child& child : children_) {
      long long count = 0;
      if (::read(child.from, &count, sizeof count) != sizeof count) Die("a controller failed");
      ::waitpid(child.pid, nullptr, 0);
      ::close(child.to);
      ::close(child.from);
      pictures.push_back(count);
    }
    return pictures;
  }

 private:
  struct Child {
    pid_t pid = 0;
    int to = -1;
    int from = -1;
  };

  void Start(int robot) {
    std::array<int, 2> to = {};
    std::array<int, 2> from = {};
    if (::pipe(to.data()) != 0 || ::pipe(from.data()) != 0) Die("no pipe");
    std::fflush(stdout);
    const pid_t pid = ::fork();
    if (pid == 0) {
      int port = 0;
      if (::read(to[0], &port, sizeof port) != sizeof port) std::_Exit(1);
      const long long pictures = Control(port, NameOf(robot));
      std::_Exit(::write(from[1], &pictures, sizeof pictures) == sizeof pictures ? 0 : 1);
    }
    ::close(to[0]);
    ::close(from[1]);
    children_.push_back({pid, to[1], from[0]});
  }

  std::vector<Child> children_;
};

std::unique_ptr<serve::Server> MakeServer(const std::string& engine, double speed, double seconds) {
  gateways::GatewayKinds kinds;
  RegisterGateways(&kinds);
  serve::ServerOptions options;
  options.world = "four_legged_game";
  options.session.engine = engine;
  options.session.threads = 2;
  options.speed = speed;
  options.duration = seconds;
  options.gateways["web"] = {{"port", "0"}};
  Problems problems;
  auto server = serve::Server::Make(BuiltinParts(), kinds, options, &problems);
  if (!server.ok()) Die(server.error().message);
  return std::move(server).value();
}

std::string Measure(const std::string& engine, int robots, double speed, double seconds) {
  Controllers controllers(robots);
  std::unique_ptr<serve::Server> server = MakeServer(engine, speed, seconds);
  const std::string address = server->Addresses().front().second;
  controllers.SendPort(std::atoi(address.substr(address.rfind(':') + 1).c_str()));
  const Clock::time_point begin = Clock::now();
  server->Run();
  const double wall = std::chrono::duration<double>(Clock::now() - begin).count();
  const Session& session = *server->world().run.session();
  const sensors::PictureCounts counts = session.simulation().machine().sensors().picture_counts();
  const double simulated = session.time();
  server.reset();
  long long came = 0;
  for (const long long pictures : controllers.Await()) came += pictures;
  char row[200];
  std::snprintf(row, sizeof row, "| %d | %s | %s | %.2f | %.1f | %.1f | %.1f |\n", robots,
                engine.c_str(), speed > 0.0 ? "wall time" : "as fast as it goes", simulated / wall,
                static_cast<double>(counts.taken) / robots / simulated,
                static_cast<double>(counts.dropped) / robots / simulated,
                static_cast<double>(came) / robots / simulated);
  return row;
}

int MeasureAll(const Options& options) {
  const std::string head =
      "| robots | engine | speed | real-time factor | pictures taken per robot and simulated "
      "second | "
      "dropped | received |\n|---|---|---|---|---|---|---|\n";
  std::fputs(head.c_str(), stdout);
  for (const int robots : options.robots) {
    for (const std::string& engine : options.engines) {
      for (const double speed : options.speeds) {
        const std::string row = Measure(engine, robots, speed, options.seconds);
        std::fputs(row.c_str(), stdout);
        if (options.page.empty()) continue;
        const Status written = WriteRows(options.page, "legged_serve_bench", head, {row}, 3);
        if (!written.ok()) Die(written.error().message);
      }
    }
  }
  return 0;
}

int Main(int argc, char** argv) {
  Options options;
  Arguments arguments(kHelp);
  arguments.Value("--engine", &options.engines);
  arguments.Value("--robots", &options.robots);
  arguments.Value("--seconds", &options.seconds);
  arguments.Value("--speed", &options.speeds);
  arguments.Value("--page", &options.page);
  if (const auto code = arguments.Read(argc, argv)) return *code;
  for (const int robots : options.robots) {
    if (robots < 1 || robots > 8) Die("--robots accepts 1 to 8");
  }
  if (options.engines.empty()) options.engines = {"mujoco"};
  if (options.robots.empty()) options.robots = {8};
  if (options.speeds.empty()) options.speeds = {1.0, 0.0};
  // A controller that ends early must not end the server.
  std::signal(SIGPIPE, SIG_IGN);
  return MeasureAll(options);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) { return surefoot::Main(argc, argv); }
