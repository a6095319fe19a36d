#include "surefoot/gateways/web/rosbridge/actions.h"

#include <algorithm>
#include <utility>

#include "surefoot/gateways/web/rosbridge/payload.h"
#include "surefoot/gateways/web/rosbridge/services.h"
#include "surefoot/graph/names.h"
#include "surefoot/msgs/json_text.h"

namespace surefoot::gateways::web {
namespace {

using graph::GoalEnd;
using msgs::JsonText;

/// {"op":OP,"id":ID,"action":NAME. The id is JSON.
JsonText Begin(const char* op, const std::string& id, const std::string& action) {
  JsonText json;
  json.BeginObject().Text("op", op);
  if (!id.empty()) json.Raw("id", id);
  json.Text("action", action);
  return json;
}

std::string Quoted(const std::string& text) { return JsonText().Text(text).text(); }

GoalEnd EndOf(std::int64_t status) {
  if (status == static_cast<std::int64_t>(GoalEnd::kCanceled)) return GoalEnd::kCanceled;
  if (status == static_cast<std::int64_t>(GoalEnd::kAborted)) return GoalEnd::kAborted;
  return GoalEnd::kSucceeded;
}

}  // namespace

void Actions::SendResult(const Sent& goal, int status, const Result<std::string>& values) {
  JsonText json = Begin("action_result", goal.id, goal.action);
  json.Raw("values", values.ok() ? *values : Quoted(values.error().message));
  json.Integer("status", status).Flag("result", values.ok());
  goal.client->Send(json.EndObject().text());
}

void Actions::SendGoal(Client* client, const Request& request) {
  if (request.fragment_size) client->LimitFragments(*request.fragment_size);
  Sent goal{client, request.id, request.action, nullptr, request.feedback};
  const std::string name = FullName(request.action);
  const auto fail = [&](const std::string& why) {
    core_.counters->Refused("goal");
    SendResult(goal, 0, Error{why});
  };
  const auto known = core_.directory.actions.find(name);
  if (known == core_.directory.actions.end()) {
    return fail("there is no action '" + name.substr(0, 100) +
                "'; /rosapi/action_servers lists all");
  }
  if (client->calls >= core_.limits.calls) {
    return fail("there are " + std::to_string(client->calls) +
                " calls and goals under way already; wait for their ends");
  }
  goal.info = known->second;
  Result<Bytes> cdr = ArgsToCdr(*goal.info->goal, request.args);
  if (!cdr.ok()) return fail(name + ": " + cdr.error().message);
  const std::uint64_t id = core_.next_id++;
  ++client->calls;
  sent_[id] = std::move(goal);
  core_.bridge->SendGoal(id, name, std::move(cdr).value());
}

void Actions::CancelGoal(Client* client, const Request& request, TimePoint now) {
  const auto found = std::find_if(sent_.begin(), sent_.end(), [&](const auto& goal) {
    return goal.second.client == client && goal.second.id == request.id;
  });
  if (found != sent_.end()) return core_.bridge->CancelGoal(found->first);
  core_.Refuse(client, "goal", "cancel_action_goal: there is no goal with the id " + request.id,
               request.id, now);
}

void Actions::OnFeedback(const graph::event::Feedback& event) {
  const auto found = sent_.find(event.id);
  if (found == sent_.end() || !found->second.feedback) return;
  const Sent& goal = found->second;
  const Result<std::string> values = CdrToJson(*goal.info->feedback, event.feedback);
  if (!values.ok()) return;
  goal.client->Send(
      Begin("action_feedback", goal.id, goal.action).Raw("values", *values).EndObject().text());
}

void Actions::OnGoalEnded(const graph::event::GoalEnded& event) {
  const auto found = sent_.find(event.id);
  if (found == sent_.end()) return;
  const Sent goal = std::move(found->second);
  sent_.erase(found);
  --goal.client->calls;
  if (!event.result.ok()) return SendResult(goal, 0, event.result.error());
  SendResult(goal, static_cast<int>(event.end), CdrToJson(*goal.info->result, *event.result));
}

void Actions::Advertise(Client* client, const Request& request, TimePoint now) {
  const std::string name = FullName(request.action);
  const auto refuse = [&](const std::string& why) {
    core_.Refuse(client, "advertise_action",
                 "advertise_action '" + name.substr(0, 100) + "': " + why, request.id, now);
  };
  const Status good = graph::CheckName(name);
  if (!good.ok()) return refuse(good.error().message);
  const msgs::ActionInfo* info = msgs::FindActionType(request.type);
  if (info == nullptr) {
    return refuse("there is no action type '" + request.type.substr(0, 100) +
                  "'; /rosapi/interfaces lists all");
  }
  const auto found = offers_.find(name);
  if (found != offers_.end() && found->second.client != client) {
    return refuse("there is such an action already");
  }
  if (found != offers_.end()) Drop(name);
  const auto mine = std::count_if(offers_.begin(), offers_.end(),
                                  [&](const auto& offer) { return offer.second.client == client; });
  if (static_cast<std::size_t>(mine) >= core_.limits.offers) {
    return refuse("at most " + std::to_string(core_.limits.offers) + " actions are accepted");
  }
  const std::uint64_t id = core_.next_id++;
  offers_[name] = {client, info, id};
  core_.directory.clients[client->node()].actions.insert(name);
  core_.bridge->OfferAction(id, name, *info);
}

/// Ends an offer; goals that its client works on fail.
void Actions::Drop(const std::string& name) {
  const auto found = offers_.find(name);
  core_.directory.clients[found->second.client->node()].actions.erase(name);
  offers_.erase(found);
  core_.bridge->WithdrawAction(name);
  for (auto it = given_.begin(); it != given_.end();) {
    const bool gone = it->second.action == name;
    if (gone) {
      core_.bridge->EndGoal(it->second.goal, GoalEnd::kAborted,
                            Error{"the client that offered '" + name + "' left"});
    }
    it = gone ? given_.erase(it) : std::next(it);
  }
}

void Actions::Unadvertise(Client* client, const Request& request) {
  const std::string name = FullName(request.action);
  const auto found = offers_.find(name);
  if (found != offers_.end() && found->second.client == client) Drop(name);
}

void Actions::OnGoalSent(const graph::event::GoalSent& event) {
  const auto offer = offers_.find(event.action);
  const auto fail = [&](const Error& error) {
    core_.bridge->EndGoal(event.id, GoalEnd::kAborted, error);
  };
  if (offer == offers_.end()) return fail(Error{"the client that offered it left"});
  const Result<std::string> args = CdrToJson(*offer->second.info->goal, event.goal);
  if (!args.ok()) return fail(args.error());
  const std::string id = "action_goal:" + event.action + ":" + std::to_string(event.id);
  given_[id] = {offer->second.client, event.id, event.action, offer->second.info};
  offer->second.client->Send(Begin("send_action_goal", Quoted(id), event.action)
                                 .Text("action_type", offer->second.info->name)
                                 .Raw("args", *args)
                                 .Flag("feedback", true)
                                 .EndObject()
                                 .text());
}

void Actions::OnGoalCanceled(const graph::event::GoalCanceled& event) {
  for (const auto& [id, given] : given_) {
    if (given.goal != event.id) continue;
    given.client->Send(Begin("cancel_action_goal", Quoted(id), given.action).EndObject().text());
  }
}

const Actions::Given* Actions::FindGiven(Client* client, const Request& request, TimePoint now) {
  const auto found = given_.find(IdText(request.id));
  if (found != given_.end() && found->second.client == client) return &found->second;
  core_.Refuse(client, "goal", request.op + ": there is no goal with the id " + request.id,
               request.id, now);
  return nullptr;
}

void Actions::Feedback(Client* client, const Request& request, TimePoint now) {
  const Given* given = FindGiven(client, request, now);
  if (given == nullptr) return;
  Result<Bytes> cdr = ArgsToCdr(*given->info->feedback, request.values);
  if (cdr.ok()) return core_.bridge->GiveFeedback(given->goal, std::move(cdr).value());
  core_.Refuse(client, "goal", "action_feedback: " + cdr.error().message, request.id, now);
}

void Actions::Finish(Client* client, const Request& request, TimePoint now) {
  const Given* found = FindGiven(client, request, now);
  if (found == nullptr) return;
  const Given given = *found;
  given_.erase(IdText(request.id));
  if (!request.result.value_or(true)) {
    return core_.bridge->EndGoal(given.goal, GoalEnd::kAborted, Error{ErrorText(request.values)});
  }
  Result<Bytes> cdr = ArgsToCdr(*given.info->result, request.values);
  if (!cdr.ok()) {
    core_.Refuse(client, "goal", "action_result: " + cdr.error().message, request.id, now);
  }
  core_.bridge->EndGoal(given.goal, EndOf(request.status), std::move(cdr));
}

bool Actions::OnRefused(const graph::event::Refused& event, TimePoint now) {
  const auto found = std::find_if(offers_.begin(), offers_.end(),
                                  [&](const auto& offer) { return offer.second.id == event.id; });
  if (found == offers_.end()) return false;
  Client* client = found->second.client;
  core_.directory.clients[client->node()].actions.erase(found->first);
  offers_.erase(found);
  core_.Refuse(client, "advertise_action", "advertise_action: " + event.reason, "", now);
  return true;
}

void Actions::Restore() {
  for (auto& [name, offer] : offers_) {
    offer.id = core_.next_id++;
    core_.bridge->OfferAction(offer.id, name, *offer.info);
  }
}

void Actions::Leave(Client* client) {
  for (auto it = sent_.begin(); it != sent_.end();) {
    const bool gone = it->second.client == client;
    if (gone) core_.bridge->CancelGoal(it->first);
    it = gone ? sent_.erase(it) : std::next(it);
  }
  std::vector<std::string> mine;
  for (const auto& [name, offer] : offers_) {
    if (offer.client == client) mine.push_back(name);
  }
  for (const std::string& name : mine) Drop(name);
}

}  // namespace surefoot::gateways::web
