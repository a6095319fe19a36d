#pragma once

#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot {

/// A minimal WebSocket client: unfragmented text frames.
class WebSocket {
 public:
  static Result<WebSocket> Connect(int port);
  ~WebSocket();
  WebSocket(WebSocket&& other) noexcept;
  WebSocket& operator=(WebSocket&&) = delete;

  int descriptor() const { return socket_; }
  /// Sends all texts in one write.
  bool Send(const std::vector<std::string>& texts);
  /// Waits for bytes, at most `timeout_ms`; false at the end or when nothing arrived.
  bool Receive(int timeout_ms);
  /// The other side closed the connection, or it failed.
  bool ended() const { return ended_; }
  /// The next complete message received; false: none.
  bool Next(std::string* text);

 private:
  explicit WebSocket(int socket) : socket_(socket) {}
  Status Greet();

  int socket_ = -1;
  std::string received_;
  std::size_t at_ = 0;
  bool ended_ = false;
};

}  // namespace surefoot
