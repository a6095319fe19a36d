#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/gateways/ros2/action_messages.h"
#include "surefoot/gateways/ros2/core.h"
#include "surefoot/msgs/action_msgs.h"

namespace surefoot::gateways::ros2 {

/// One action of the graph with its services, topics and goals.
class ActionServer {
 public:
  using Clock = std::chrono::steady_clock;

  /// `core` outlives this.
  ActionServer(Core* core, const std::string& name, const std::string& ros_name,
               const msgs::ActionInfo& info);
  /// Goals in progress go on; nobody learns their results.
  ~ActionServer();

  const msgs::ActionInfo& info() const { return info_; }
  /// Whether this id is of a goal in progress here.
  bool Has(std::uint64_t id) const { return running_.count(id) > 0; }
  /// Call only for goals in progress here.
  void OnFeedback(const graph::event::Feedback& event);
  void OnEnded(const graph::event::GoalEnded& event);

 private:
  struct Goal {
    /// In the bridge.
    std::uint64_t id = 0;
    msgs::action_msgs::GoalStatus status;
    std::optional<Clock::time_point> ended_at;
    /// The response to get_result, once the goal has ended.
    Bytes result;
    /// Requests for the result that came before it.
    std::vector<dds::RequestId> waiting;

    bool ended() const { return ended_at.has_value(); }
  };

  msgs::builtin_interfaces::Time Now() const;
  void OnSendGoal(const dds::RequestId& request, const Bytes& cdr);
  void OnCancel(const dds::RequestId& request, const Bytes& cdr);
  void OnGetResult(const dds::RequestId& request, const Bytes& cdr);
  /// Cancels what the request names and returns the response.
  msgs::action_msgs::CancelGoal::Response Cancel(const msgs::action_msgs::GoalInfo& wanted);
  void PublishStatus();
  /// Results that nobody has fetched for long.
  void ForgetOld();

  Core& core_;
  std::string name_;
  const msgs::ActionInfo& info_;
  std::map<GoalUuid, Goal> goals_;
  std::map<std::uint64_t, GoalUuid> running_;
  std::unique_ptr<Core::Writer> feedback_;
  std::unique_ptr<Core::Writer> status_;
  std::unique_ptr<Core::Server> send_goal_;
  std::unique_ptr<Core::Server> cancel_;
  std::unique_ptr<Core::Server> get_result_;
};

}  // namespace surefoot::gateways::ros2
