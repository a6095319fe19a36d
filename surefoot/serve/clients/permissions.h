#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "surefoot/base/result.h"
#include "surefoot/graph/role.h"

namespace surefoot::serve {

/// Which role a service or action of the simulator needs; docs/guides/security.md shows the same
/// table.
struct Permission {
  graph::Role role = graph::Role::kOwner;
  /// It concerns all robots: a driver may do it only while no other client drives one.
  bool concerns_all = false;
};

/// By name. A service of the simulator that is not in it is the owner's (and fails a test).
const std::map<std::string, Permission>& Permissions();

/// What clients may do: asked by all gateways' bridges before anything is done.
class AccessControl {
 public:
  /// `drivers`: who drives robots now, by robot (Claims::owners); outlives this.
  explicit AccessControl(const std::map<std::string, std::string>* drivers) : drivers_(*drivers) {}

  /// Whether the simulation itself publishes on a topic. Then clients cannot, or others would take
  /// their messages for the simulator's.
  std::function<bool(const std::string& topic)> is_own_topic;

  Status Check(const graph::Access& access);
  /// For what only some requests of a service do: files, the end of the server, another client's
  /// robot.
  Status CheckOwner(const std::string& client, const std::string& what) const;
  void Forget(const std::string& client) { roles_.erase(client); }

 private:
  Status CheckCall(const graph::Access& access) const;
  bool OthersDrive(const std::string& client) const;

  const std::map<std::string, std::string>& drivers_;
  /// Services and actions that clients offer.
  std::set<std::string> offered_;
  /// Of clients that have asked for something.
  std::map<std::string, graph::Role> roles_;
};

}  // namespace surefoot::serve
