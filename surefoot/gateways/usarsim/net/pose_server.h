#pragma once

/// The pose truth port (3989, USARTruth): the true poses of entities, for referees. A client sends
/// "{Class Pawn} {Name x}" and gets a line per entity, then "{End}".

#include <memory>

#include "surefoot/gateways/metrics.h"
#include "surefoot/gateways/usarsim/camera_wall.h"
#include "surefoot/gateways/usarsim/graph_link.h"
#include "surefoot/gateways/usarsim/net/reactor.h"

namespace surefoot::gateways::usarsim {

/// Answers queries of all clients from /get_entities_states.
class PoseServer {
 public:
  PoseServer(const Frames& frames, GraphLink* link, const CameraWall* wall, Metrics* metrics);

  std::unique_ptr<Handler> Accept(Connection* connection);

 private:
  class Client;
  /// "USARBot.P3AT" for a robot of a connection; "Actor" for all other entities.
  std::string ClassOf(const std::string& entity) const;

  Frames frames_;
  GraphLink& link_;
  const CameraWall& wall_;
  Metrics::Value* requests_;
};

}  // namespace surefoot::gateways::usarsim
