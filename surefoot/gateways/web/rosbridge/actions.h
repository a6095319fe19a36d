#pragma once

/// The ops of actions, in both directions.

#include <map>
#include <string>

#include "surefoot/gateways/web/core.h"
#include "surefoot/gateways/web/rosbridge/request.h"

namespace surefoot::gateways::web {

class Actions {
 public:
  explicit Actions(Core* core) : core_(*core) {}

  void SendGoal(Client* client, const Request& request);
  void CancelGoal(Client* client, const Request& request, TimePoint now);
  void Advertise(Client* client, const Request& request, TimePoint now);
  void Unadvertise(Client* client, const Request& request);
  /// What a client tells of a goal that it works on.
  void Feedback(Client* client, const Request& request, TimePoint now);
  void Finish(Client* client, const Request& request, TimePoint now);
  void Leave(Client* client);

  void OnFeedback(const graph::event::Feedback& event);
  void OnGoalEnded(const graph::event::GoalEnded& event);
  void OnGoalSent(const graph::event::GoalSent& event);
  void OnGoalCanceled(const graph::event::GoalCanceled& event);
  /// False when the id is no offer of this desk.
  bool OnRefused(const graph::event::Refused& event, TimePoint now);
  /// Offers all again.
  void Restore();

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
  struct Offer {
    Client* client = nullptr;
    const msgs::ActionInfo* info = nullptr;
    std::uint64_t id = 0;
  };
  /// A goal that a client works on.
  struct Given {
    Client* client = nullptr;
    std::uint64_t goal = 0;
    std::string action;
    const msgs::ActionInfo* info = nullptr;
  };

  void SendResult(const Sent& goal, int status, const Result<std::string>& values);
  void Drop(const std::string& name);
  /// nullptr, and the client is told, when it has no such goal.
  const Given* FindGiven(Client* client, const Request& request, TimePoint now);

  Core& core_;
  std::map<std::uint64_t, Sent> sent_;
  std::map<std::string, Offer> offers_;
  std::map<std::string, Given> given_;
};

}  // namespace surefoot::gateways::web
