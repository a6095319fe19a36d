#include "bench/serve/web_socket.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace surefoot {
namespace {

constexpr std::size_t kText = 0x1;
constexpr std::size_t kPing = 0x9;
constexpr std::size_t kPong = 0xa;

void AppendFrame(std::size_t opcode, const std::string& text, std::string* out) {
  const std::size_t size = text.size();
  *out += static_cast<char>(0x80 | opcode);
  if (size < 126) {
    *out += static_cast<char>(0x80 | size);
  } else {
    *out += static_cast<char>(0x80 | 126);
    *out += static_cast<char>(size >> 8);
    *out += static_cast<char>(size & 0xff);
  }
  // A mask of zeros leaves the text as it is.
  out->append(4, '\0');
  *out += text;
}

bool SendAll(int socket, const std::string& bytes) {
  std::size_t sent = 0;
  while (sent < bytes.size()) {
    const ssize_t count = ::send(socket, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

WebSocket::WebSocket(WebSocket&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)),
      received_(std::move(other.received_)),
      at_(std::exchange(other.at_, 0)) {}

WebSocket::~WebSocket() {
  if (socket_ >= 0) ::close(socket_);
}

Result<WebSocket> WebSocket::Connect(int port) {
  WebSocket made(::socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (made.socket_ < 0 ||
      ::connect(made.socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
    return Error{"cannot connect to port " + std::to_string(port)};
  }
  const int on = 1;
  ::setsockopt(made.socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  const Status greeted = made.Greet();
  if (!greeted.ok()) return greeted.error();
  return made;
}

Status WebSocket::Greet() {
  const bool sent = SendAll(socket_,
                            "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
  while (sent && received_.find("\r\n\r\n") == std::string::npos) {
    if (!Receive(5000)) return Error{"no answer to the handshake"};
  }
  if (received_.compare(0, 12, "HTTP/1.1 101") != 0) {
    return Error{"the handshake was refused: " + received_.substr(0, 200)};
  }
  at_ = received_.find("\r\n\r\n") + 4;
  return Status();
}

bool WebSocket::Send(const std::vector<std::string>& texts) {
  std::string bytes;
  for (const std::string& text : texts) AppendFrame(kText, text, &bytes);
  return SendAll(socket_, bytes);
}

bool WebSocket::Receive(int timeout_ms) {
  pollfd waited = {socket_, POLLIN, 0};
  if (::poll(&waited, 1, timeout_ms) <= 0) return false;
  received_.erase(0, at_);
  at_ = 0;
  char bytes[65536];
  const ssize_t count = ::recv(socket_, bytes, sizeof bytes, 0);
  ended_ = count == 0 || (count < 0 && errno != EINTR);
  if (count <= 0) return false;
  received_.append(bytes, static_cast<std::size_t>(count));
  return true;
}

bool WebSocket::Next(std::string* text) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::size_t>(static_cast<unsigned char>(received_[at_ + i]));
  };
  const std::size_t there = received_.size() - at_;
  if (there < 2) return false;
  std::size_t size = byte(1) & 0x7f;
  std::size_t head = 2;
  if (size >= 126) {
    const std::size_t digits = size == 126 ? 2 : 8;
    head += digits;
    if (there < head) return false;
    size = 0;
    for (std::size_t i = 0; i < digits; ++i) size = size << 8 | byte(2 + i);
  }
  if (there < head + size) return false;
  text->assign(received_, at_ + head, size);
  const std::size_t opcode = byte(0) & 0x0f;
  at_ += head + size;
  if (opcode == kPing) {
    // The server ends connections that do not answer.
    std::string pong;
    AppendFrame(kPong, *text, &pong);
    ended_ = !SendAll(socket_, pong);
    return Next(text);
  }
  return true;
}

}  // namespace surefoot
