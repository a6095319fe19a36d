#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/gateways/gateway.h"

namespace surefoot::serve {

/// The gateways of a server, each with its bridge: how clients come in.
class Doors {
 public:
  /// What every gateway gets beside its bridge; all of it outlives the doors.
  /// `audit` may be nullptr.
  Doors(gateways::Metrics* metrics, gateways::Files* files, gateways::AuditLog* audit)
      : metrics_(metrics), files_(files), audit_(audit) {}

  /// GatewayHost's.
  struct Callbacks {
    std::function<void(const std::string&)> log;
    std::function<std::string()> trouble;
  };
  /// Starts a gateway of that name. `graph`: what it shows first.
  Status Open(const gateways::GatewayKinds& kinds, const std::string& name,
              const gateways::Settings& settings, graph::BridgeHost host, graph::Graph* graph,
              Callbacks callbacks);
  /// All are open, and the process has the user that it keeps.
  void Settle();
  /// Ends the gateways; their bridges stay, for answers that are under way.
  void Close();

  /// Takes in what came since; between two steps. False: nothing.
  bool Pump();
  /// Services and actions that came or went.
  void TellOffers();
  /// From now on this graph, nullptr for none.
  void Attach(graph::Graph* graph);
  void set_time(SimTimeNs time_ns);

  /// Gateway and address: {"web", "http://127.0.0.1:8080"}.
  std::vector<std::pair<std::string, std::string>> Addresses() const;
  /// What clients of the web gateway bring to have a role; empty: nothing.
  std::string TokenOf(graph::Role role) const;

 private:
  struct Door {
    std::string name;
    std::unique_ptr<graph::Bridge> bridge;
    std::unique_ptr<gateways::Gateway> gateway;
  };

  gateways::Metrics* metrics_;
  gateways::Files* files_;
  gateways::AuditLog* audit_;
  std::vector<Door> doors_;
};

}  // namespace surefoot::serve
