#include "surefoot/gateways/ros/name_map.h"

#include <algorithm>
#include <array>
#include <utility>

#include "surefoot/base/text.h"
#include "surefoot/base/try.h"
#include "surefoot/graph/names.h"

namespace surefoot::gateways::ros {
namespace {

/// Names that all nodes of ROS share, whatever their namespace.
constexpr std::array<std::string_view, 5> kShared = {"/clock", "/tf", "/tf_static", "/rosout",
                                                     "/parameter_events"};

bool IsShared(std::string_view name) {
  return std::find(kShared.begin(), kShared.end(), name) != kShared.end();
}

/// A relative name is in the root namespace. Private names ("~") have no meaning here, because the
/// names of the graph do not contain the node's.
Result<std::string> FullName(const std::string& name) {
  const std::string full = name.empty() || name[0] == '/' ? name : "/" + name;
  const Status good = graph::CheckName(full);
  if (!good.ok()) return good.error();
  return full;
}

Result<Remapping> ReadRemapping(const std::string& text) {
  const std::size_t mark = text.find(":=");
  if (mark == std::string::npos) {
    return Error{"the remapping '" + text + "' has no ':='; write FROM:=TO"};
  }
  const auto side = [&](const std::string& name) {
    return Within("the remapping '" + text + "'", FullName(name));
  };
  return Remapping{SUREFOOT_TRY(side(text.substr(0, mark))),
                   SUREFOOT_TRY(side(text.substr(mark + 2)))};
}

}  // namespace

Result<NameRules> ReadNameRules(std::string_view scope, std::string_view remappings) {
  NameRules rules;
  if (scope == "none") {
    rules.scope = NameRules::Scope::kNone;
  } else if (scope != "robots") {
    rules.scope = NameRules::Scope::kPrefix;
    const Result<std::string> prefix = FullName(std::string(scope));
    if (!prefix.ok()) {
      return Error{"the namespace is '" + std::string(scope) +
                   "', accepted: robots, none, or a name such as /sim1"};
    }
    rules.prefix = *prefix;
  }
  std::string blanks(remappings);
  std::replace(blanks.begin(), blanks.end(), ',', ' ');
  for (const std::string& text : SplitAt(blanks, ' ')) {
    if (!text.empty()) rules.remappings.push_back(SUREFOOT_TRY(ReadRemapping(text)));
  }
  return rules;
}

bool NameMap::set_robot(const std::string& robot) {
  const bool omits = rules_.scope == NameRules::Scope::kNone && !robot.empty();
  std::string omitted = omits ? graph::TopicName("", robot) + "/" : "";
  if (omitted == omitted_) return false;
  omitted_ = std::move(omitted);
  Clear();
  return true;
}

std::string NameMap::Made(const std::string& graph_name) const {
  std::string name = graph_name;
  if (!omitted_.empty() && name.starts_with(omitted_)) {
    name.erase(0, omitted_.size() - 1);
  } else if (rules_.scope == NameRules::Scope::kPrefix && !IsShared(name)) {
    name = rules_.prefix + name;
  }
  for (const Remapping& remapping : rules_.remappings) {
    if (remapping.from == name) return remapping.to;
  }
  return name;
}

std::string NameMap::ToRos(const std::string& graph_name) {
  const auto known = to_ros_.find(graph_name);
  if (known != to_ros_.end()) return known->second;
  std::string name = Made(graph_name);
  if (to_graph_.count(name) > 0) name = graph_name;
  to_graph_.emplace(name, graph_name);
  return to_ros_.emplace(graph_name, name).first->second;
}

std::string NameMap::ToGraph(const std::string& ros_name) const {
  const auto found = to_graph_.find(ros_name);
  return found == to_graph_.end() ? std::string() : found->second;
}

void NameMap::Clear() {
  to_ros_.clear();
  to_graph_.clear();
}

}  // namespace surefoot::gateways::ros
