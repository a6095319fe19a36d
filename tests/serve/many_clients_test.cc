// Many clients over real sockets: none loses a sample.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <thread>

#include "bench/serve/counting_clients.h"
#include "surefoot/builtin/builtin.h"
#include "surefoot/builtin/register_gateways.h"
#include "surefoot/serve/server.h"

namespace surefoot::serve::test {
namespace {

std::unique_ptr<Server> Start(const std::string& world, double speed) {
  gateways::GatewayKinds kinds;
  RegisterGateways(&kinds);
  ServerOptions options;
  options.world = world;
  options.speed = speed;
  options.paused = true;
  options.gateways["web"] = {{"port", "0"}};
  Problems problems;
  auto server = Server::Make(BuiltinParts(), kinds, options, &problems);
  EXPECT_TRUE(server.ok()) << server.error().message;
  return std::move(server).value();
}

/// Samples counted by a number of clients while the Husky lab played for some seconds, and its time
/// at the end.
CountingClients::Tally Count(double speed, int count, double seconds, double* time) {
  const std::unique_ptr<Server> server = Start("husky_lab", speed);
  const std::string address = server->Addresses().front().second;
  CountingClients clients(std::atoi(address.substr(address.rfind(':') + 1).c_str()));
  Status status;
  std::thread outside([&] {
    for (int i = 0; i < count && status.ok(); ++i) {
      status = clients.Add(
          {{"/husky/imu/data", 10'000'000}, {"/husky/husky_velocity_controller/odom", 20'000'000}});
    }
    if (status.ok()) status = clients.Count(seconds);
    server->Stop();
  });
  server->Run();
  outside.join();
  EXPECT_TRUE(status.ok()) << (status.ok() ? "" : status.error().message);
  *time = server->world().run.session()->time();
  return clients.tally();
}

TEST(ManyClients, GetEverySampleOnce) {
  constexpr int kClients = 20;
  double time = 0.0;
  const CountingClients::Tally tally = Count(1.0, kClients, 3.0, &time);
  EXPECT_EQ(tally.missing, 0);
  EXPECT_EQ(tally.wrong, 0);
  EXPECT_EQ(tally.ended, 0);
  // 100 Hz and 50 Hz of simulated time, which is less than 3 s on a busy machine.
  EXPECT_GT(time, 0.1);
  const double each = std::floor(100.0 * time + 1e-6) + std::floor(50.0 * time + 1e-6);
  EXPECT_EQ(tally.samples, kClients * static_cast<std::int64_t>(each)) << time << " s";
}

}  // namespace
}  // namespace surefoot::serve::test
