#pragma once

/// The ops of actions, in both directions.

#include <map>
#include <string>

#include "surefoot/gateways/web/rosbridge/offers.h"

namespace surefoot::gateways::web {

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
  /// What a client tells of a goal that it works on.
  void Feedback(Client* client, const Request& request, TimePoint now);
  void Finish(Client* client, const Request& request, TimePoint now);
  void Leave(Client* client);

  void OnFeedback(const graph::event::Feedback& event);
  void OnGoalEnded(const graph::event::GoalEnded& event);
  void OnGoalSent(const graph::event::GoalSent& event);
  void OnGoalCanceled(const graph::event::GoalCanceled& event);
  /// False when the id is no offer of this desk.
  bool OnRefused(const graph::event::Refused& event, TimePoint now) {
    return offers_.OnRefused(event, now);
  }
  /// Offers all again.
  void Restore() { offers_.Restore(); }

 private:
  /// A goal of a client that the graph works on.
  struct Sent {
    Client* client = nullptr;
    std::string id;
    /// As the client wrote it.
    std::string action;
    const msgs::ActionInfo* info = nullptr;
    bool feedback = false;
  };
  /// A goal that a client works on.
  using Given = Offers<msgs::ActionInfo>::Asked;

  void SendResult(const Sent& goal, int status, const Result<std::string>& values);
  /// nullptr, and the client is told, when it has no such goal.
  const Given* FindGiven(Client* client, const Request& request, TimePoint now);

  Core& core_;
  std::map<std::uint64_t, Sent> sent_;
  Offers<msgs::ActionInfo> offers_;
};

}  // namespace surefoot::gateways::web
