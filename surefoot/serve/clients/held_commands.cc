#include "surefoot/serve/clients/held_commands.h"

namespace surefoot::serve {

void HeldCommands::Note(const graph::Publication& publication, const sim::TopicMessage& message,
                        SimTimeNs now_ns) {
  if (publication.held) {
    commands_[publication.topic] = {publication.client, message, now_ns};
  } else if (!commands_.empty()) {
    commands_.erase(publication.topic);
  }
}

void HeldCommands::Release(const std::string& client) {
  std::erase_if(commands_, [&](const auto& entry) { return entry.second.client == client; });
}

}  // namespace surefoot::serve
