#include "surefoot/gateways/web/test/ws_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <utility>

namespace surefoot::gateways::web {
namespace {

int MillisecondsUntil(std::chrono::steady_clock::time_point end) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
  return static_cast<int>(std::max<std::int64_t>(left.count(), 0));
}

std::chrono::steady_clock::time_point After(int timeout_ms) {
  return std::chrono::steady_clock::now() + std::chrono::milliseconds(timeout_ms);
}

}  // namespace

WsClient::~WsClient() { Close(); }

WsClient::WsClient(WsClient&& other) noexcept { *this = std::move(other); }

WsClient& WsClient::operator=(WsClient&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(buffer_, other.buffer_);
  std::swap(at_, other.at_);
  return *this;
}

void WsClient::Close() {
  if (fd_ >= 0) ::close(fd_);
  fd_ = -1;
}

bool WsClient::Connect(int port, int receive_buffer) {
  fd_ = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (receive_buffer > 0) {
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  }
  const int one = 1;
  ::setsockopt(fd_, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  port_ = port;
  return ::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0;
}

std::optional<std::string> WsClient::Upgrade(const std::string& target,
                                             const std::string& more_headers) {
  SendRaw("GET " + target + " HTTP/1.1\r\nHost: localhost:" + std::to_string(port_) +
          "\r\nUpgrade: websocket\r\n" +
          "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
          "Sec-WebSocket-Version: 13\r\n" + more_headers + "\r\n");
  while (buffer_.find("\r\n\r\n") == std::string::npos) {
    if (!Fill(5000)) return buffer_;
  }
  const std::string head = buffer_.substr(0, buffer_.find("\r\n\r\n") + 4);
  // The response for this key in RFC 6455, section 1.3.
  const bool good = head.rfind("HTTP/1.1 101", 0) == 0 &&
                    head.find("s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") != std::string::npos;
  if (!good) return buffer_;
  buffer_.erase(0, head.size());
  return std::nullopt;
}

bool WsClient::Open(int port, const std::string& target, const std::string& more_headers) {
  return Connect(port) && !Upgrade(target, more_headers).has_value();
}

bool WsClient::SendRaw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool WsClient::SendText(std::string_view text) { return SendFrame(1, text); }

bool WsClient::SendFrame(int opcode, std::string_view payload, bool last) {
  std::string frame;
  frame += static_cast<char>((last ? 0x80 : 0) | opcode);
  const std::uint64_t size = payload.size();
  const int bytes = size < 126 ? 0 : size < 65536 ? 2 : 8;
  frame += static_cast<char>(0x80 | (bytes == 0 ? size : bytes == 2 ? 126 : 127));
  for (int i = bytes - 1; i >= 0; --i) frame += static_cast<char>(size >> (8 * i) & 0xff);
  mask_ = mask_ * 1664525u + 1013904223u;
  std::array<char, 4> key{};
  for (int i = 0; i < 4; ++i) key[static_cast<std::size_t>(i)] = static_cast<char>(mask_ >> 8 * i);
  frame.append(key.data(), 4);
  for (std::size_t i = 0; i < payload.size(); ++i) {
    frame += static_cast<char>(payload[i] ^ key[i % 4]);
  }
  return SendRaw(frame);
}

bool WsClient::Fill(int timeout_ms) {
  if (fd_ < 0) return false;
  pollfd waiting{fd_, POLLIN, 0};
  if (::poll(&waiting, 1, timeout_ms) <= 0) return false;
  std::array<char, 65536> bytes;
  const ssize_t size = ::recv(fd_, bytes.data(), bytes.size(), 0);
  if (size <= 0) {
    Close();
    return false;
  }
  if (at_ > 0) buffer_.erase(0, at_);
  at_ = 0;
  buffer_.append(bytes.data(), static_cast<std::size_t>(size));
  return true;
}

std::optional<WsClient::Message> WsClient::TakeFrame() {
  const std::string_view have = std::string_view(buffer_).substr(at_);
  if (have.size() < 2) return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(have[i]); };
  std::uint64_t size = byte(1) & 0x7f;
  const std::size_t bytes = size < 126 ? 0 : size == 126 ? 2 : 8;
  if (have.size() < 2 + bytes) return std::nullopt;
  if (bytes > 0) size = 0;
  for (std::size_t i = 0; i < bytes; ++i) size = size << 8 | byte(2 + i);
  if (have.size() < 2 + bytes + size) return std::nullopt;
  Message message{byte(0) & 0x0f, std::string(have.substr(2 + bytes, size))};
  at_ += 2 + bytes + size;
  return message;
}

std::optional<WsClient::Message> WsClient::Receive(int timeout_ms) {
  const auto end = After(timeout_ms);
  while (true) {
    if (std::optional<Message> message = TakeFrame()) {
      if (message->opcode == 9) SendFrame(10, message->payload);
      if (message->opcode < 9) return message;
      continue;
    }
    if (!Fill(MillisecondsUntil(end))) return std::nullopt;
  }
}

std::optional<std::string> WsClient::ReceiveWith(std::string_view part, int timeout_ms) {
  const auto end = After(timeout_ms);
  while (std::optional<Message> message = Receive(MillisecondsUntil(end))) {
    if (message->payload.find(part) != std::string::npos) return message->payload;
  }
  return std::nullopt;
}

std::string WsClient::ReceiveAll(int timeout_ms) {
  const auto end = After(timeout_ms);
  while (Fill(MillisecondsUntil(end))) {
  }
  return buffer_.substr(std::exchange(at_, buffer_.size()));
}

bool WsClient::IsClosed(int timeout_ms) {
  const auto end = After(timeout_ms);
  while (Fill(MillisecondsUntil(end))) at_ = buffer_.size();
  return fd_ < 0;
}

int PortOf(const std::string& address) {
  return std::atoi(address.substr(address.rfind(':') + 1).c_str());
}

std::string Get(int port, const std::string& target, const std::string& more_headers) {
  WsClient client;
  if (!client.Connect(port)) return {};
  client.SendRaw("GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" +
                 more_headers + "\r\n");
  return client.ReceiveAll();
}

}  // namespace surefoot::gateways::web
