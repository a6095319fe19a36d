#include "surefoot/gateways/ros1/master/registrations.h"

#include <algorithm>

namespace surefoot::gateways::ros1 {

void Registrations::Add(Registration role, const std::string& key, const NodeEntry& node,
                        const std::string& service_api) {
  std::vector<NodeEntry>& entries = TableOf(role)[key];
  if (role == Registration::kService) {
    service_apis_[key] = service_api;
    for (const NodeEntry& previous : entries) Forget(previous.name);
    entries.clear();
  }
  // After Forget, which may have removed the node itself if it offered this service before.
  nodes_[node.name] = node.api;
  if (std::find(entries.begin(), entries.end(), node) != entries.end()) return;
  entries.push_back(node);
  ++counts_[node.name];
  ++size_;
}

Unregistered Registrations::Remove(Registration role, const std::string& key,
                                   const std::string& name, const std::string& api) {
  if (nodes_.count(name) == 0) return {"[" + name + "] is not a registered node", 0};
  Table& table = TableOf(role);
  const auto found = table.find(key);
  if (role == Registration::kService) {
    const bool is_current =
        found != table.end() && found->second.front().name == name && service_apis_[key] == api;
    if (!is_current) {
      return {"[" + api + "] is no longer the current service api handle for [" + key + "]", 0};
    }
    service_apis_.erase(key);
    table.erase(found);
  } else {
    const NodeEntry node{name, api};
    const bool is_known = found != table.end() && std::erase(found->second, node) > 0;
    if (!is_known) return {"[" + name + "] is not a known provider of [" + key + "]", 0};
    if (found->second.empty()) table.erase(found);
  }
  Forget(name);
  return {"Unregistered [" + name + "] as provider of [" + key + "]", 1};
}

std::vector<std::string> Registrations::RemoveNode(const std::string& name) {
  std::vector<std::string> published;
  for (std::size_t role = 0; role < std::size(tables_); ++role) {
    for (auto it = tables_[role].begin(); it != tables_[role].end();) {
      const auto removed =
          std::erase_if(it->second, [&](const NodeEntry& node) { return node.name == name; });
      size_ -= removed;
      const bool publishes = static_cast<Registration>(role) == Registration::kPublisher;
      if (removed > 0 && publishes) published.push_back(it->first);
      const bool serves = static_cast<Registration>(role) == Registration::kService;
      if (removed > 0 && serves) service_apis_.erase(it->first);
      it = it->second.empty() ? tables_[role].erase(it) : std::next(it);
    }
  }
  counts_.erase(name);
  nodes_.erase(name);
  return published;
}

/// One registration of a node ended.
void Registrations::Forget(const std::string& name) {
  --size_;
  if (--counts_[name] > 0) return;
  counts_.erase(name);
  nodes_.erase(name);
}

const std::vector<NodeEntry>& Registrations::Nodes(Registration role,
                                                   const std::string& key) const {
  static const std::vector<NodeEntry> kNone;
  const auto found = TableOf(role).find(key);
  return found == TableOf(role).end() ? kNone : found->second;
}

std::vector<std::string> Registrations::Apis(Registration role, const std::string& key) const {
  std::vector<std::string> apis;
  for (const NodeEntry& node : Nodes(role, key)) apis.push_back(node.api);
  return apis;
}

std::vector<std::string> Registrations::Keys(Registration role) const {
  std::vector<std::string> keys;
  for (const auto& [key, nodes] : TableOf(role)) keys.push_back(key);
  return keys;
}

std::string Registrations::ServiceApi(const std::string& service) const {
  const auto found = service_apis_.find(service);
  return found == service_apis_.end() ? "" : found->second;
}

std::string Registrations::ApiOf(const std::string& name) const {
  const auto found = nodes_.find(name);
  return found == nodes_.end() ? "" : found->second;
}

}  // namespace surefoot::gateways::ros1
