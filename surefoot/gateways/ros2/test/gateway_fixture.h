#pragma once

#include <gmock/gmock.h>

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "surefoot/gateways/gateway.h"
#include "surefoot/gateways/ros/test/fake_server.h"
#include "surefoot/gateways/ros2/test/peer.h"

namespace surefoot::gateways::ros2 {

/// The gateway before a server that is not a real one, and a node beside it, both with the vendor
/// of the parameter. The test's thread is the graph's.
class Ros2GatewayTest : public testing::TestWithParam<std::string> {
 protected:
  Ros2GatewayTest();
  ~Ros2GatewayTest() override;

  /// Starts the gateway, with these settings besides.
  void Start(const Settings& more = {});
  /// Ends the gateway and the server; another one is ready to start.
  void Stop();
  /// The server takes turns until it is so; fails after 20 seconds.
  bool Until(const std::function<bool()>& done);
  /// Turns without an end to wait for: enough for a message to arrive, if one comes.
  void Wait();

  /// Calls a service; absent if no answer comes.
  std::optional<Bytes> Call(const std::string& service, const std::string& ros_type,
                            const Bytes& request);
  template <typename Service>
  std::optional<typename Service::Response> Call(const std::string& service,
                                                 const typename Service::Request& request) {
    Bytes cdr;
    msgs::Encode(request, &cdr);
    const std::optional<Bytes> answer = Call(service, Service::service().name, cdr);
    typename Service::Response response;
    if (!answer || !msgs::Decode(*answer, &response)) return std::nullopt;
    return response;
  }

  double Metric(const std::string& name) const;
  std::string Logged();

  int domain_;
  std::unique_ptr<ros::FakeServer> server_;
  Metrics metrics_;
  GatewayKind kind_;
  std::mutex log_mutex_;
  std::string logged_;
  std::unique_ptr<Gateway> gateway_;
  std::optional<Peer> peer_;
};

}  // namespace surefoot::gateways::ros2
