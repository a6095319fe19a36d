#pragma once

/// Commands that hold until the next one, for protocols that have it so: repeated in simulated time
/// before drives forget them.

#include <map>
#include <string>

#include "surefoot/graph/bridge.h"
#include "surefoot/sim/inputs/input.h"

namespace surefoot::serve {

class HeldCommands {
 public:
  struct Command {
    std::string client;
    sim::TopicMessage message;
    SimTimeNs told_ns = 0;
  };

  /// A message was taken in: it is held when it asks for it, and ends what was held on its topic.
  void Note(const graph::Publication& publication, const sim::TopicMessage& message,
            SimTimeNs now_ns) {
    if (publication.held) {
      commands_[publication.topic] = {publication.caller.name, message, now_ns};
    } else if (!commands_.empty()) {
      commands_.erase(publication.topic);
    }
  }
  void Release(const std::string& client) {
    std::erase_if(commands_, [&](const auto& entry) { return entry.second.client == client; });
  }
  void Clear() { commands_.clear(); }

  /// Calls `tell(command)` for those that are due; false ends the command.
  template <typename F>
  void Repeat(SimTimeNs now_ns, F tell) {
    for (auto it = commands_.begin(); it != commands_.end();) {
      Command& command = it->second;
      const bool due = now_ns < command.told_ns || now_ns - command.told_ns >= kPeriodNs;
      if (due) command.told_ns = now_ns;
      it = due && !tell(command) ? commands_.erase(it) : std::next(it);
    }
  }

 private:
  /// Drives forget after a quarter of a second and more.
  static constexpr SimTimeNs kPeriodNs = 50'000'000;
  /// By topic.
  std::map<std::string, Command> commands_;
};

}  // namespace surefoot::serve
