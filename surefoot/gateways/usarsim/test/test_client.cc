#include "surefoot/gateways/usarsim/test/test_client.h"

#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace surefoot::gateways::usarsim {

TestClient::TestClient(int port, int receive_buffer, const char* from)
    : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
  if (receive_buffer > 0) {
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof(receive_buffer));
  }
  sockaddr_in own{};
  own.sin_family = AF_INET;
  if (inet_pton(AF_INET, from, &own.sin_addr) != 1 ||
      bind(socket_, reinterpret_cast<const sockaddr*>(&own), sizeof(own)) != 0) {
    Close();
    return;
  }
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) != 0) Close();
}

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
  pollfd poller{socket_, POLLIN, 0};
  if (poll(&poller, 1, 1) <= 0) return true;
  char buffer[65536];
  const ssize_t count = recv(socket_, buffer, sizeof(buffer), 0);
  if (count <= 0) return false;
  bytes_.append(buffer, static_cast<std::size_t>(count));
  return true;
}

void TestClient::Close() {
  if (socket_ >= 0) close(socket_);
  socket_ = -1;
}

void TestClient::Abort() {
  const linger now{1, 0};
  setsockopt(socket_, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
  Close();
}

std::string TestClient::TakeLine(const std::string& text) {
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = bytes_.find("\r\n", begin);
    if (end == std::string::npos) return {};
    std::string line = bytes_.substr(begin, end - begin);
    begin = end + 2;
    if (line.find(text) == std::string::npos) continue;
    bytes_.erase(0, begin);
    return line;
  }
}

}  // namespace surefoot::gateways::usarsim
