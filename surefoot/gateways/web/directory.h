#pragma once

/// What the gateway knows of the graph and of its clients: what rosapi tells.

#include <map>
#include <set>
#include <string>

#include "surefoot/msgs/type_info.h"

namespace surefoot::gateways::web {

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

}  // namespace surefoot::gateways::web
