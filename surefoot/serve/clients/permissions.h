#pragma once

#include <functional>
#include <map>
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
/// Names of services of a robot begin with /ROBOT, of a controller with /ROBOT/CONTROLLER.
const std::map<std::string, Permission>& Permissions();
/// The entry for a service or action; nullptr: none.
const Permission* FindPermission(const std::string& name);

/// Decides what clients may do; all bridges ask it before anything else happens
/// (BridgeHost::permit). Server thread.
class AccessControl {
 public:
  /// `drivers`: which client drives which robot (Claims::owners); outlives this.
  explicit AccessControl(const std::map<std::string, std::string>* drivers) : drivers_(*drivers) {}

  /// Whether the simulation itself publishes on a topic. Clients must not: others would take their
  /// messages for the simulator's, for example a false /clock or /tf.
  std::function<bool(const std::string& topic)> is_own_topic;
  /// Whether a client offers a service or action of this name; drivers may call those.
  std::function<bool(const std::string& name)> is_offered;

  /// Whether the client may make this request; remembers its role.
  Status Check(const graph::Access& access);
  /// For requests that need more than their service: files, the end of the server, a robot of
  /// another client. `what` completes the message "... needs the role owner".
  Status CheckOwner(const std::string& client, const std::string& what) const;
  /// For requests of which only some affect all robots, such as a change of gravity by
  /// /surefoot/edit/set: a driver may make them only while no other client drives.
  Status CheckAlone(const std::string& client, const std::string& what) const;
  /// Whether an event of the world may call a service. Events of the world that the owner named may
  /// call all of them. One from a client (`foreign`) may not touch files, programs or the server:
  /// otherwise a file could do what its sender may not. No event gives the owner's consent.
  static Status CheckEvent(const std::string& service, bool foreign);
  void Forget(const std::string& client) { roles_.erase(client); }

 private:
  Status CheckCall(const graph::Access& access) const;
  bool OthersDrive(const std::string& client) const;

  const std::map<std::string, std::string>& drivers_;
  /// Roles of the clients that have made a request.
  std::map<std::string, graph::Role> roles_;
};

}  // namespace surefoot::serve
