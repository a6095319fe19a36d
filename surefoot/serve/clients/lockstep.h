#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/graph/bridge.h"

namespace surefoot::serve {

/// Clients that steps wait for (lock-step). A client with a period of n steps is due at the step at
/// which it registered and every n steps after that; the next step is taken when it has sent
/// "done". The messages it published until then take effect together, client by client in the order
/// of their names, so that a run does not depend on the timing of the clients. Server thread; wall
/// time is passed in, so tests drive it.
///
///   if (!lockstep.Ready(step, now)) return Wait(lockstep.Deadline(step));
///   for (graph::Publication& p : lockstep.Release(step)) Apply(p);
class Lockstep {
 public:
  using Clock = std::chrono::steady_clock;
  /// What happens when a client does not answer in time, or leaves.
  enum class Policy {
    /// The simulation pauses.
    kStop,
    /// It continues with the last commands, and waits again when the client is due next.
    kHold,
    /// The client is removed; the run continues without it.
    kDrop
  };
  /// A registered client; one connection may register several names.
  struct Entry {
    std::string name;
    /// Name of the connection, "web:3".
    std::string client;
    /// In steps.
    std::int64_t period = 1;
    /// Time to answer, in wall seconds; 0 for no limit.
    double timeout = 0.0;
    Policy policy = Policy::kStop;
  };

  /// "stop", "hold" or "drop".
  static Result<Policy> ParsePolicy(const std::string& text);

  /// Adds a client, first due at `step`. An error if the name is in use.
  Status Register(const Entry& entry, std::int64_t step);
  /// Removes a client. Only the connection that registered the name may do so.
  Status Unregister(const std::string& name, const std::string& client);
  /// The client `name` is done with `step`; what it published takes effect with the next step. Only
  /// the connection that registered the name may send this.
  Status Done(const std::string& name, std::int64_t step, const std::string& client);
  /// Whether the connection has registered; its messages then go to Hold instead of taking effect
  /// at once.
  bool Has(const std::string& client) const;
  /// Stores a message until the client's turn. An error if too many bytes are waiting.
  Status Hold(graph::Publication publication);

  /// Whether the step after `step` can be taken. Records since when clients are waited for.
  bool Ready(std::int64_t step, Clock::time_point now);
  /// Earliest deadline of the clients waited for; absent if none has one.
  std::optional<Clock::time_point> Deadline(std::int64_t step) const;
  /// Returns the clients whose deadline has passed, with their policies. Those with kHold and kDrop
  /// are not waited for any more in this step.
  std::vector<Entry> TakeLate(std::int64_t step, Clock::time_point now);
  /// Call before the step after `step`: the messages that take effect now, in order.
  std::vector<graph::Publication> Release(std::int64_t step);
  /// Names of the clients due at `step`, sorted.
  std::vector<std::string> Due(std::int64_t step) const;
  /// Steps are counted from `step` again, after a reset: all clients are due at once.
  void Restart(std::int64_t step);
  /// Removes the entries of a connection that has closed, and returns them.
  std::vector<Entry> Leave(const std::string& client);
  /// The time limits of clients begin again, for example after a pause.
  void RestartTimeouts() { waiting_since_.reset(); }

  bool empty() const { return clients_.empty(); }
  std::size_t size() const { return clients_.size(); }

 private:
  struct Client {
    Entry entry;
    std::int64_t due = 0;
    bool done = false;
    /// Messages since the last "done", and those before it, which take effect with the next step.
    std::vector<graph::Publication> held;
    std::size_t held_bytes = 0;
    std::vector<graph::Publication> ready;
  };
  bool IsAwaited(const Client& client, std::int64_t step) const {
    return client.due <= step && !client.done;
  }
  Client* Find(const std::string& name);
  static Error RegisteredByAnother(const Client& known, const std::string& client);

  /// By name.
  std::vector<Client> clients_;
  std::optional<Clock::time_point> waiting_since_;
};

}  // namespace surefoot::serve
