#pragma once

/// A WebSocket client for programs that wait for each answer, such as `surefoot console`. It is in
/// this folder because Beast is compiled here anyway.

#include <memory>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot::gateways::web {

/// A blocking connection; one thread.
///
///   auto client = WebSocketClient::Connect({.port = 8080, .token = token});
///   client.value()->Send(R"({"op":"call_service","service":"/rosapi/topics"})");
///   const Result<std::string> answer = client.value()->Receive();
class WebSocketClient {
 public:
  struct Options {
    std::string host = "127.0.0.1";
    int port = 8080;
    /// The token; empty for none.
    std::string token;
    /// Time limit for connecting, for sending and for each answer, in seconds.
    double timeout = 30.0;
  };

  static Result<std::unique_ptr<WebSocketClient>> Connect(const Options& options);
  ~WebSocketClient();

  Status Send(const std::string& text);
  /// Waits for the next message.
  Result<std::string> Receive();

  /// False after any failure: nothing more can be sent or received.
  bool is_open() const;

 private:
  class Socket;
  explicit WebSocketClient(std::unique_ptr<Socket> socket);

  std::unique_ptr<Socket> socket_;
};

}  // namespace surefoot::gateways::web
