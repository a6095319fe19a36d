#include "surefoot/gateways/ros2/action_server.h"

#include <algorithm>
#include <utility>

#include "surefoot/gateways/ros2/services.h"
#include "surefoot/gateways/ros2/wire_names.h"
#include "surefoot/msgs/convert.h"
#include "surefoot/msgs/type_hash.h"

namespace surefoot::gateways::ros2 {
namespace {

using msgs::action_msgs::CancelGoal;
using msgs::action_msgs::GoalInfo;
using msgs::action_msgs::GoalStatus;
using msgs::action_msgs::GoalStatusArray;

/// As rcl_action's result_timeout.
constexpr std::chrono::minutes kKeepResult{15};
/// Goals of one action that are known at a time, ended ones included.
constexpr std::size_t kMaxGoals = 1000;
constexpr std::size_t kMaxWaiting = 100;

std::int8_t StatusOf(graph::GoalEnd end) { return static_cast<std::int8_t>(end); }

Bytes NoResult(const msgs::ActionInfo& info) {
  return GetResultResponse(GoalStatus::STATUS_UNKNOWN, *info.result, info.result->make().get());
}

}  // namespace

ActionServer::ActionServer(Core* core, const std::string& name, const std::string& ros_name,
                           const msgs::ActionInfo& info)
    : core_(*core), name_(name), info_(info) {
  const std::string base = ros_name + "/_action/";
  const msgs::ActionTypeHashes hashes = msgs::TypeHash(info);
  feedback_ = core_.MakeWriter({.topic = TopicOnWire(base + "feedback"),
                                .type = TypeOnWire(info.name, "_FeedbackMessage"),
                                .qos = {.depth = 100},
                                .user_data = HashData(hashes.feedback_message)});
  status_ = core_.MakeWriter({.topic = TopicOnWire(base + "status"),
                              .type = TypeOnWire(GoalStatusArray::type().name),
                              .qos = {.latched = true, .depth = 1},
                              .user_data = HashData(msgs::TypeHash(GoalStatusArray::type()))});
  const auto serve = [&](const char* service, dds::ServiceSpec spec, auto method) {
    spec.name = base + service;
    return core_.MakeServer(spec, [this, method](const dds::RequestId& id, const Bytes& cdr) {
      core_.counters->calls->Add();
      (this->*method)(id, cdr);
    });
  };
  const auto own = [&](const char* part, const std::string& hash) {
    dds::ServiceSpec spec;
    spec.request_type = TypeOnWire(info.name, std::string(part) + "_Request");
    spec.response_type = TypeOnWire(info.name, std::string(part) + "_Response");
    spec.user_data = HashData(hash);
    return spec;
  };
  send_goal_ = serve("send_goal", own("_SendGoal", hashes.send_goal), &ActionServer::OnSendGoal);
  get_result_ =
      serve("get_result", own("_GetResult", hashes.get_result), &ActionServer::OnGetResult);
  cancel_ = serve("cancel_goal", SpecOf("", CancelGoal::service()), &ActionServer::OnCancel);
  PublishStatus();
}

ActionServer::~ActionServer() = default;

msgs::builtin_interfaces::Time ActionServer::Now() const {
  return msgs::ToTime(core_.bridge->time_ns());
}

void ActionServer::OnSendGoal(const dds::RequestId& request, const Bytes& cdr) {
  ForgetOld();
  const std::optional<SendGoalRequest> sent = ReadSendGoal(cdr);
  const std::shared_ptr<void> message = info_.goal->make();
  const bool good = sent && info_.goal->decode(sent->goal.data(), sent->goal.size(), message.get());
  const bool accepted = good && goals_.count(sent->uuid) == 0 && goals_.size() < kMaxGoals;
  if (!accepted || core_.Congested()) {
    return send_goal_->Reply(request, SendGoalResponse(false, Now()));
  }
  core_.frames.RewriteToGraph(*info_.goal, message.get());
  Bytes goal_cdr;
  info_.goal->encode(message.get(), &goal_cdr);
  Goal& goal = goals_[sent->uuid];
  goal.id = core_.next_id++;
  goal.status.goal_info.goal_id.uuid = sent->uuid;
  goal.status.goal_info.stamp = Now();
  goal.status.status = GoalStatus::STATUS_EXECUTING;
  running_[goal.id] = sent->uuid;
  send_goal_->Reply(request, SendGoalResponse(true, goal.status.goal_info.stamp));
  core_.bridge->SendGoal(goal.id, name_, std::move(goal_cdr), core_.caller());
  PublishStatus();
}

void ActionServer::OnGetResult(const dds::RequestId& request, const Bytes& cdr) {
  const std::optional<GoalUuid> uuid = ReadGetResult(cdr);
  const auto found = uuid ? goals_.find(*uuid) : goals_.end();
  if (found == goals_.end() || found->second.waiting.size() >= kMaxWaiting) {
    get_result_->Reply(request, NoResult(info_));
  } else if (found->second.ended()) {
    get_result_->Reply(request, found->second.result);
  } else {
    found->second.waiting.push_back(request);
  }
}

void ActionServer::OnCancel(const dds::RequestId& request, const Bytes& cdr) {
  CancelGoal::Request wanted;
  CancelGoal::Response response;
  if (msgs::Decode(cdr, &wanted)) {
    response = Cancel(wanted.goal_info);
  } else {
    response.return_code = CancelGoal::Response::ERROR_REJECTED;
  }
  Bytes bytes;
  msgs::Encode(response, &bytes);
  cancel_->Reply(request, bytes);
}

/// Without an id and a time all goals, with a time those that are not younger and the named one.
CancelGoal::Response ActionServer::Cancel(const GoalInfo& wanted) {
  const bool named = wanted.goal_id.uuid != GoalUuid{};
  const SimTimeNs stamp = msgs::FromTime(wanted.stamp);
  CancelGoal::Response response;
  response.return_code = CancelGoal::Response::ERROR_NONE;
  for (auto& [uuid, goal] : goals_) {
    const bool chosen = (named && uuid == wanted.goal_id.uuid) || (!named && stamp == 0) ||
                        (stamp != 0 && msgs::FromTime(goal.status.goal_info.stamp) <= stamp);
    if (!chosen || goal.ended()) continue;
    goal.status.status = GoalStatus::STATUS_CANCELING;
    core_.bridge->CancelGoal(goal.id);
    response.goals_canceling.push_back(goal.status.goal_info);
  }
  if (named && response.goals_canceling.empty()) {
    response.return_code = goals_.count(wanted.goal_id.uuid) > 0
                               ? CancelGoal::Response::ERROR_GOAL_TERMINATED
                               : CancelGoal::Response::ERROR_UNKNOWN_GOAL_ID;
  }
  PublishStatus();
  return response;
}

void ActionServer::OnFeedback(const graph::event::Feedback& event) {
  if (feedback_ == nullptr || feedback_->matched() == 0) return;
  Bytes buffer;
  const Bytes& feedback = core_.frames.ToRos(*info_.feedback, event.feedback, &buffer);
  feedback_->Write(FeedbackMessage(running_.at(event.id), feedback));
}

void ActionServer::OnEnded(const graph::event::GoalEnded& event) {
  Goal& goal = goals_.at(running_.at(event.id));
  running_.erase(event.id);
  goal.ended_at = Clock::now();
  const std::shared_ptr<void> result = info_.result->make();
  const bool good = event.result.ok() &&
                    info_.result->decode(event.result->data(), event.result->size(), result.get());
  goal.status.status = good ? StatusOf(event.end) : GoalStatus::STATUS_ABORTED;
  if (!event.result.ok()) {
    core_.Log("a goal of " + name_ + " has failed: " + event.result.error().message);
  }
  core_.frames.RewriteToRos(*info_.result, result.get());
  goal.result = GetResultResponse(goal.status.status, *info_.result, result.get());
  for (const dds::RequestId& request : goal.waiting) get_result_->Reply(request, goal.result);
  goal.waiting.clear();
  PublishStatus();
}

void ActionServer::PublishStatus() {
  if (status_ == nullptr) return;
  GoalStatusArray array;
  for (const auto& [uuid, goal] : goals_) array.status_list.push_back(goal.status);
  Bytes cdr;
  msgs::Encode(array, &cdr);
  status_->Write(cdr);
}

void ActionServer::ForgetOld() {
  const Clock::time_point now = Clock::now();
  std::erase_if(goals_, [now](const auto& entry) {
    return entry.second.ended() && now - *entry.second.ended_at > kKeepResult;
  });
}

}  // namespace surefoot::gateways::ros2
