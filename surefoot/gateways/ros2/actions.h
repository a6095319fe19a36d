#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/gateways/ros2/action_server.h"
#include "surefoot/gateways/ros2/core.h"

namespace surefoot::gateways::ros2 {

/// The actions of the graph in ROS 2: three services and two topics each
/// (https://design.ros2.org/articles/actions.html).
class Actions {
 public:
  using List = std::vector<std::pair<std::string, const msgs::ActionInfo*>>;

  /// `core` outlives this.
  explicit Actions(Core* core) : core_(*core) {}

  // Events of the bridge. The last two return false if the id is not of a goal here.
  /// All actions that exist now.
  void OnActions(const List& actions);
  bool OnFeedback(const graph::event::Feedback& event);
  bool OnGoalEnded(const graph::event::GoalEnded& event);

  /// Names in ROS have changed.
  void Rename();

 private:
  void Open(const std::string& name, const msgs::ActionInfo& info);
  ActionServer* Find(std::uint64_t goal);

  Core& core_;
  List actions_;
  /// By the names of the graph.
  std::map<std::string, std::unique_ptr<ActionServer>> servers_;
};

}  // namespace surefoot::gateways::ros2
