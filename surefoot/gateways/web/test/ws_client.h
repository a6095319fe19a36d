#pragma once

/// A WebSocket client on plain sockets, for tests: it shares no code with the server, and can send
/// what no library would.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace surefoot::gateways::web {

class WsClient {
 public:
  WsClient() = default;
  ~WsClient();
  WsClient(WsClient&& other) noexcept;
  WsClient& operator=(WsClient&& other) noexcept;

  /// A TCP connection to this computer. With a small receive buffer the client is soon unable to
  /// receive more.
  bool Connect(int port, int receive_buffer = 0);
  /// The WebSocket handshake; returns the server's response if it refused.
  std::optional<std::string> Upgrade(const std::string& target = "/",
                                     const std::string& more_headers = "");
  /// Connect and Upgrade; false when one fails.
  bool Open(int port, const std::string& target = "/", const std::string& more_headers = "");

  bool SendText(std::string_view text);
  /// Any frame: opcode 1 text, 2 binary, 8 close, 9 ping, 10 pong.
  bool SendFrame(int opcode, std::string_view payload, bool last = true);
  bool SendRaw(std::string_view bytes);

  struct Message {
    int opcode = 0;
    std::string payload;
  };
  /// The next text, binary or close message; pings are answered. Nullopt after the timeout or the
  /// end of the connection.
  std::optional<Message> Receive(int timeout_ms = 5000);
  /// The next message that contains `part`.
  std::optional<std::string> ReceiveWith(std::string_view part, int timeout_ms = 5000);
  /// All bytes until the other side closes or the time is over.
  std::string ReceiveAll(int timeout_ms = 5000);
  /// Whether the other side closed within the time; bytes received before are discarded.
  bool IsClosed(int timeout_ms = 5000);
  void Close();
  int fd() const { return fd_; }

 private:
  bool Fill(int timeout_ms);
  std::optional<Message> TakeFrame();

  int fd_ = -1;
  int port_ = 0;
  std::string buffer_;
  /// How much of it has been used.
  std::size_t at_ = 0;
  std::uint32_t mask_ = 0x1b2c3d4e;
};

/// The port of "http://127.0.0.1:8080".
int PortOf(const std::string& address);

/// An HTTP request with GET; the whole answer.
std::string Get(int port, const std::string& target, const std::string& more_headers = "");

}  // namespace surefoot::gateways::web
