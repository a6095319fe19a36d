#pragma once

/// The ops of actions (rosbridge protocol of ROS 2): clients send goals to the graph's actions and
/// offer actions to the graph.

#include <map>
#include <string>

#include "surefoot/gateways/web/rosbridge/offers.h"

namespace surefoot::gateways::web {

/// Handles the ops of actions for all clients. Owned by the Hub; network thread only.
class Actions {
 public:
  explicit Actions(Core* core);

  void SendGoal(Client* client, const Request& request);
  void CancelGoal(Client* client, const Request& request, TimePoint now);
  void Advertise(Client* client, const Request& request, TimePoint now) {
    offers_.Advertise(client, FullName(request.action), false, request, now);
  }
  void Unadvertise(Client* client, const Request& request) {
    offers_.Unadvertise(client, FullName(request.action));
  }
  /// Feedback and result of a goal that a client executes.
  void Feedback(Client* client, const Request& request, TimePoint now);
  void Finish(Client* client, const Request& request, TimePoint now);
  void Leave(Client* client);

  // Events of the bridge.
  void OnFeedback(const graph::event::Feedback& event);
  void OnGoalEnded(const graph::event::GoalEnded& event);
  void OnGoalSent(const graph::event::GoalSent& event);
  void OnGoalCanceled(const graph::event::GoalCanceled& event);
  /// False if the id does not belong to an offer of an action.
  bool OnRefused(const graph::event::Refused& event, TimePoint now) {
    return offers_.OnRefused(event, now);
  }
  /// Offers all actions again, in a new graph.
  void Restore() { offers_.Restore(); }

 private:
  /// A goal that a client sent and the graph executes.
  struct Sent {
    Client* client = nullptr;
    /// The client's id, as JSON.
    std::string id;
    /// Spelled as by the client, which compares it with the answer.
    std::string action;
    const msgs::ActionInfo* info = nullptr;
    bool feedback = false;
  };
  /// A goal that a client executes.
  using ClientGoal = Offers<msgs::ActionInfo>::Pending;

  void SendResult(const Sent& goal, int status, const Result<std::string>& values);
  /// The goal that `request` refers to. If the client has no such goal, refuses the request and
  /// returns nullptr.
  const ClientGoal* FindClientGoal(Client* client, const Request& request, TimePoint now);

  Core& core_;
  /// By the id given to the bridge.
  std::map<std::uint64_t, Sent> sent_;
  Offers<msgs::ActionInfo> offers_;
};

}  // namespace surefoot::gateways::web
