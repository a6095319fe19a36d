#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/graph/role.h"

namespace surefoot::serve {

/// The role that a service or action of the simulator requires; docs/guides/security.md shows the
/// same table, and a test compares the two.
struct Permission {
  graph::Role role = graph::Role::kOwner;
  /// It affects all robots: a driver may use it only while no other client drives one.
  bool concerns_all = false;
};

/// Permissions by name. A service of the simulator without an entry requires the owner (and fails a
/// test).
const std::map<std::string, Permission>& Permissions();

/// Decides what clients may do; all bridges ask it before anything else happens
/// (BridgeHost::permit). Server thread.
class AccessControl {
 public:
  /// `drivers`: which client drives which robot (Claims::owners); outlives this.
  explicit AccessControl(const std::map<std::string, std::string>* drivers) : drivers_(*drivers) {}

  /// Whether the simulation itself publishes on a topic. Clients must not: others would take their
  /// messages for the simulator's, for example a false /clock or /tf.
  std::function<bool(const std::string& topic)> is_own_topic;

  /// Whether the client may make this request; remembers its role.
  Status Check(const graph::Access& access);
  /// For requests that need more than their service: files, the end of the server, a robot of
  /// another client. `what` completes the message "... needs the role owner".
  Status CheckOwner(const std::string& client, const std::string& what) const;
  void Forget(const std::string& client) { roles_.erase(client); }

 private:
  Status CheckCall(const graph::Access& access) const;
  bool OthersDrive(const std::string& client) const;

  const std::map<std::string, std::string>& drivers_;
  /// Services and actions offered by clients; drivers may call them.
  std::set<std::string> offered_;
  /// Roles of the clients that have made a request.
  std::map<std::string, graph::Role> roles_;
};

}  // namespace surefoot::serve
