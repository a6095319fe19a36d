#include "surefoot/gateways/ros1/test/test_client.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <utility>

namespace surefoot::gateways::ros1 {

TestClient::TestClient(int port, int receive_buffer, const char* from)
    : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
  if (receive_buffer > 0) {
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
  }
  sockaddr_in own{};
  own.sin_family = AF_INET;
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const bool connected =
      inet_pton(AF_INET, from, &own.sin_addr) == 1 &&
      bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof(own)) == 0 &&
      connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0;
  if (!connected) Close();
}

TestClient::TestClient(TestClient&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      closed_by_peer_(other.closed_by_peer_),
      bytes_(std::move(other.bytes_)) {}

bool TestClient::Send(const std::string& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count = send(socket_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

bool TestClient::Receive() {
  if (closed_by_peer_ || socket_ < 0) return false;
  pollfd poller{socket_, POLLIN, 0};
  if (poll(&poller, 1, 1) <= 0) return true;
  char buffer[65536];
  const ssize_t count = recv(socket_, buffer, sizeof(buffer), 0);
  closed_by_peer_ = count <= 0;
  if (!closed_by_peer_) bytes_.append(buffer, static_cast<std::size_t>(count));
  return !closed_by_peer_;
}

void TestClient::Close() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
}

bool TestClient::TakeFrame(Bytes* frame) {
  std::uint32_t size = 0;
  if (bytes_.size() < sizeof size) return false;
  std::memcpy(&size, bytes_.data(), sizeof size);
  if (bytes_.size() < sizeof size + size) return false;
  frame->assign(bytes_.begin() + sizeof size,
                bytes_.begin() + static_cast<std::ptrdiff_t>(sizeof size + size));
  bytes_.erase(0, sizeof size + size);
  return true;
}

}  // namespace surefoot::gateways::ros1
