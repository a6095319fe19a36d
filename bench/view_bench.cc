/// Cost of viewers: clients that subscribe as the web page does, on the same machine.
/// view_bench [seconds] [viewers]

#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>
#include <vector>

#include "bench/page.h"
#include "bench/serve/web_socket.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/builtin/register_gateways.h"
#include "surefoot/serve/server.h"

namespace surefoot {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void Die(const std::string& why) {
  std::fprintf(stderr, "view_bench: %s\n", why.c_str());
  std::_Exit(1);
}

/// What the clients report about themselves.
struct Tally {
  long long messages = 0;
  long long bytes = 0;
  long long pose_messages = 0;
  long long pose_bytes = 0;
};

std::string Subscribe(const std::string& topic) {
  return R"({"op":"subscribe","compression":"cbor","queue_length":1,"topic":"/surefoot/)" + topic +
         "\"}";
}

/// Viewers, and a client that keeps robots driving.
Tally Watch(int port, int viewers, int robots, double seconds) {
  Result<WebSocket> driver = WebSocket::Connect(port);
  if (!driver.ok()) Die(driver.error().message);
  std::vector<WebSocket> sockets;
  std::vector<pollfd> waits;
  for (int i = 0; i < viewers; ++i) {
    Result<WebSocket> socket = WebSocket::Connect(port);
    if (!socket.ok()) Die(socket.error().message);
    socket->Send(
        {Subscribe("view/scene"), Subscribe("view/poses"), Subscribe("view/status"),
         Subscribe("events"),
         R"({"op":"call_service","service":"/surefoot/view/join","args":{"name":"Jana"}})"});
    waits.push_back({socket->descriptor(), POLLIN, 0});
    sockets.push_back(std::move(socket).value());
  }
  Tally tally;
  std::string text;
  const Clock::time_point start = Clock::now();
  const Clock::time_point counted = start + std::chrono::seconds(1);
  const Clock::time_point end =
      counted + std::chrono::milliseconds(static_cast<int>(1e3 * seconds));
  Clock::time_point drive = start;
  while (Clock::now() < end) {
    if (Clock::now() >= drive) {
      drive += std::chrono::milliseconds(100);
      for (int i = 1; i <= robots; ++i) {
        driver->Send({R"({"op":"publish","type":"geometry_msgs/Twist","topic":"/husky_)" +
                      std::to_string(i) +
                      R"(/cmd_vel","msg":{"linear":{"x":0.5},"angular":{"z":0.4}}})"});
      }
    }
    ::poll(waits.data(), waits.size(), 20);
    for (std::size_t i = 0; i < sockets.size(); ++i) {
      if (waits[i].revents == 0) continue;
      if (!sockets[i].Receive(0)) continue;
      while (sockets[i].Next(&text)) {
        if (Clock::now() < counted) continue;
        const bool poses = text.find("/surefoot/view/poses") != std::string::npos;
        tally.messages += 1;
        tally.bytes += static_cast<long long>(text.size());
        tally.pose_messages += poses ? 1 : 0;
        tally.pose_bytes += poses ? static_cast<long long>(text.size()) : 0;
      }
    }
  }
  return tally;
}

double CpuSeconds(int who) {
  rusage usage = {};
  ::getrusage(who, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

struct Cost {
  /// Shares of a core.
  double loop = 0.0;
  double gateway = 0.0;
  Tally tally;
};

/// The clients are another process, started before there are threads.
Cost Measure(const std::string& world, int viewers, int robots, double seconds) {
  int to_child[2];
  int to_parent[2];
  if (::pipe(to_child) != 0 || ::pipe(to_parent) != 0) Die("no pipe");
  const pid_t child = ::fork();
  if (child == 0) {
    int port = 0;
    if (::read(to_child[0], &port, sizeof port) != sizeof port) std::_Exit(1);
    const Tally tally = Watch(port, viewers, robots, seconds);
    std::_Exit(::write(to_parent[1], &tally, sizeof tally) == sizeof tally ? 0 : 1);
  }
  gateways::GatewayKinds kinds;
  RegisterGateways(&kinds);
  serve::ServerOptions options;
  options.world = world;
  options.gateways["web"] = {{"port", "0"}, {"max-clients", "200"}};
  Problems problems;
  auto server = serve::Server::Make(BuiltinParts(), kinds, options, &problems);
  if (!server.ok()) Die(server.error().message);
  const std::string address = server.value()->Addresses().front().second;
  const int port = std::atoi(address.substr(address.rfind(':') + 1).c_str());
  if (::write(to_child[1], &port, sizeof port) != sizeof port) Die("the pipe is closed");
  std::thread waiter([&] {
    ::waitpid(child, nullptr, 0);
    server.value()->Stop();
  });
  const double all = CpuSeconds(RUSAGE_SELF);
  const double own = CpuSeconds(RUSAGE_THREAD);
  const Clock::time_point start = Clock::now();
  server.value()->Run();
  const double wall = std::chrono::duration<double>(Clock::now() - start).count();
  Cost cost;
  cost.loop = (CpuSeconds(RUSAGE_THREAD) - own) / wall;
  cost.gateway = (CpuSeconds(RUSAGE_SELF) - all) / wall - cost.loop;
  waiter.join();
  if (::read(to_parent[0], &cost.tally, sizeof cost.tally) != sizeof cost.tally) {
    Die("the clients reported nothing");
  }
  for (const int end : {to_child[0], to_child[1], to_parent[0], to_parent[1]}) ::close(end);
  return cost;
}

/// A floor with many Huskies.
std::string ManyHuskies(int count) {
  std::string text =
      "<sdf version='1.9'><world name='many'><model name='floor'><static>true</static>"
      "<link name='l'><collision name='c'><geometry><plane><normal>0 0 1</normal></plane>"
      "</geometry></collision></link></model>";
  std::string model;
  for (const std::string& data : BuiltinParts().data_folders) {
    if (std::filesystem::exists(data + "/husky/model.sdf")) model = data + "/husky";
  }
  for (int i = 0; i < count; ++i) {
    text += "<include><uri>" + model + "</uri><name>husky_" + std::to_string(i + 1) +
            "</name><pose>" + std::to_string(4 * (i % 10)) + " " + std::to_string(4 * (i / 10)) +
            " 0.14 0 0 0</pose></include>";
  }
  char folder[] = "/tmp/view_bench_XXXXXX";
  if (::mkdtemp(folder) == nullptr) Die("cannot create a folder in /tmp");
  const std::string file = std::string(folder) + "/many.sdf";
  const Status written = WriteText(file, text + "</world></sdf>");
  if (!written.ok()) Die(written.error().message);
  return file;
}

void Print(const char* what, const Cost& cost, int viewers, double seconds) {
  const double per = viewers > 0 ? 1.0 / (viewers * seconds) : 0.0;
  std::printf(
      "%-28s loop %5.1f %%, gateway %5.1f %% of a core; a viewer gets %5.1f poses/s in "
      "%.3f Mbit/s, in total %.3f Mbit/s\n",
      what, 100.0 * cost.loop, 100.0 * cost.gateway,
      static_cast<double>(cost.tally.pose_messages) * per,
      8e-6 * static_cast<double>(cost.tally.pose_bytes) * per,
      8e-6 * static_cast<double>(cost.tally.bytes) * per);
  std::fflush(stdout);
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) {
  using namespace surefoot;
  const double seconds = argc > 1 ? std::atof(argv[1]) : 10.0;
  const int viewers = argc > 2 ? std::atoi(argv[2]) : 10;
  const Cost none = Measure("five_huskies", 0, 5, seconds);
  Print("five Huskies, no viewers", none, 0, seconds);
  const Cost some = Measure("five_huskies", viewers, 5, seconds);
  Print("five Huskies, viewers", some, viewers, seconds);
  const double more = some.loop + some.gateway - none.loop - none.gateway;
  std::printf("%d viewers: %.2f %% of a core each (bar: 5 %%)\n", viewers, 100.0 * more / viewers);
  std::fflush(stdout);
  const std::string file = ManyHuskies(100);
  const Cost many = Measure(file, 1, 100, seconds);
  std::filesystem::remove_all(std::filesystem::path(file).parent_path());
  Print("100 Huskies, one viewer", many, 1, seconds);
  return 0;
}
