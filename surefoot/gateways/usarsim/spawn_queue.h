#pragma once

/// Models that clients of the gateway want to have made. The server needs a while for each, in
/// which it does little else; so it is asked for one at a time, clients in turn, and the others
/// wait here.

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gateways::usarsim {

class SpawnQueue {
 public:
  /// Of all clients, and of one.
  static constexpr std::size_t kMaxWaiting = 256;
  static constexpr std::size_t kMaxWaitingOfClient = 64;

  /// Starts one; it calls `Done` once when that has ended, however it did.
  using Job = std::function<void()>;

  /// Starts it now or later, unless the client leaves first; an error when too many wait.
  Status Add(const std::string& client, Job job);
  void Done();
  /// What the client still waits for is not made.
  void Leave(const std::string& client);

  /// Whether this client may add another one.
  bool HasRoom(const std::string& client) const;
  /// Without the one that is under way.
  std::size_t waiting() const;

 private:
  struct Line {
    std::string client;
    std::deque<Job> jobs;
  };
  void StartNext();
  const Line* Find(const std::string& client) const;

  /// The first one's turn is next.
  std::deque<Line> lines_;
  bool busy_ = false;
};

}  // namespace surefoot::gateways::usarsim
