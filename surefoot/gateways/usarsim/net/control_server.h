#pragma once

/// The control port (3000): one session per connection, and one robot per session.

#include <map>
#include <memory>
#include <string>

#include "surefoot/gateways/audit_log.h"
#include "surefoot/gateways/metrics.h"
#include "surefoot/gateways/usarsim/net/reactor.h"
#include "surefoot/gateways/usarsim/net/session.h"

namespace surefoot::gateways::usarsim {

/// Creates sessions for connections, and passes events of the server to them.
class ControlServer {
 public:
  /// `audit` may be nullptr.
  ControlServer(const Config& config, GraphLink* link, CameraWall* wall, Metrics* metrics,
                AuditLog* audit = nullptr);
  ~ControlServer();

  std::unique_ptr<Handler> Accept(Connection* connection);
  /// Sends what is due, and continues with lines that had to wait.
  void Tick();
  void WorldChanged();
  void Refused(std::uint32_t actor, const std::string& reason);

 private:
  class Client;
  void AskLevel();

  const Config& config_;
  GraphLink& link_;
  CameraWall& wall_;
  AuditLog* audit_;
  std::map<std::uint32_t, Client*> clients_;
  std::uint32_t next_number_ = 1;
  /// Name of the world, the "Level" of the greeting.
  std::string level_ = "Surefoot";
  Metrics::Value* connected_;
  Metrics::Value* robots_;
  Metrics::Value* lines_;
  Metrics::Value* too_long_;
  Metrics::Value* lost_;
  Metrics::Value* refused_;
};

}  // namespace surefoot::gateways::usarsim
