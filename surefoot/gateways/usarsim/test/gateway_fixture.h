#pragma once

#include <gmock/gmock.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "surefoot/gateways/usarsim/gateway.h"
#include "surefoot/gateways/usarsim/test/fake_server.h"
#include "surefoot/gateways/usarsim/test/pioneer.h"
#include "surefoot/gateways/usarsim/test/test_client.h"

namespace surefoot::gateways::usarsim {

/// The gateway with its sockets before a server that is not a real one. The test's thread is the
/// graph's.
class GatewayFixture : public testing::Test {
 protected:
  GatewayFixture();
  void Start(const Settings& more = {});
  int Port(const std::string& what) const;
  /// The clock goes on, robots measure, until it is so; fails after ten seconds.
  bool Until(const std::function<bool()>& done);
  /// The same for a line that a client gets.
  std::string LineWith(TestClient* client, const std::string& text);
  double Metric(const std::string& name);
  /// As Until, and the server does nothing.
  static bool WaitFor(const std::function<bool()>& done);
  /// What the gateway logs.
  void Log(const std::string& text);

  FakeServer server_;
  Metrics metrics_;
  GatewayKind kind_;
  std::mutex log_mutex_;
  std::vector<std::string> logged_;
  std::unique_ptr<Gateway> gateway_;
  /// Of the clock.
  double step_ = 0.01;
  /// Robots measure as well.
  bool measure_ = true;
};

}  // namespace surefoot::gateways::usarsim
