#include "surefoot/serve/clients/doors.h"

namespace surefoot::serve {

Status Doors::Open(const gateways::GatewayKinds& kinds, const std::string& name,
                   const gateways::Settings& settings, graph::BridgeHost host, graph::Graph* graph,
                   Callbacks callbacks) {
  const gateways::GatewayKind* kind = kinds.Find(name);
  if (kind == nullptr) {
    return Error{"unknown gateway '" + name + "'; this build has: " + kinds.NameList()};
  }
  Door door;
  door.name = name;
  // The bridge exists before its gateway starts, because clients may connect at once.
  door.bridge = std::make_unique<graph::Bridge>(std::move(host));
  door.bridge->Attach(graph);
  Result<std::unique_ptr<gateways::Gateway>> gateway =
      kind->start({door.bridge.get(), metrics_, files_, std::move(callbacks.log),
                   std::move(callbacks.trouble), audit_},
                  settings);
  if (!gateway.ok()) return gateway.error().Within("gateway '" + name + "'");
  door.gateway = std::move(gateway).value();
  doors_.push_back(std::move(door));
  return Status();
}

void Doors::Settle() {
  for (Door& door : doors_) door.gateway->Settle();
}

void Doors::Close() {
  for (Door& door : doors_) door.gateway = nullptr;
}

bool Doors::Pump() {
  bool any = false;
  for (const Door& door : doors_) any = door.bridge->Pump() || any;
  return any;
}

void Doors::TellOffers() {
  for (const Door& door : doors_) door.bridge->TellOffers();
}

void Doors::Attach(graph::Graph* graph) {
  for (const Door& door : doors_) door.bridge->Attach(graph);
}

void Doors::set_time(SimTimeNs time_ns) {
  for (const Door& door : doors_) door.bridge->set_time(time_ns);
}

std::string Doors::TokenOf(graph::Role role) const {
  for (const Door& door : doors_) {
    const std::string token = door.gateway->TokenOf(role);
    if (!token.empty()) return token;
  }
  return "";
}

std::vector<std::pair<std::string, std::string>> Doors::Addresses() const {
  std::vector<std::pair<std::string, std::string>> addresses;
  for (const Door& door : doors_) {
    for (const std::string& address : door.gateway->addresses()) {
      addresses.emplace_back(door.name, address);
    }
  }
  return addresses;
}

}  // namespace surefoot::serve
