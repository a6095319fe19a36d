#pragma once

/// Names of the graph as ROS sees them: namespaces of robots and remappings.

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/result.h"

namespace surefoot::gateways::ros {

/// "from:=to" as on ROS's command lines: what this program calls `from` has the name `to` in ROS.
/// Both are full names that begin with "/".
struct Remapping {
  std::string from;
  std::string to;
};

/// How names of the graph become names of ROS.
struct NameRules {
  enum class Scope {
    /// Unchanged: "/husky/imu/data".
    kRobots,
    /// Without the namespace of the only robot: "/imu/data".
    kNone,
    /// Below a namespace: "/sim1/husky/imu/data". Names that all nodes of ROS share, such as /clock
    /// and /tf, stay.
    kPrefix,
  };
  Scope scope = Scope::kRobots;
  /// For kPrefix: "/sim1".
  std::string prefix = {};
  /// Applied to the result; the first one that fits counts, as in ROS.
  std::vector<Remapping> remappings = {};
};

/// Reads the options of a gateway. `scope` is "robots", "none" or a namespace, "/sim1" or "sim1";
/// `remappings` are separated by blanks or commas, "cmd_vel:=/husky/cmd_vel /tf:=/husky/tf".
Result<NameRules> ReadNameRules(std::string_view scope, std::string_view remappings);

/// A table of names in both directions. Topics, services and actions have separate tables, because
/// in ROS their names may coincide.
///
///   NameMap topics(rules);
///   topics.set_robot("husky");
///   topics.ToRos("/husky/cmd_vel");  // "/cmd_vel" with Scope::kNone
///   topics.ToGraph("/cmd_vel");      // "/husky/cmd_vel"
class NameMap {
 public:
  explicit NameMap(NameRules rules) : rules_(std::move(rules)) {}

  /// The robot whose namespace Scope::kNone omits; "" if there is none or several. Forgets all
  /// names if it changes, and then returns true.
  bool set_robot(const std::string& robot);

  /// The ROS name of a name of the graph, which is remembered for ToGraph. If another name of the
  /// graph has that ROS name already, the name remains as in the graph.
  std::string ToRos(const std::string& graph_name);
  /// The name of the graph that ToRos has seen; "" if there is none.
  std::string ToGraph(const std::string& ros_name) const;
  void Clear();

  const NameRules& rules() const { return rules_; }

 private:
  std::string Made(const std::string& graph_name) const;

  NameRules rules_;
  /// "/husky/"; "" if no namespace is omitted.
  std::string omitted_;
  std::map<std::string, std::string> to_ros_;
  std::map<std::string, std::string> to_graph_;
};

}  // namespace surefoot::gateways::ros
