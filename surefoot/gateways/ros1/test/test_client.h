#pragma once

/// A plain TCP client for tests, and calls of XML-RPC over it.

#include <functional>
#include <string>

#include "surefoot/gateways/ros1/tcpros/header.h"
#include "surefoot/gateways/ros1/xmlrpc/xml.h"

namespace surefoot::gateways::ros1 {

class TestClient {
 public:
  /// At 127.0.0.1; a small buffer makes it a slow reader. `from`: its own address.
  explicit TestClient(int port, int receive_buffer = 0, const char* from = "127.0.0.1");
  ~TestClient() { Close(); }
  TestClient(TestClient&& other) noexcept;
  TestClient(const TestClient&) = delete;

  bool connected() const { return socket_ >= 0; }
  /// False when the other side has gone.
  bool Send(const std::string& bytes);
  bool Send(const Bytes& bytes) { return Send(std::string(bytes.begin(), bytes.end())); }
  /// Takes what is there, waiting a millisecond for it at most; false when the other side closed.
  bool Receive();
  void Close();

  /// Everything that came and was not taken.
  std::string& bytes() { return bytes_; }
  bool closed_by_peer() const { return closed_by_peer_; }
  /// Takes a frame of TCPROS, without its length; false if none is complete.
  bool TakeFrame(Bytes* frame);

 private:
  int socket_ = -1;
  bool closed_by_peer_ = false;
  std::string bytes_;
};

}  // namespace surefoot::gateways::ros1
