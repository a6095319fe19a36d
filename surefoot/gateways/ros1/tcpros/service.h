#pragma once

#include <functional>
#include <memory>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/gateways/ros1/net/reactor.h"
#include "surefoot/gateways/ros1/tcpros/header.h"

namespace surefoot::gateways::ros1 {

/// The type of a service as ROS 1 peers compare it.
struct ServiceType {
  /// "std_srvs/SetBool".
  std::string name;
  std::string md5;
};

/// Answers the request of a call: the response, or an error, whose text the client gets. Called
/// once, on the reactor's thread.
using ServiceAnswer = std::function<void(const Result<Bytes>& response)>;

/// A service that this node offers.
struct OfferedService {
  std::string name;
  ServiceType type;
  /// Executes a call of a node; `answer` may be called within it or later.
  std::function<void(const std::string& client, Bytes request, ServiceAnswer answer)> call;
};

/// Checks a client's header for a service, answers it, and serves its calls one after the other.
/// `node`: the name of this node. The error is ROS 1's text.
Result<std::unique_ptr<Handler>> AcceptServiceClient(const OfferedService& service,
                                                     const std::string& node, const Fields& fields,
                                                     Stream* stream, std::size_t max_message);

/// The service of another node. Each call is a connection of its own.
struct RemoteService {
  std::string name;
  /// "rosrpc://host:4711".
  std::string uri;
  /// The type that is expected; its md5 may be "*".
  ServiceType type;
};

/// Calls a service of another node. `answer` is called once, unless the result is destroyed before.
[[nodiscard]] std::unique_ptr<Timer> CallService(Reactor* reactor, const std::string& node,
                                                 const RemoteService& service, const Bytes& request,
                                                 std::size_t max_message, ServiceAnswer answer);

/// Asks a service of another node for its type. `found` is called once, unless the result is
/// destroyed before.
[[nodiscard]] std::unique_ptr<Timer> ProbeService(
    Reactor* reactor, const std::string& node, const RemoteService& service,
    std::function<void(const Result<ServiceType>&)> found);

}  // namespace surefoot::gateways::ros1
