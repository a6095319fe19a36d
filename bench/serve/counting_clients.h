#pragma once

/// Clients that count what they get by the stamps in it: nothing may be missing, come twice or in
/// another order.

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
    /// Of its samples, in simulated time.
    std::int64_t period_ns = 0;
  };
  struct Tally {
    std::int64_t samples = 0;
    /// Stamps that did not come, up to the last that came to anybody.
    std::int64_t missing = 0;
    /// Stamps that came again, too late, or that there should not be.
    std::int64_t wrong = 0;
    /// Of one client and topic.
    std::int64_t least = 0;
    std::int64_t most = 0;
    /// The longest time without any sample of a topic, on the wall.
    double longest_gap = 0.0;
    /// Connections that ended.
    int ended = 0;
  };

  explicit CountingClients(int port) : port_(port) {}
  /// Another client, subscribed when this returns. The world should stand still.
  Status Add(const std::vector<Topic>& topics);
  /// Lets it play for some seconds, pauses it and takes what is still on its way.
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
  /// False: nothing came.
  bool Receive(Client* client);
  void Note(Client* client, const std::string& text);

  int port_;
  std::vector<Client> clients_;
};

}  // namespace surefoot
