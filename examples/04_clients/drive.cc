// Drives a Husky for two seconds and reads its IMU with plain sockets, in the protocol of USARSim:
// one line of text per message. In contrast to rosbridge, the robot belongs to the connection: INIT
// creates it, and it is removed when the connection ends.
//
// Start the server first: surefoot serve flat
// Build and run: g++ -std=c++17 -o drive drive.cc && ./drive [HOST [PORT]]

#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace {

/// Returns -1 if there is no server.
int Connect(const char* host, const char* port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (getaddrinfo(host, port, &hints, &found) != 0) return -1;
  int connection = -1;
  for (const addrinfo* at = found; at != nullptr && connection < 0; at = at->ai_next) {
    connection = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
    if (connection >= 0 && connect(connection, at->ai_addr, at->ai_addrlen) != 0) {
      close(connection);
      connection = -1;
    }
  }
  freeaddrinfo(found);
  return connection;
}

void Send(int connection, const std::string& command) {
  const std::string line = command + "\r\n";
  if (write(connection, line.data(), line.size()) != static_cast<ssize_t>(line.size())) {
    std::perror("drive");
    std::exit(1);
  }
}

/// The third number after `name` in "{Name 1,2,3}".
double ThirdNumber(const std::string& line, const std::string& name) {
  const std::size_t start = line.find("{" + name + " ");
  double x = 0.0, y = 0.0, z = 0.0;
  if (start == std::string::npos) return 0.0;
  std::sscanf(line.c_str() + start + name.size() + 2, "%lf,%lf,%lf", &x, &y, &z);
  return z;
}

}  // namespace

int main(int argc, char** argv) {
  const char* host = argc > 1 ? argv[1] : "127.0.0.1";
  const char* port = argc > 2 ? argv[2] : "3000";
  const int connection = Connect(host, port);
  if (connection < 0) {
    std::fprintf(stderr, "nobody answers at %s:%s\n", host, port);
    return 1;
  }
  Send(connection, "INIT {ClassName USARBot.Husky} {Name pilot} {Location 0,3,0}");
  // Wheels in rad/s: a turn to the left.
  Send(connection, "DRIVE {Left 0.5} {Right 3}");

  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(4);
  std::string text;
  int count = 0;
  double largest = 0.0;
  char buffer[4096];
  while (Clock::now() < end) {
    const ssize_t size = read(connection, buffer, sizeof buffer);
    if (size <= 0) break;
    text.append(buffer, static_cast<std::size_t>(size));
    for (std::size_t at; (at = text.find('\n')) != std::string::npos; text.erase(0, at + 1)) {
      const std::string line = text.substr(0, at);
      if (line.find("{Type IMU}") == std::string::npos) continue;
      ++count;
      // Its z axis points down, so turns to the left are negative.
      largest = std::max(largest, -ThirdNumber(line, "AngularVel"));
    }
  }
  close(connection);
  std::printf("%d IMU messages, largest turn rate %.2f rad/s\n", count, largest);
  return count > 0 ? 0 : 1;
}
