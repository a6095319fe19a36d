#include "surefoot/gateways/web/rosbridge/actions.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "surefoot/gateways/web/rosbridge/payload.h"
#include "surefoot/gateways/web/rosbridge/services.h"
#include "surefoot/msgs/json_text.h"

// Goals of clients to the simulator's actions, and goals to actions that clients offer.

namespace surefoot::gateways::web {
namespace {

using graph::GoalEnd;
using msgs::JsonText;

/// Begins {"op":OP,"id":ID,"action":NAME. The id is JSON text already, as the client sent it.
JsonText Begin(const char* op, const std::string& id, const std::string& action) {
  JsonText json;
  json.BeginObject().Text("op", op);
  if (!id.empty()) json.Raw("id", id);
  json.Text("action", action);
  return json;
}

std::string Quoted(const std::string& text) { return JsonText().Text(text).text(); }

/// Status codes of action_msgs/GoalStatus: 4 succeeded, 5 canceled, 6 aborted. A result without
/// status counts as success.
GoalEnd EndOf(std::int64_t status) {
  if (status == static_cast<std::int64_t>(GoalEnd::kCanceled)) return GoalEnd::kCanceled;
  if (status == static_cast<std::int64_t>(GoalEnd::kAborted)) return GoalEnd::kAborted;
  return GoalEnd::kSucceeded;
}

}  // namespace

Actions::Actions(Core* core)
    : core_(*core),
      offers_(core, {.kind = "action",
                     .find_type = msgs::FindActionType,
                     .note = &NodeNote::actions,
                     .offer = std::bind_front(&graph::Bridge::OfferAction, core->bridge),
                     .withdraw = std::bind_front(&graph::Bridge::WithdrawAction, core->bridge),
                     .fail = [core](std::uint64_t id, const Error& error) {
                       core->bridge->EndGoal(id, GoalEnd::kAborted, error);
                     }}) {}

/// On failure "values" is the error text and "result" is false, as in rosbridge_suite.
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
    return fail("unknown action '" + name.substr(0, 100) + "'; /rosapi/action_servers lists all");
  }
  if (client->calls >= core_.limits.calls) {
    return fail("there are " + std::to_string(client->calls) +
                " calls and goals of this client under way already; wait for their ends");
  }
  goal.info = known->second;
  Result<Bytes> cdr = ArgsToCdr(*goal.info->goal, request.args);
  if (!cdr.ok()) return fail(name + ": " + cdr.error().message);
  const std::uint64_t id = core_.next_id++;
  ++client->calls;
  sent_[id] = std::move(goal);
  core_.bridge->SendGoal(id, name, std::move(cdr).value(), client->caller());
}

void Actions::CancelGoal(Client* client, const Request& request, TimePoint now) {
  const auto found = std::find_if(sent_.begin(), sent_.end(), [&](const auto& goal) {
    return goal.second.client == client && goal.second.id == request.id;
  });
  if (found != sent_.end()) return core_.bridge->CancelGoal(found->first);
  core_.Refuse(client, "goal", "cancel_action_goal: no goal with the id " + request.id, request.id,
               now);
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

void Actions::OnGoalSent(const graph::event::GoalSent& event) {
  const auto* offer = offers_.Find(event.action);
  const auto fail = [&](const Error& error) {
    core_.bridge->EndGoal(event.id, GoalEnd::kAborted, error);
  };
  if (offer == nullptr) return fail(Error{"the client that offered it has left"});
  const Result<std::string> args = CdrToJson(*offer->info->goal, event.goal);
  if (!args.ok()) return fail(args.error());
  // The form of rosbridge_suite's ids.
  const std::string id = "action_goal:" + event.action + ":" + std::to_string(event.id);
  offers_.pending[id] = {offer->client, event.id, event.action, offer->info};
  offer->client->Send(Begin("send_action_goal", Quoted(id), event.action)
                          .Text("action_type", offer->info->name)
                          .Raw("args", *args)
                          .Flag("feedback", true)
                          .EndObject()
                          .text());
}

void Actions::OnGoalCanceled(const graph::event::GoalCanceled& event) {
  for (const auto& [id, given] : offers_.pending) {
    if (given.id != event.id) continue;
    given.client->Send(Begin("cancel_action_goal", Quoted(id), given.name).EndObject().text());
  }
}

const Actions::ClientGoal* Actions::FindClientGoal(Client* client, const Request& request,
                                                   TimePoint now) {
  if (const ClientGoal* found = offers_.FindPending(client, request)) return found;
  core_.Refuse(client, "goal", request.op + ": no goal with the id " + request.id, request.id, now);
  return nullptr;
}

void Actions::Feedback(Client* client, const Request& request, TimePoint now) {
  const ClientGoal* given = FindClientGoal(client, request, now);
  if (given == nullptr) return;
  Result<Bytes> cdr = ArgsToCdr(*given->info->feedback, request.values);
  if (cdr.ok()) return core_.bridge->GiveFeedback(given->id, std::move(cdr).value());
  core_.Refuse(client, "goal", "action_feedback: " + cdr.error().message, request.id, now);
}

void Actions::Finish(Client* client, const Request& request, TimePoint now) {
  const ClientGoal* found = FindClientGoal(client, request, now);
  if (found == nullptr) return;
  // A copy, because the entry is erased.
  const ClientGoal given = *found;
  offers_.pending.erase(IdText(request.id));
  if (!request.result.value_or(true)) {
    return core_.bridge->EndGoal(given.id, GoalEnd::kAborted, Error{ErrorText(request.values)});
  }
  Result<Bytes> cdr = ArgsToCdr(*given.info->result, request.values);
  // The goal ends in any case; whoever sent it must not wait for a client with a wrong message.
  if (!cdr.ok()) {
    core_.Refuse(client, "goal", "action_result: " + cdr.error().message, request.id, now);
  }
  core_.bridge->EndGoal(given.id, EndOf(request.status), std::move(cdr));
}

void Actions::Leave(Client* client) {
  // Nobody is left who wants the results.
  for (auto it = sent_.begin(); it != sent_.end();) {
    const bool gone = it->second.client == client;
    if (gone) core_.bridge->CancelGoal(it->first);
    it = gone ? sent_.erase(it) : std::next(it);
  }
  offers_.Leave(client);
}

}  // namespace surefoot::gateways::web
