#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "surefoot/gateways/audit_log.h"
#include "surefoot/gateways/web/client.h"
#include "surefoot/gateways/web/counters.h"
#include "surefoot/gateways/web/limits.h"
#include "surefoot/graph/bridge.h"
#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::web {

/// What the gateway knows of a topic, from the bridge's events.
struct TopicNote {
  const msgs::TypeInfo* type = nullptr;
  bool latched = false;
};

/// What a client does, as rosapi reports it for its node.
struct NodeNote {
  std::set<std::string> subscribing;
  std::set<std::string> publishing;
  std::set<std::string> services;
  std::set<std::string> actions;
};

/// The gateway's copy of the graph's names, kept up to date from the bridge's events, so that
/// rosapi needs no round trip to the simulation.
struct Directory {
  std::map<std::string, TopicNote> topics;
  std::map<std::string, const msgs::ServiceInfo*> services;
  std::map<std::string, const msgs::ActionInfo*> actions;
  /// Clients by their node names, "/web_3".
  std::map<std::string, NodeNote> clients;
};

/// Ids of messages and advertisements are the number of the client with this bit set, so that
/// event::Refused can be routed without a table; other ids come from Core::next_id.
constexpr std::uint64_t kClientIdFlag = std::uint64_t{1} << 63;

/// State shared by Topics, Services and Actions. Owned by the Hub; network thread only.
struct Core {
  graph::Bridge* bridge;
  const Limits& limits;
  Counters* counters;
  Directory directory;
  /// Next id for a call, goal or offer; the bridge's answer carries the same id.
  std::uint64_t next_id = 1;
  /// Audit log; nullptr for none.
  AuditLog* audit = nullptr;

  /// Counts a refused request under `reason` and sends the client a status message.
  void Refuse(Client* client, const char* reason, const std::string& text, const std::string& id,
              TimePoint now) {
    counters->Refused(reason);
    client->SendStatus(Level::kError, text, id, now);
  }
};

}  // namespace surefoot::gateways::web
