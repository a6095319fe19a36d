#pragma once

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/gateways/ros1/node/core.h"

namespace surefoot::gateways::ros1 {

/// The actions of the graph by the protocol of actionlib (http://wiki.ros.org/actionlib/
/// DetailedDescription): the topics NAME/goal, NAME/cancel, NAME/status, NAME/feedback and
/// NAME/result.
class Actions {
 public:
  using List = std::vector<std::pair<std::string, const msgs::ActionInfo*>>;
  using Clock = std::chrono::steady_clock;

  /// `core` outlives this.
  explicit Actions(Core* core);
  ~Actions();

  // Events of the bridge. The last two return false if the id is not of a goal here.
  /// All actions that exist now.
  void OnActions(const List& actions);
  bool OnFeedback(const graph::event::Feedback& event);
  bool OnGoalEnded(const graph::event::GoalEnded& event);

  /// Names in ROS have changed.
  void Rename();

 private:
  class Server;

  void Open(const std::string& name, const msgs::ActionInfo& info);
  Server* Find(std::uint64_t goal);
  void Tick();

  Core& core_;
  List actions_;
  /// By the names of the graph.
  std::map<std::string, std::unique_ptr<Server>> servers_;
  std::unique_ptr<Timer> timer_;
};

}  // namespace surefoot::gateways::ros1
