#pragma once

/// Clients that count received messages by their stamps: none may be missing, duplicated or out of
/// order.

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/serve/web_socket.h"

namespace surefoot {

class CountingClients {
 public:
  struct Topic {
    std::string name;
    /// Period of its samples, in simulated time.
    std::int64_t period_ns = 0;
  };
  struct Tally {
    std::int64_t samples = 0;
    /// Missing stamps, up to the last that any client received.
    std::int64_t missing = 0;
    /// Stamps that were duplicated, late or unexpected.
    std::int64_t wrong = 0;
    /// Samples of one client and topic.
    std::int64_t min = 0;
    std::int64_t max = 0;
    /// Longest wall time without any sample of a topic.
    double longest_gap = 0.0;
    /// Connections that ended.
    int ended = 0;
  };

  explicit CountingClients(int port) : port_(port) {}
  /// Adds a client, which is subscribed when this returns. The simulation should be paused.
  Status Add(const std::vector<Topic>& topics);
  /// Runs the simulation for some seconds, pauses it and receives what is still in transit.
  Status Count(double seconds);
  Tally tally() const;

 private:
  struct Stream {
    Topic topic;
    std::int64_t first_ns = -1;
    std::int64_t last_ns = -1;
    std::int64_t samples = 0;
    std::int64_t missing = 0;
    std::int64_t wrong = 0;
    std::chrono::steady_clock::time_point at;
    double longest_gap = 0.0;
  };
  struct Client {
    WebSocket socket;
    std::vector<Stream> streams;
    bool ended = false;
  };
  Status SetState(WebSocket* socket, int state);
  /// False: nothing arrived.
  bool Receive(Client* client);
  void Note(Client* client, const std::string& text);

  int port_;
  std::vector<Client> clients_;
};

}  // namespace surefoot
