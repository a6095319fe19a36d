#pragma once

/// The other end of the gateway: a WebSocket connection to a running server, for programs that wait
/// for each answer. It is in this folder because Beast is compiled here anyway.

#include <memory>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot::gateways::web {

class WebSocketClient {
 public:
  struct Options {
    std::string host = "127.0.0.1";
    int port = 8080;
    /// Empty: none.
    std::string token;
    /// How long connecting, sending or an answer may take, in seconds.
    double timeout = 30.0;
  };

  static Result<std::unique_ptr<WebSocketClient>> Connect(const Options& options);
  ~WebSocketClient();

  Status Send(const std::string& text);
  /// Waits for the next message.
  Result<std::string> Receive();

  /// After a failure nothing more can be sent or received.
  bool is_open() const;

 private:
  class Socket;
  explicit WebSocketClient(std::unique_ptr<Socket> socket);

  std::unique_ptr<Socket> socket_;
};

}  // namespace surefoot::gateways::web
