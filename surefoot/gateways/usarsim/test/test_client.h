#pragma once

/// A plain TCP client for tests: what a USARSim controller does with its socket.

#include <string>

namespace surefoot::gateways::usarsim {

class TestClient {
 public:
  /// Connects to 127.0.0.1. A small buffer makes it a slow reader. `from` is its own address.
  explicit TestClient(int port, int receive_buffer = 0, const char* from = "127.0.0.1");
  ~TestClient() { Close(); }
  TestClient(TestClient&& other) noexcept : socket_(other.socket_), bytes_(other.bytes_) {
    other.socket_ = -1;
  }
  TestClient(const TestClient&) = delete;

  bool connected() const { return socket_ >= 0; }
  /// False if the other side has closed the connection.
  bool Send(const std::string& bytes);
  /// Reads what has arrived, waiting at most a millisecond; false if the other side has closed.
  bool Receive();
  void Close();
  /// Ends with a reset instead of an orderly close, as a killed process does.
  void Abort();

  /// All bytes received so far.
  std::string& bytes() { return bytes_; }
  /// Removes the received bytes up to the first line that contains the text, and returns that line;
  /// empty if there is none.
  std::string TakeLine(const std::string& text);

 private:
  int socket_ = -1;
  std::string bytes_;
};

}  // namespace surefoot::gateways::usarsim
