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

/// The gateway with its sockets in front of a fake server. The test's thread is the graph's thread.
class GatewayFixture : public testing::Test {
 protected:
  GatewayFixture();
  void Start(const Settings& more = {});
  int Port(const std::string& what) const;
  /// Advances the clock and publishes measurements until the condition holds; fails after ten
  /// seconds.
  bool Until(const std::function<bool()>& done);
  /// The same until a client receives a line with this text.
  std::string LineWith(TestClient* client, const std::string& text);
  double Metric(const std::string& name);
  /// Like Until, but the server does not advance.
  static bool WaitFor(const std::function<bool()>& done);
  /// Stores a line that the gateway logs.
  void Log(const std::string& text);

  FakeServer server_;
  Metrics metrics_;
  GatewayKind kind_;
  std::mutex log_mutex_;
  std::vector<std::string> logged_;
  std::unique_ptr<Gateway> gateway_;
  /// Step of the clock (s).
  double step_ = 0.01;
  /// Whether robots publish measurements in each step.
  bool measure_ = true;
};

}  // namespace surefoot::gateways::usarsim
