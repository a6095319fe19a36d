#pragma once

/// Who publishes, subscribes and offers what: the tables of a ROS 1 master.

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace surefoot::gateways::ros1 {

/// The kinds of registrations.
enum class Registration { kPublisher, kSubscriber, kService, kParameter };

/// A registered node: its name and the address of its XML-RPC server.
struct NodeEntry {
  std::string name;
  std::string api;
  bool operator==(const NodeEntry&) const = default;
};

/// The answer of an unregistration, as ROS 1's master words it: a text, and the number of
/// registrations that ended (0 or 1).
struct Unregistered {
  std::string message;
  int count = 0;
};

/// All registrations. A node is known while it has any.
class Registrations {
 public:
  /// Registers a node for a topic, service or parameter. If another program has the node's name,
  /// remove that one first. `service_api` is for services, of which only the last provider counts.
  void Add(Registration role, const std::string& key, const NodeEntry& node,
           const std::string& service_api = "");
  /// For a service, `api` is its service_api.
  Unregistered Remove(Registration role, const std::string& key, const std::string& name,
                      const std::string& api);
  /// Ends all registrations of a node. Returns the topics that it published.
  std::vector<std::string> RemoveNode(const std::string& name);

  /// Nodes of one key, in the order of registration; for kService the last provider.
  const std::vector<NodeEntry>& Nodes(Registration role, const std::string& key) const;
  /// Addresses of Nodes().
  std::vector<std::string> Apis(Registration role, const std::string& key) const;
  /// All keys of a role, sorted.
  std::vector<std::string> Keys(Registration role) const;
  /// The address of a service; empty if nobody offers it.
  std::string ServiceApi(const std::string& service) const;
  /// The address of a node; empty if it is unknown.
  std::string ApiOf(const std::string& name) const;
  /// All nodes by name.
  const std::map<std::string, std::string>& nodes() const { return nodes_; }
  /// Number of all registrations.
  std::size_t size() const { return size_; }

 private:
  using Table = std::map<std::string, std::vector<NodeEntry>>;

  Table& TableOf(Registration role) { return tables_[static_cast<std::size_t>(role)]; }
  const Table& TableOf(Registration role) const { return tables_[static_cast<std::size_t>(role)]; }
  void Forget(const std::string& name);

  Table tables_[4];
  std::map<std::string, std::string> nodes_;
  /// Number of registrations of each node.
  std::map<std::string, int> counts_;
  std::map<std::string, std::string> service_apis_;
  std::size_t size_ = 0;
};

}  // namespace surefoot::gateways::ros1
