/// Cost of the web gateway: web_load [--clients N] [--seconds S]. Round trip of a small message
/// with one client; then N clients, each with the IMU (100 Hz) and the odometry (50 Hz) of one of
/// five robots. Clients are plain sockets in this process.

#include <poll.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "surefoot/gateways/web/http/server.h"
#include "surefoot/gateways/web/test/test_world.h"
#include "surefoot/gateways/web/test/ws_client.h"

namespace surefoot::gateways::web {
namespace {

double MetricOf(int port, const std::string& name) {
  const std::string text = Get(port, "/metrics");
  const std::size_t at = text.find("\n" + name + " ");
  return at == text.npos ? -1.0 : std::atof(text.c_str() + at + name.size() + 2);
}

void MeasureRoundTrip(int port) {
  WsClient client;
  if (!client.Open(port)) return;
  client.SendText(R"({"op":"subscribe","topic":"/pong"})");
  std::vector<double> times;
  for (int i = 0; i < 5000; ++i) {
    const auto start = Clock::now();
    client.SendText(R"({"op":"publish","topic":"/ping","msg":{"data":)" + std::to_string(i) + "}}");
    if (!client.Receive().has_value()) return;
    const std::chrono::duration<double, std::micro> time = Clock::now() - start;
    if (i >= 500) times.push_back(time.count());
  }
  std::sort(times.begin(), times.end());
  std::printf("round trip, one client: median %.1f us, 99%% %.1f us\n", times[times.size() / 2],
              times[times.size() * 99 / 100]);
}

struct Follower {
  WsClient client;
  std::vector<long> imu_steps;
  long odoms = 0;
};

/// Sequence number of an IMU message, 10 ms each.
long StepOf(const std::string& message) {
  const std::size_t sec = message.find("\"sec\":");
  const std::size_t nanosec = message.find("\"nanosec\":");
  return std::atol(message.c_str() + sec + 6) * 100 +
         std::atol(message.c_str() + nanosec + 10) / 10000000;
}

void Take(Follower* follower) {
  while (const auto message = follower->client.Receive(0)) {
    const bool imu = message->payload.find("/imu/data") != std::string::npos;
    if (imu) follower->imu_steps.push_back(StepOf(message->payload));
    if (!imu) ++follower->odoms;
  }
}

void MeasureClients(int port, int clients, double seconds) {
  std::vector<Follower> followers(static_cast<std::size_t>(clients));
  for (std::size_t i = 0; i < followers.size(); ++i) {
    if (!followers[i].client.Open(port)) return;
    const std::string robot = "/robot_" + std::to_string(i % 5);
    for (const char* topic : {"/imu/data", "/odom"}) {
      followers[i].client.SendText(R"({"op":"subscribe","topic":")" + robot + topic + "\"}");
    }
  }
  const double cpu = MetricOf(port, "surefoot_web_cpu_seconds_total");
  const auto start = Clock::now();
  std::vector<pollfd> waiting;
  for (const Follower& follower : followers) waiting.push_back({follower.client.fd(), POLLIN, 0});
  while (Clock::now() - start < std::chrono::duration<double>(seconds)) {
    ::poll(waiting.data(), waiting.size(), 100);
    for (std::size_t i = 0; i < followers.size(); ++i) {
      if (waiting[i].revents != 0) Take(&followers[i]);
    }
  }
  const double used = MetricOf(port, "surefoot_web_cpu_seconds_total") - cpu;
  long lost = 0;
  long received = 0;
  for (const Follower& follower : followers) {
    const auto& steps = follower.imu_steps;
    if (steps.empty()) continue;
    lost += steps.back() - steps.front() + 1 - static_cast<long>(steps.size());
    received += static_cast<long>(steps.size()) + follower.odoms;
  }
  std::printf(
      "%d clients for %.0f s: %.0f messages/s, %ld lost, %.1f %% of a core in the gateway\n",
      clients, seconds, static_cast<double>(received) / seconds, lost, 100.0 * used / seconds);
}

int Run(int clients, double seconds) {
  TestWorld world(5);
  Metrics metrics;
  WebOptions options;
  options.port = 0;
  const auto gateway = StartServer({&world.bridge(), &metrics, nullptr}, options);
  if (!gateway.ok()) return 1;
  const int port = PortOf((*gateway)->addresses()[0]);
  world.Start(std::chrono::milliseconds(10));
  MeasureRoundTrip(port);
  MeasureClients(port, clients, seconds);
  return 0;
}

}  // namespace
}  // namespace surefoot::gateways::web

int main(int argc, char** argv) {
  int clients = 100;
  double seconds = 10.0;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--clients") == 0) clients = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--seconds") == 0) seconds = std::atof(argv[i + 1]);
  }
  return surefoot::gateways::web::Run(clients, seconds);
}
