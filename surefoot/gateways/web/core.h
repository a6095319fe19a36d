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

/// What the gateway knows of the graph and of its clients: what rosapi tells.
struct TopicNote {
  const msgs::TypeInfo* type = nullptr;
  bool latched = false;
};

struct NodeNote {
  std::set<std::string> subscribing;
  std::set<std::string> publishing;
  std::set<std::string> services;
  std::set<std::string> actions;
};

struct Directory {
  std::map<std::string, TopicNote> topics;
  std::map<std::string, const msgs::ServiceInfo*> services;
  std::map<std::string, const msgs::ActionInfo*> actions;
  /// Clients by the names they have as nodes: "/web_3".
  std::map<std::string, NodeNote> clients;
};

/// Messages and advertisements carry the number of their client instead, with this bit.
constexpr std::uint64_t kOfClient = std::uint64_t{1} << 63;

/// What the desks for topics, services and actions share.
struct Core {
  graph::Bridge* bridge;
  const Limits& limits;
  Counters* counters;
  Directory directory;
  /// For calls, goals and offers, whose answers come back with it.
  std::uint64_t next_id = 1;
  /// nullptr: nobody wants to know.
  AuditLog* audit = nullptr;

  /// Counts it and tells the client.
  void Refuse(Client* client, const char* reason, const std::string& text, const std::string& id,
              TimePoint now) {
    counters->Refused(reason);
    client->Tell(Level::kError, text, id, now);
  }
};

}  // namespace surefoot::gateways::web
