#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/gateways/gateway.h"

namespace surefoot::serve {

/// The gateways of a server, each with its graph::Bridge, through which clients reach the graph.
/// All functions run on the server thread; the gateways run their own threads behind the bridges.
class GatewaySet {
 public:
  /// What every gateway receives besides its bridge; all of it outlives this object. `audit` may be
  /// nullptr.
  GatewaySet(gateways::Metrics* metrics, gateways::Files* files, gateways::AuditLog* audit)
      : metrics_(metrics), files_(files), audit_(audit) {}

  /// The members of the same names in gateways::GatewayHost.
  struct Callbacks {
    std::function<void(const std::string&)> log;
    std::function<std::string()> trouble;
    std::optional<graph::Role> guests;
  };
  /// Starts the gateway `name`, attached to `graph`, unless its settings keep it off.
  Status Open(const gateways::GatewayKinds& kinds, const std::string& name,
              const gateways::Settings& settings, graph::BridgeHost host, graph::Graph* graph,
              Callbacks callbacks);
  /// All gateways are open and the process runs as its final user (Gateway::Settle).
  void Settle();
  /// Ends the gateways and joins their threads. The bridges stay, for answers that are under way.
  void Close();

  /// Executes the requests queued since the last call; call between two steps. False if there were
  /// none.
  bool Pump();
  /// Whether a client of a gateway offers a service or action of this name.
  bool IsOffered(const std::string& name) const;
  /// Reports added and removed services and actions to the gateways.
  void AnnounceOffers();
  /// Attaches all bridges to another graph; nullptr for none.
  void Attach(graph::Graph* graph);
  /// Reports simulated time to the gateways.
  void set_time(SimTimeNs time_ns);

  /// Gateway and address: {"web", "http://127.0.0.1:8080"}.
  std::vector<std::pair<std::string, std::string>> Addresses() const;
  /// The token with which clients of the web gateway get this role; empty if there is none.
  std::string TokenOf(graph::Role role) const;
  /// Path of the file with the owner's token; empty if there is none.
  std::string TokenFile() const;

 private:
  /// The gateway is declared last: it is destroyed before the bridge it uses.
  struct Entry {
    std::string name;
    std::unique_ptr<graph::Bridge> bridge;
    std::unique_ptr<gateways::Gateway> gateway;
  };

  gateways::Metrics* metrics_;
  gateways::Files* files_;
  gateways::AuditLog* audit_;
  std::vector<Entry> entries_;
};

}  // namespace surefoot::serve
