#include "surefoot/gateways/ros1/node/actions.h"

#include <algorithm>

#include "surefoot/gateways/ros1/node/action_messages.h"
#include "surefoot/msgs/convert.h"

namespace surefoot::gateways::ros1 {
namespace {

using msgs::actionlib_msgs::GoalID;
using msgs::actionlib_msgs::GoalStatus;
using msgs::actionlib_msgs::GoalStatusArray;

/// actionlib's defaults: status_frequency 5 Hz, status_list_timeout 5 s.
constexpr std::chrono::milliseconds kStatusPeriod{200};
constexpr std::chrono::seconds kKeepEnded{5};
/// Goals of one action that are known at a time, ended ones included.
constexpr std::size_t kMaxGoals = 1000;

std::uint8_t StatusOf(graph::GoalEnd end) {
  switch (end) {
    case graph::GoalEnd::kSucceeded:
      return GoalStatus::SUCCEEDED;
    case graph::GoalEnd::kCanceled:
      return GoalStatus::PREEMPTED;
    case graph::GoalEnd::kAborted:
      break;
  }
  return GoalStatus::ABORTED;
}

TopicType TypeOf(const msgs::Ros1Type& type) { return {type.name, type.md5, type.definition}; }

}  // namespace

/// One action with its topics and goals.
class Actions::Server {
 public:
  Server(Core* core, const std::string& name, const std::string& ros_name,
         const msgs::ActionInfo& info)
      : core_(*core), name_(name), info_(info), types_(MakeActionTypes(info)) {
    const TopicType status = TypeOf(msgs::MakeRos1Type(GoalStatusArray::type()));
    Publish(&status_, ros_name + "/status", status, true);
    Publish(&feedback_, ros_name + "/feedback", TypeOf(types_.feedback), false);
    Publish(&result_, ros_name + "/result", TypeOf(types_.result), false);
    Subscribe(&goal_, ros_name + "/goal", TypeOf(types_.goal),
              [this](const Bytes& bytes) { return OnGoal(bytes); });
    Subscribe(&cancel_, ros_name + "/cancel", TypeOf(msgs::MakeRos1Type(GoalID::type())),
              [this](const Bytes& bytes) { return OnCancel(bytes); });
    PublishStatus();
  }

  ~Server() {
    for (const auto& publication : {status_.get(), feedback_.get(), result_.get()}) {
      core_.Close(publication);
    }
    for (const auto& subscription : {goal_.get(), cancel_.get()}) core_.Close(subscription);
  }

  const msgs::ActionInfo& info() const { return info_; }
  bool Has(std::uint64_t id) const { return FindGoal(id) != nullptr; }

  void OnFeedback(const graph::event::Feedback& event) {
    const Goal* goal = FindGoal(event.id);
    if (!feedback_->has_subscribers()) return;
    const Result<Bytes> bytes = ToRos1(&core_.frames, *info_.feedback, event.feedback);
    if (bytes.ok()) feedback_->Publish(ActionFrame(Now(), seq_++, goal->status, *bytes));
  }

  void OnEnded(const graph::event::GoalEnded& event) {
    Goal* goal = FindGoal(event.id);
    goal->ended_at = Clock::now();
    Bytes cdr;
    if (event.result.ok()) {
      goal->status.status = StatusOf(event.end);
      cdr = *event.result;
    } else {
      goal->status.status = GoalStatus::ABORTED;
      goal->status.text = event.result.error().message;
      info_.result->encode(info_.result->make().get(), &cdr);
    }
    goal->id = 0;
    const Result<Bytes> bytes = ToRos1(&core_.frames, *info_.result, cdr);
    if (bytes.ok()) result_->Publish(ActionFrame(Now(), seq_++, goal->status, *bytes));
    PublishStatus();
  }

  void PublishStatus() {
    std::erase_if(goals_, [](const Goal& goal) {
      return goal.ended_at && Clock::now() - *goal.ended_at > kKeepEnded;
    });
    GoalStatusArray array;
    array.header.stamp = Now();
    for (const Goal& goal : goals_) array.status_list.push_back(goal.status);
    Bytes cdr;
    msgs::Encode(array, &cdr);
    status_->Publish(FrameOf(&core_.frames, GoalStatusArray::type(), cdr, seq_++));
  }

 private:
  struct Goal {
    /// In the bridge; 0: ended.
    std::uint64_t id = 0;
    GoalStatus status;
    std::optional<Clock::time_point> ended_at;
  };

  msgs::builtin_interfaces::Time Now() const { return msgs::ToTime(core_.bridge->time_ns()); }

  void Publish(std::unique_ptr<Publication>* publication, const std::string& topic, TopicType type,
               bool latched) {
    // Clients wait for feedback and result.
    const Publication::Options options{.latched = latched, .queue = core_.reliable_queue()};
    *publication = std::make_unique<Publication>(topic, std::move(type), options, &core_.node());
    core_.Open(publication->get());
  }

  void Subscribe(std::unique_ptr<Subscription>* subscription, const std::string& topic,
                 TopicType type, std::function<Status(const Bytes&)> take) {
    Subscription::Callbacks callbacks;
    callbacks.accept = [this, type](const Subscription::Publisher& publisher) {
      if (publisher.type.md5 != type.md5) {
        return Status(Error{"the node publishes [" + publisher.type.name + "/" +
                            publisher.type.md5 + "], but the topic has [" + type.name + "/" +
                            type.md5 + "]"});
      }
      core_.audit->Enter(publisher.node, publisher.address);
      return Status();
    };
    callbacks.message = [take = std::move(take)](const Subscription::Publisher&,
                                                 const Bytes& bytes) { return take(bytes); };
    callbacks.left = [this](const Subscription::Publisher& publisher) {
      core_.audit->Leave(publisher.node);
    };
    *subscription = std::make_unique<Subscription>(&core_.subscription_host, topic, std::move(type),
                                                   std::move(callbacks));
    core_.Open(subscription->get());
  }

  const Goal* FindGoal(std::uint64_t id) const {
    const auto found = std::find_if(goals_.begin(), goals_.end(),
                                    [id](const Goal& goal) { return goal.id == id; });
    return id == 0 || found == goals_.end() ? nullptr : &*found;
  }
  Goal* FindGoal(std::uint64_t id) { return const_cast<Goal*>(std::as_const(*this).FindGoal(id)); }

  Status OnGoal(const Bytes& bytes) {
    core_.counters->messages_in->Add();
    ActionGoal goal;
    if (!ReadActionGoal(bytes, &goal)) return Error{"the bytes are not an action goal"};
    const Result<Bytes> cdr = CdrFromRos1(&core_.frames, *info_.goal, goal.goal);
    if (!cdr.ok()) return cdr.error();
    const std::string& wanted = goal.goal_id.id;
    const bool known = std::any_of(goals_.begin(), goals_.end(), [&](const Goal& other) {
      return !wanted.empty() && other.status.goal_id.id == wanted;
    });
    // A goal that was sent again.
    if (known || goals_.size() >= kMaxGoals) return Status();
    Goal entry;
    entry.id = core_.next_id++;
    entry.status.goal_id = goal.goal_id;
    if (wanted.empty()) {
      // As actionlib's GoalIDGenerator: node, number, time.
      entry.status.goal_id.id = core_.node() + "-" + std::to_string(entry.id) + "-" +
                                std::to_string(core_.bridge->time_ns());
    }
    if (entry.status.goal_id.stamp == msgs::builtin_interfaces::Time()) {
      entry.status.goal_id.stamp = Now();
    }
    entry.status.status = GoalStatus::ACTIVE;
    goals_.push_back(entry);
    PublishStatus();
    core_.bridge->SendGoal(entry.id, name_, *cdr, core_.caller());
    return Status();
  }

  /// An empty id and no time cancel all goals, a time those that are not younger.
  Status OnCancel(const Bytes& bytes) {
    core_.counters->messages_in->Add();
    GoalID wanted;
    if (!msgs::DecodeRos1(bytes, &wanted)) return Error{"the bytes are not a GoalID"};
    const SimTimeNs stamp = msgs::FromTime(wanted.stamp);
    for (Goal& goal : goals_) {
      const bool all = wanted.id.empty() && stamp == 0;
      const bool by_time = stamp != 0 && msgs::FromTime(goal.status.goal_id.stamp) <= stamp;
      const bool named = !wanted.id.empty() && goal.status.goal_id.id == wanted.id;
      if (goal.id == 0 || !(all || by_time || named)) continue;
      goal.status.status = GoalStatus::PREEMPTING;
      core_.bridge->CancelGoal(goal.id);
    }
    PublishStatus();
    return Status();
  }

  Core& core_;
  std::string name_;
  const msgs::ActionInfo& info_;
  ActionTypes types_;
  std::vector<Goal> goals_;
  std::uint32_t seq_ = 0;
  std::unique_ptr<Publication> status_;
  std::unique_ptr<Publication> feedback_;
  std::unique_ptr<Publication> result_;
  std::unique_ptr<Subscription> goal_;
  std::unique_ptr<Subscription> cancel_;
};

Actions::Actions(Core* core) : core_(*core) {}
Actions::~Actions() = default;

void Actions::OnActions(const List& actions) {
  actions_ = actions;
  std::erase_if(servers_, [&](const auto& server) {
    return std::none_of(actions.begin(), actions.end(), [&](const auto& action) {
      return action.first == server.first && action.second == &server.second->info();
    });
  });
  for (const auto& [name, info] : actions) {
    if (servers_.count(name) == 0) Open(name, *info);
  }
  if (timer_ == nullptr && !servers_.empty()) Tick();
}

void Actions::Open(const std::string& name, const msgs::ActionInfo& info) {
  servers_[name] = std::make_unique<Server>(&core_, name, core_.action_names.ToRos(name), info);
}

void Actions::Rename() {
  servers_.clear();
  OnActions(List(actions_));
}

/// Clients take a server without news of its status for dead.
void Actions::Tick() {
  timer_ = core_.reactor->After(kStatusPeriod, [this] {
    for (const auto& [name, server] : servers_) server->PublishStatus();
    Tick();
  });
}

Actions::Server* Actions::Find(std::uint64_t goal) {
  for (const auto& [name, server] : servers_) {
    if (server->Has(goal)) return server.get();
  }
  return nullptr;
}

bool Actions::OnFeedback(const graph::event::Feedback& event) {
  Server* server = Find(event.id);
  if (server != nullptr) server->OnFeedback(event);
  return server != nullptr;
}

bool Actions::OnGoalEnded(const graph::event::GoalEnded& event) {
  Server* server = Find(event.id);
  if (server != nullptr) server->OnEnded(event);
  return server != nullptr;
}

}  // namespace surefoot::gateways::ros1
