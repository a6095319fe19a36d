#pragma once

/// A client of a running server: one call after the other by rosbridge over WebSocket.

#include <memory>
#include <string>
#include <utility>

#include "surefoot/base/result.h"
#include "surefoot/gateways/web/http/web_socket_client.h"

namespace surefoot::cli {

class RosbridgeClient {
 public:
  using Options = gateways::web::WebSocketClient::Options;

  static Result<RosbridgeClient> Connect(const Options& options);

  /// Request and response in JSON. An error: the service refused, or there was no answer.
  Result<std::string> Call(const std::string& service, const std::string& request);
  Status Publish(const std::string& topic, const std::string& type, const std::string& message);

  /// After a failure of the connection nothing more can be asked.
  bool is_open() const;

 private:
  explicit RosbridgeClient(std::unique_ptr<gateways::web::WebSocketClient> socket)
      : socket_(std::move(socket)) {}

  std::unique_ptr<gateways::web::WebSocketClient> socket_;
  int next_id_ = 1;
};

}  // namespace surefoot::cli
