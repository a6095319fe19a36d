#pragma once

/// The queue of models that clients want to spawn. Spawning a model blocks the
/// server for a while, so one model is spawned at a time, with clients in turn (round robin).

#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gateways::usarsim {

/// Starts jobs one at a time. Used on the gateway's thread only.
class SpawnQueue {
 public:
  /// Limits of waiting jobs: of all clients, and of one.
  static constexpr std::size_t kMaxWaiting = 256;
  static constexpr std::size_t kMaxWaitingOfClient = 64;

  /// A job starts a spawn; Done must be called once when it has ended, also after a failure.
  using Job = std::function<void()>;

  /// Runs the job now or later, unless the client leaves first; an error if too many wait.
  Status Add(const std::string& client, Job job);
  void Done();
  /// Drops the waiting jobs of a client.
  void Leave(const std::string& client);

  /// Whether this client may add another one.
  bool CanAdd(const std::string& client) const;
  /// Number of waiting jobs, without the running one.
  std::size_t waiting() const;

 private:
  struct Line {
    std::string client;
    std::deque<Job> jobs;
  };
  void StartNext();
  const Line* Find(const std::string& client) const;

  /// Clients with waiting jobs; the first one is next.
  std::deque<Line> lines_;
  bool busy_ = false;
};

}  // namespace surefoot::gateways::usarsim
