#pragma once

/// A plain TCP client for tests: what a USARSim controller does with its socket.

#include <string>

namespace surefoot::gateways::usarsim {

class TestClient {
 public:
  /// At 127.0.0.1; a small buffer makes it a slow reader. `from` is where it says that it is.
  explicit TestClient(int port, int receive_buffer = 0, const char* from = "127.0.0.1");
  ~TestClient() { Close(); }
  TestClient(TestClient&& other) noexcept : socket_(other.socket_), bytes_(other.bytes_) {
    other.socket_ = -1;
  }
  TestClient(const TestClient&) = delete;

  bool connected() const { return socket_ >= 0; }
  /// False when the other side has gone.
  bool Send(const std::string& bytes);
  /// Takes what is there, waiting a millisecond for it at most; false when the other side closed.
  bool Receive();
  void Close();
  /// As a process that is killed: a reset instead of an orderly end.
  void Abort();

  /// All that came so far.
  std::string& bytes() { return bytes_; }
  /// Takes the first line with the text out of what came, and all before it; empty when there is
  /// none.
  std::string TakeLine(const std::string& text);

 private:
  int socket_ = -1;
  std::string bytes_;
};

}  // namespace surefoot::gateways::usarsim
