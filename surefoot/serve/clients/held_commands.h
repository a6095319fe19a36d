#pragma once

/// Commands that remain valid until the next one, as in the protocol of USARSim. Drives stop
/// without new commands after a fraction of a second, so the server repeats such commands, in
/// simulated time.

#include <map>
#include <string>

#include "surefoot/graph/bridge.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::serve {

/// Server thread.
class HeldCommands {
 public:
  struct Command {
    std::string client;
    sim::TopicMessage message;
    /// Simulated time of the last repetition.
    SimTimeNs repeated_ns = 0;
  };

  /// A message was applied. It is kept if its publication says so, and replaces the one kept for
  /// its topic.
  void Note(const graph::Publication& publication, const sim::TopicMessage& message,
            SimTimeNs now_ns) {
    if (publication.held) {
      commands_[publication.topic] = {publication.caller.name, message, now_ns};
    } else if (!commands_.empty()) {
      commands_.erase(publication.topic);
    }
  }
  /// Forgets the commands of a client that left or released its robots.
  void Release(const std::string& client) {
    std::erase_if(commands_, [&](const auto& entry) { return entry.second.client == client; });
  }
  void Clear() { commands_.clear(); }

  /// Calls `publish(command)` for commands that are due; if it returns false, the command is
  /// forgotten. Time set back makes every command due.
  template <typename F>
  void Repeat(SimTimeNs now_ns, F publish) {
    for (auto it = commands_.begin(); it != commands_.end();) {
      Command& command = it->second;
      const bool due = now_ns < command.repeated_ns || now_ns - command.repeated_ns >= kPeriodNs;
      if (due) command.repeated_ns = now_ns;
      it = due && !publish(command) ? commands_.erase(it) : std::next(it);
    }
  }

 private:
  /// 50 ms; the shortest timeout of drives is 0.25 s.
  static constexpr SimTimeNs kPeriodNs = 50'000'000;
  /// By topic.
  std::map<std::string, Command> commands_;
};

}  // namespace surefoot::serve
