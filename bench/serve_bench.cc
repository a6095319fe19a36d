/// The server with rosbridge clients on the same machine: latency from a command to its
/// measurement, and the cost of many clients. serve_bench [steps] [seconds] [clients]
///
/// Exits with 1 when a client missed a sample. The last lines tell which side was the limit:
/// samples that the server dropped from a client's queue, and the processor time of either side.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <thread>

#include "bench/page.h"
#include "bench/serve/counting_clients.h"
#include "bench/serve/web_socket.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/builtin/register_gateways.h"
#include "surefoot/serve/server.h"

namespace surefoot {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void Die(const std::string& why) {
  std::fprintf(stderr, "serve_bench: %s\n", why.c_str());
  std::_Exit(1);
}

/// Paused.
std::unique_ptr<serve::Server> Start(const std::string& world, double speed) {
  gateways::GatewayKinds kinds;
  RegisterGateways(&kinds);
  serve::ServerOptions options;
  options.world = world;
  options.speed = speed;
  options.paused = true;
  options.gateways["web"] = {{"port", "0"}, {"max-clients", "1000"}};
  Problems problems;
  auto server = serve::Server::Make(BuiltinParts(), kinds, options, &problems);
  if (!server.ok()) Die(server.error().message);
  return std::move(server).value();
}

int PortOf(const serve::Server& server) {
  const std::string address = server.Addresses().front().second;
  return std::atoi(address.substr(address.rfind(':') + 1).c_str());
}

/// A flat floor with one Husky whose IMU measures in every step.
std::string FastImuWorld() {
  std::string model;
  for (const std::string& folder : BuiltinParts().data_folders) {
    const Result<std::string> text = ReadText(folder + "/husky/model.sdf");
    if (text.ok()) model = text.value();
  }
  const std::string rate = "<update_rate>100</update_rate>";
  const std::size_t at = model.find(rate);
  if (at == std::string::npos) Die("the Husky's IMU does not have a rate of 100 Hz");
  model.replace(at, rate.size(), "<update_rate>1000</update_rate>");
  const std::size_t first = model.find("<model ");
  const std::string body = model.substr(first, model.rfind("</sdf>") - first);
  const std::string file = "/tmp/serve_bench_" + std::to_string(::getpid()) + ".sdf";
  const Status written =
      WriteText(file,
                "<sdf version='1.9' xmlns:surefoot='https://surefoot.org/sdf'><world name='bench'>"
                "<model name='floor'><static>true</static><link name='l'><collision "
                "name='c'><geometry><plane>"
                "<normal>0 0 1</normal></plane></geometry></collision></link></model>" +
                    body + "</world></sdf>");
  if (!written.ok()) Die(written.error().message);
  return file;
}

void Print(const char* what, std::vector<double>* micros) {
  std::sort(micros->begin(), micros->end());
  const auto at = [&](double share) {
    return (*micros)[static_cast<std::size_t>(share * static_cast<double>(micros->size() - 1))];
  };
  std::printf("%-44s median %7.1f us, 90 %% %7.1f us, 99 %% %7.1f us, most %8.1f us\n", what,
              at(0.5), at(0.9), at(0.99), at(1.0));
}

/// Receives until both the measurement and the message of the finished step have arrived.
void AwaitStep(WebSocket* socket, std::int64_t step) {
  const std::string expected = "\"step\":" + std::to_string(step) + ",";
  std::string text;
  bool measured = false;
  while (true) {
    while (socket->Next(&text)) {
      measured = measured || text.find("linear_acceleration") != std::string::npos;
      const bool stepped = text.find("/surefoot/lockstep/step") != std::string::npos &&
                           text.find(expected) != std::string::npos;
      if (stepped && measured) return;
      if (stepped) Die("the measurement came after the step, or not at all: " + text);
    }
    if (!socket->Receive(5000)) Die("nothing received for 5 s");
  }
}

std::string Expect(WebSocket* socket, const std::string& id) {
  std::string text;
  while (true) {
    while (socket->Next(&text)) {
      if (text.find(id) != std::string::npos) return text;
    }
    if (!socket->Receive(5000)) Die("no answer to " + id);
  }
}

/// Round trips; `pause`: the next one begins at the next millisecond.
void RoundTrips(WebSocket* socket, int count, bool pause, std::int64_t* step) {
  std::vector<double> micros;
  Clock::time_point next = Clock::now();
  for (int i = 0; i < count; ++i) {
    next += std::chrono::milliseconds(1);
    if (pause) std::this_thread::sleep_until(next);
    const Clock::time_point start = Clock::now();
    socket->Send(
        {R"({"op":"publish","topic":"/husky/cmd_vel","msg":{"linear":{"x":0.5}}})",
         R"({"op":"publish","topic":"/surefoot/lockstep/done","msg":{"name":"bench","step":)" +
             std::to_string(*step) + "}}"});
    AwaitStep(socket, ++*step);
    micros.push_back(std::chrono::duration<double, std::micro>(Clock::now() - start).count());
  }
  Print(pause ? "lock-step, one round trip each millisecond" : "lock-step, one after the other",
        &micros);
}

void LockstepClient(int port, int count) {
  Result<WebSocket> socket = WebSocket::Connect(port);
  if (!socket.ok()) Die(socket.error().message);
  socket->Send(
      {R"({"op":"subscribe","topic":"/husky/imu/data"})",
       R"({"op":"subscribe","topic":"/surefoot/lockstep/step"})",
       R"({"op":"advertise","topic":"/husky/cmd_vel","type":"geometry_msgs/Twist"})",
       R"({"op":"advertise","topic":"/surefoot/lockstep/done","type":"surefoot_msgs/LockstepDone"})",
       R"({"op":"call_service","id":"reg","service":"/surefoot/lockstep/register","args":{"name":"bench"}})",
       R"({"op":"call_service","id":"play","service":"/set_simulation_state","args":{"state":{"state":1}}})"});
  Expect(&socket.value(), "\"reg\"");
  Expect(&socket.value(), "\"play\"");
  std::int64_t step = 0;
  RoundTrips(&socket.value(), 500, false, &step);
  RoundTrips(&socket.value(), count, false, &step);
  RoundTrips(&socket.value(), count, true, &step);
}

double Seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

double CpuSeconds(int who) {
  rusage usage = {};
  ::getrusage(who, &usage);
  return Seconds(usage.ru_utime) + Seconds(usage.ru_stime);
}

/// The clients, in a separate process: each receives one robot's IMU and odometry, completely.
int ManyClients(int port, double seconds, int count) {
  CountingClients clients(port);
  for (int i = 0; i < count; ++i) {
    const std::string robot = "/husky_" + std::to_string(i % 5 + 1);
    const Status added = clients.Add({{robot + "/imu/data", 10'000'000},
                                      {robot + "/husky_velocity_controller/odom", 20'000'000}});
    if (!added.ok()) Die(added.error().message);
  }
  const double before = CpuSeconds(RUSAGE_SELF);
  const Clock::time_point start = Clock::now();
  const Status counted = clients.Count(seconds);
  if (!counted.ok()) Die(counted.error().message);
  const double wall = std::chrono::duration<double>(Clock::now() - start).count();
  const double share = 100.0 * (CpuSeconds(RUSAGE_SELF) - before) / wall;
  const CountingClients::Tally tally = clients.tally();
  std::printf(
      "%d clients with 100 and 50 Hz, %.0f s: %lld samples, %lld missing, %lld wrong, "
      "%d connections ended, longest gap %.0f ms; processor: receiver %.0f %%\n",
      count, seconds, static_cast<long long>(tally.samples), static_cast<long long>(tally.missing),
      static_cast<long long>(tally.wrong), tally.ended, 1e3 * tally.longest_gap, share);
  std::fflush(stdout);
  return tally.missing == 0 && tally.wrong == 0 && tally.ended == 0 ? 0 : 1;
}

/// False: something was missing.
bool MeasureMany(double seconds, int count) {
  int ends[2];
  if (::pipe(ends) != 0) Die("no pipe");
  std::fflush(stdout);
  const pid_t child = ::fork();
  if (child == 0) {
    int port = 0;
    if (::read(ends[0], &port, sizeof port) != sizeof port) std::_Exit(1);
    std::_Exit(ManyClients(port, seconds, count));
  }
  const std::unique_ptr<serve::Server> server = Start("five_huskies", 1.0);
  const int port = PortOf(*server);
  if (::write(ends[1], &port, sizeof port) != sizeof port) Die("the pipe is closed");
  int status = 0;
  std::thread waiter([&] {
    ::waitpid(child, &status, 0);
    server->Stop();
  });
  const double all = CpuSeconds(RUSAGE_SELF);
  const double own = CpuSeconds(RUSAGE_THREAD);
  const Clock::time_point start = Clock::now();
  server->Run();
  const double wall = std::chrono::duration<double>(Clock::now() - start).count();
  const double loop = CpuSeconds(RUSAGE_THREAD) - own;
  const double gateway = CpuSeconds(RUSAGE_SELF) - all - loop;
  waiter.join();
  const double dropped =
      server->metrics()
          .Find("surefoot_web_samples_lost_total", gateways::Metrics::Kind::kCounter, "")
          ->value();
  std::printf(
      "five Huskies at %.3f of real time; processor: simulation %.0f %%, gateway %.0f %%; samples "
      "dropped by the server: %.0f; longest turn of the loop: %.1f ms\n",
      server->world().run.session()->time() / seconds, 100.0 * loop / wall, 100.0 * gateway / wall,
      dropped, 1e3 * server->loop_watch().max_block());
  return status == 0;
}

}  // namespace
}  // namespace surefoot

int main(int argc, char** argv) {
  using namespace surefoot;
  const int steps = argc > 1 ? std::atoi(argv[1]) : 5000;
  const double seconds = argc > 2 ? std::atof(argv[2]) : 20.0;
  const int clients = argc > 3 ? std::atoi(argv[3]) : 100;
  const std::string file = FastImuWorld();
  {
    const std::unique_ptr<serve::Server> server = Start(file, 0.0);
    std::thread client([&] {
      LockstepClient(PortOf(*server), steps);
      server->Stop();
    });
    server->Run();
    client.join();
  }
  ::unlink(file.c_str());
  return MeasureMany(seconds, clients) ? 0 : 1;
}
