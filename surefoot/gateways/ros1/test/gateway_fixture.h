#pragma once

#include <gmock/gmock.h>

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "surefoot/gateways/ros/test/fake_server.h"
#include "surefoot/gateways/ros1/gateway.h"
#include "surefoot/gateways/ros1/test/test_client.h"

namespace surefoot::gateways::ros1 {

using ros::FakeServer;

/// The gateway with its sockets before a server that is not a real one. The test's thread is the
/// graph's.
class GatewayFixture : public testing::Test {
 protected:
  GatewayFixture();
  ~GatewayFixture() override;

  /// Starts the gateway with its own master on a free port, or with these settings.
  void Start(const Settings& more = {});
  /// Port of an address "http://127.0.0.1:4711".
  static int PortOf(const std::string& address);
  int master_port() const { return PortOf(gateway_->addresses()[0]); }

  /// The server takes turns until it is so; fails after ten seconds.
  bool Until(const std::function<bool()>& done);

  /// Calls a method by XML-RPC while the server takes turns; the answer or an error.
  Result<Value> Call(int port, const std::string& method, const Value::Array& params);
  /// The third item of an answer of the master whose code is 1; otherwise an empty text.
  Value Master(const std::string& method, const Value::Array& params);
  /// Port for XML-RPC of the node "/surefoot".
  int NodePort();
  /// Port for TCPROS, as the node says for its topic /rosout.
  int TcprosPort();
  /// Connects to the TCPROS port with a header, and reads the answer.
  TestClient Connect(const Fields& fields, Fields* answer);
  /// Subscribes to a topic with any type.
  TestClient Subscribe(const std::string& topic, Fields* answer);
  /// The next frame that a client gets; empty if none comes.
  Bytes NextFrame(TestClient* client);

  double Metric(const std::string& name) const;
  std::string Logged();

  FakeServer server_;
  Metrics metrics_;
  GatewayKind kind_;
  std::mutex log_mutex_;
  std::string logged_;
  std::unique_ptr<Gateway> gateway_;
};

}  // namespace surefoot::gateways::ros1
