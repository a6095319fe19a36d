#pragma once

/// The pose truth port: where things really are, for referees.

#include <memory>

#include "surefoot/gateways/metrics.h"
#include "surefoot/gateways/usarsim/camera_wall.h"
#include "surefoot/gateways/usarsim/graph_link.h"
#include "surefoot/gateways/usarsim/net/reactor.h"

namespace surefoot::gateways::usarsim {

class PoseServer {
 public:
  PoseServer(const Frames& frames, GraphLink* link, const CameraWall* wall, Metrics* metrics);

  std::unique_ptr<Handler> Accept(Connection* connection);

 private:
  class Client;
  /// Of a robot of a connection, "USARBot.P3AT"; others are "Actor".
  std::string ClassOf(const std::string& entity) const;

  Frames frames_;
  GraphLink& link_;
  const CameraWall& wall_;
  Metrics::Value* requests_;
};

}  // namespace surefoot::gateways::usarsim
