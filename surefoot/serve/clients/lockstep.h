#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/graph/bridge.h"

namespace surefoot::serve {

/// Clients that every step waits for. A client with a period of n steps is due at the step it came
/// in, and every n steps after that: the next step is taken when it has said "done". What it has
/// published until then takes effect together, client by client in the order of their names, so
/// that a run does not depend on who was faster.
class Lockstep {
 public:
  using Clock = std::chrono::steady_clock;
  /// What happens when a client does not answer in time, or leaves.
  enum class Policy {
    /// The simulation pauses.
    kStop,
    /// It goes on with the last commands and waits again when the client is due next.
    kHold,
    /// The client is no longer waited for.
    kDrop
  };
  struct Entry {
    std::string name;
    /// The connection, "web:3".
    std::string client;
    /// In steps.
    std::int64_t period = 1;
    /// In wall seconds; 0: forever.
    double timeout = 0.0;
    Policy policy = Policy::kStop;
  };

  static Result<Policy> ParsePolicy(const std::string& text);

  /// Due at `step` for the first time. An error when another client has the name.
  Status Register(const Entry& entry, std::int64_t step);
  Status Unregister(const std::string& name, const std::string& client);
  Status Done(const std::string& name, std::int64_t step, const std::string& client);
  /// True: `client` is one of them, and its messages go to Hold.
  bool Has(const std::string& client) const;
  Status Hold(graph::Publication publication);

  /// Whether nobody is waited for before the step after `step`. Remembers since when.
  bool Ready(std::int64_t step, Clock::time_point now);
  /// When the first of those that are waited for is too late; absent: never.
  std::optional<Clock::time_point> Deadline(std::int64_t step) const;
  /// Those that are too late by now, and what is to be done. Held and dropped ones are no longer
  /// waited for.
  std::vector<Entry> TakeLate(std::int64_t step, Clock::time_point now);
  /// Before the step after `step`: what takes effect now, in order.
  std::vector<graph::Publication> Release(std::int64_t step);
  /// Those that are due at `step`, by name.
  std::vector<std::string> Due(std::int64_t step) const;
  /// The steps are counted anew from here: all are due at once.
  void Restart(std::int64_t step);
  /// The client is gone; its entries.
  std::vector<Entry> Leave(const std::string& client);
  /// Those that were waited for get all their time again, e.g. after a pause.
  void RestartTimeouts() { waiting_since_.reset(); }

  bool empty() const { return clients_.empty(); }
  std::size_t size() const { return clients_.size(); }

 private:
  struct Client {
    Entry entry;
    std::int64_t due = 0;
    bool done = false;
    /// Since the last "done"; and before it, to take effect.
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
