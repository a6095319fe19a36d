#include "surefoot/serve/clients/gateway_set.h"

#include <algorithm>

// All gateways of a server, each with its bridge, which outlives it. The loop pumps the bridges;
// gateways run on their own threads.

namespace surefoot::serve {

Status GatewaySet::Open(const gateways::GatewayKinds& kinds, const std::string& name,
                        const gateways::Settings& settings, graph::BridgeHost host,
                        graph::Graph* graph, Callbacks callbacks) {
  const gateways::GatewayKind* kind = kinds.Find(name);
  if (kind == nullptr) {
    return Error{"unknown gateway '" + name + "'; this build has: " + kinds.NameList()};
  }
  if (kind->is_off && kind->is_off(settings)) return Status();
  Entry entry;
  entry.name = name;
  // The bridge exists before its gateway starts, because clients may connect at once.
  entry.bridge = std::make_unique<graph::Bridge>(std::move(host));
  entry.bridge->Attach(graph);
  Result<std::unique_ptr<gateways::Gateway>> gateway =
      kind->start({entry.bridge.get(), metrics_, files_, std::move(callbacks.log),
                   std::move(callbacks.trouble), audit_, callbacks.guests},
                  settings);
  if (!gateway.ok()) return gateway.error().Within("gateway '" + name + "'");
  entry.gateway = std::move(gateway).value();
  entries_.push_back(std::move(entry));
  return Status();
}

void GatewaySet::Settle() {
  for (Entry& entry : entries_) entry.gateway->Settle();
}

void GatewaySet::Close() {
  for (Entry& entry : entries_) entry.gateway = nullptr;
}

bool GatewaySet::Pump() {
  bool any = false;
  for (const Entry& entry : entries_) any = entry.bridge->Pump() || any;
  return any;
}

bool GatewaySet::IsOffered(const std::string& name) const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [&](const Entry& entry) { return entry.bridge->IsOffered(name); });
}

void GatewaySet::AnnounceOffers() {
  for (const Entry& entry : entries_) entry.bridge->AnnounceOffers();
}

void GatewaySet::Attach(graph::Graph* graph) {
  for (const Entry& entry : entries_) entry.bridge->Attach(graph);
}

void GatewaySet::set_time(SimTimeNs time_ns) {
  for (const Entry& entry : entries_) entry.bridge->set_time(time_ns);
}

std::string GatewaySet::TokenOf(graph::Role role) const {
  for (const Entry& entry : entries_) {
    const std::string token = entry.gateway->TokenOf(role);
    if (!token.empty()) return token;
  }
  return "";
}

std::string GatewaySet::TokenFile() const {
  for (const Entry& entry : entries_) {
    const std::string file = entry.gateway->token_file();
    if (!file.empty()) return file;
  }
  return "";
}

std::vector<std::pair<std::string, std::string>> GatewaySet::Addresses() const {
  std::vector<std::pair<std::string, std::string>> addresses;
  for (const Entry& entry : entries_) {
    for (const std::string& address : entry.gateway->addresses()) {
      addresses.emplace_back(entry.name, address);
    }
  }
  return addresses;
}

}  // namespace surefoot::serve
