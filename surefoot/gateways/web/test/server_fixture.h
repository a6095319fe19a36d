#pragma once

#include <gmock/gmock.h>

#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "surefoot/gateways/web/http/server.h"
#include "surefoot/gateways/web/test/test_world.h"
#include "surefoot/gateways/web/test/ws_client.h"

namespace surefoot::gateways::web {

/// A gateway on a world with a thread; clients are real connections.
class ServerTest : public testing::Test {
 protected:
  ServerTest() { options_.port = 0; }
  ~ServerTest() override { gateway_.reset(); }

  void Start(std::chrono::microseconds period = std::chrono::microseconds(0)) {
    world_.Start(period);
    auto started = StartServer(
        {.bridge = &world_.bridge(), .metrics = &metrics_, .files = &files_, .audit = audit_.get()},
        options_);
    ASSERT_TRUE(started.ok()) << started.error().message;
    gateway_ = std::move(started).value();
    gateway_->Settle();
    port_ = PortOf(gateway_->addresses()[0]);
  }
  double Closed(const std::string& reason) {
    return metrics_
        .Find("surefoot_web_closed_total", Metrics::Kind::kCounter, "", "reason=\"" + reason + "\"")
        ->value();
  }
  double Value(const std::string& name) {
    return metrics_.Find(name, Metrics::Kind::kGauge, "")->value();
  }
  /// Waits for an effect of another thread; sockets offer no clock that a test could drive.
  template <typename Condition>
  static bool Eventually(Condition condition) {
    for (int i = 0; i < 5000; ++i) {
      if (condition()) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
  }
  /// Whether a well-behaved client is served.
  bool Serves() {
    WsClient client;
    if (!client.Open(port_)) return false;
    client.SendText(R"({"op":"call_service","id":"ok","service":"/set","args":{"data":true}})");
    return client.ReceiveWith("\"id\":\"ok\"").has_value();
  }

  TestWorld world_;
  Metrics metrics_;
  Files files_;
  /// Before Start; outlives the gateway.
  std::unique_ptr<AuditLog> audit_;
  WebOptions options_;
  std::unique_ptr<Gateway> gateway_;
  int port_ = 0;
};

}  // namespace surefoot::gateways::web
