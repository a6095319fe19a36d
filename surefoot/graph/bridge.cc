#include "surefoot/graph/bridge.h"

#include <algorithm>
#include <utility>

#include "surefoot/msgs/json.h"

namespace surefoot::graph {
namespace {

/// This many requests are executed in one Pump, so that requests sent together take effect
/// together, unless they take longer than kMaxFew.
constexpr std::size_t kFewRequests = 64;
constexpr std::chrono::milliseconds kMaxFew(5);
/// Limit of one client's calls that wait for an earlier one.
constexpr std::size_t kMaxHeld = 256;

}  // namespace

// Made when the first client needs JSON; all clients of the sample share the text.
const std::string& Sample::json() const {
  std::call_once(json_made_, [this] {
    const std::shared_ptr<void> message = type->make();
    if (type->decode(cdr.data(), cdr.size(), message.get())) {
      msgs::AppendJson(*type, message.get(), &json_);
    }
  });
  return json_;
}

/// Lives on the graph's thread.
class Bridge::Side {
 public:
  explicit Side(Bridge* bridge) : bridge_(*bridge) {}

  Graph* graph() const { return graph_; }
  Bridge& bridge() { return bridge_; }

  /// Moves to another graph, or to none. The gateway's subscriptions continue on the new graph.
  void Attach(Graph* graph) {
    Leave();
    if (graph_ != nullptr) bridge_.Send(event::GraphChanged{});
    graph_ = graph;
    if (graph_ == nullptr) return;
    // Subscribes to all topics to learn of new ones, but receives messages only of subscribed
    // topics.
    all_ = graph_->SubscribeAll(
        [](const Delivery&) {},
        [this](const Topic& topic) {
          bridge_.Send(event::TopicAdded{topic.name, topic.type, topic.options});
          return false;
        });
    for (auto& [topic, subscribed] : subscribed_) Listen(topic, &subscribed);
    announced_version_ = graph_->offers_version();
    bridge_.Send(event::Services{graph_->Services(), graph_->Actions()});
  }

  /// Clients of the gateway share one subscription of the graph.
  void Subscribe(const std::string& topic) {
    Subscribed& subscribed = subscribed_[topic];
    if (++subscribed.count > 1) return;
    Listen(topic, &subscribed);
  }

  void Unsubscribe(const std::string& topic) {
    const auto found = subscribed_.find(topic);
    if (found == subscribed_.end() || --found->second.count > 0) return;
    subscribed_.erase(found);
  }

  /// Runs after each Pump, so it compares versions first.
  void AnnounceServices() {
    if (graph_ == nullptr || graph_->offers_version() == announced_version_) return;
    announced_version_ = graph_->offers_version();
    bridge_.Send(event::Services{graph_->Services(), graph_->Actions()});
  }

  /// Goals sent by the gateway.
  std::map<std::uint64_t, std::pair<std::string, std::shared_ptr<Goal>>> sent_goals;
  /// Calls and goals waiting for the gateway.
  std::map<std::uint64_t, std::shared_ptr<graph::Call>> calls;
  std::map<std::uint64_t, std::shared_ptr<Goal>> goals;
  std::set<std::string> offered_services;
  std::set<std::string> offered_actions;
  std::uint64_t next_id = 1;
  /// Whether a message of the gateway is being published.
  bool publishes = false;

 private:
  /// A topic with the number of the gateway's subscriptions to it.
  struct Subscribed {
    int count = 0;
    Subscription subscription;
  };

  void Listen(const std::string& topic, Subscribed* subscribed) {
    if (graph_ == nullptr) return;
    subscribed->subscription =
        graph_->Subscribe(topic, [this](const Delivery& delivery) { Pass(delivery); });
  }

  /// Copies the message as bytes, because the object exists only during the delivery.
  void Pass(const Delivery& delivery) {
    auto sample = std::make_shared<Sample>();
    sample->topic = delivery.topic().name;
    sample->type = delivery.topic().type;
    sample->time_ns = delivery.time_ns();
    sample->reliable = delivery.topic().options.reliable;
    sample->own = publishes;
    sample->cdr = delivery.cdr();
    bridge_.set_time(sample->time_ns);
    bridge_.Send(event::Message{std::move(sample)});
  }

  /// Nobody can respond to open calls any more, so they fail.
  void Leave() {
    all_.Reset();
    for (auto& [topic, subscribed] : subscribed_) subscribed.subscription.Reset();
    for (auto& [id, call] : std::exchange(calls, {})) call->Fail(Error{"the world was closed"});
    for (auto& [id, goal] : std::exchange(goals, {})) goal->Fail(Error{"the world was closed"});
    sent_goals.clear();
    if (graph_ != nullptr) {
      for (const std::string& name : offered_services) graph_->RemoveService(name);
      for (const std::string& name : offered_actions) graph_->RemoveAction(name);
    }
    offered_services.clear();
    offered_actions.clear();
  }

  Bridge& bridge_;
  Graph* graph_ = nullptr;
  Subscription all_;
  std::map<std::string, Subscribed> subscribed_;
  /// Version of the graph's offers when the gateway was last informed.
  std::uint64_t announced_version_ = 0;
};

Bridge::Bridge(BridgeHost host, const BridgeOptions& options)
    : host_(std::move(host)), options_(options), side_(std::make_unique<Side>(this)) {}

Bridge::~Bridge() { side_->Attach(nullptr); }

void Bridge::Attach(Graph* graph) { side_->Attach(graph); }

/// Executes held calls until they have to wait again.
bool Bridge::PumpHeld() {
  bool any = false;
  for (auto it = held_.begin(); it != held_.end();) {
    if (host_.holds(it->first)) {
      ++it;
      continue;
    }
    const Request request = std::move(it->second.front());
    it->second.pop_front();
    it = it->second.empty() ? held_.erase(it) : std::next(it);
    request(side_.get());
    any = true;
  }
  if (any && !held_.empty() && host_.wake) host_.wake();
  return any;
}

// The few requests are limited by kMaxFew, the others by max_pump, so that a flood of requests does
// not stop the simulation. The rest remains in pumped_, and the host is woken for it.
bool Bridge::Pump() {
  const bool any_held = !held_.empty() && PumpHeld();
  if (pumped_.empty()) {
    if (!any_request_.exchange(false)) return any_held;
    const std::lock_guard<std::mutex> lock(requests_mutex_);
    pumped_.swap(requests_);
  }
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const std::size_t few = done_ + kFewRequests;
  for (Clock::time_point now = start; done_ < pumped_.size(); now = Clock::now()) {
    if (now > start + (done_ < few ? kMaxFew : options_.max_pump)) break;
    const Waiting& waiting = pumped_[done_++];
    waiting.request(side_.get());
    waiting_bytes_ -= waiting.bytes;
  }
  if (done_ == pumped_.size()) {
    pumped_.clear();
    done_ = 0;
  } else if (host_.wake) {
    host_.wake();
  }
  side_->AnnounceServices();
  return true;
}

bool Bridge::IsOffered(const std::string& name) const {
  return side_->offered_services.count(name) > 0 || side_->offered_actions.count(name) > 0;
}

void Bridge::AnnounceOffers() { side_->AnnounceServices(); }

// Wakes the host after unlocking, because the woken thread locks the same mutex.
void Bridge::Post(Request request, std::size_t bytes) {
  {
    const std::lock_guard<std::mutex> lock(requests_mutex_);
    requests_.push_back({std::move(request), bytes + sizeof(Waiting)});
    waiting_bytes_ += bytes + sizeof(Waiting);
  }
  any_request_ = true;
  if (host_.wake) host_.wake();
}

void Bridge::set_wake_gateway(Wake wake) {
  const std::lock_guard<std::mutex> lock(events_mutex_);
  wake_gateway_ = std::move(wake);
}

// Wakes the gateway for the first event only. Samples that may be lost and reliable ones have
// separate limits, so that images do not displace reliable messages.
void Bridge::Send(Event event) {
  Wake wake;
  {
    const std::lock_guard<std::mutex> lock(events_mutex_);
    if (events_.empty()) wake = wake_gateway_;
    DropOutdated(event);
    if (const auto* message = std::get_if<event::Message>(&event)) {
      Load& load = message->sample->reliable ? reliable_ : latest_;
      ++load.count;
      load.bytes += message->sample->cdr.size();
    }
    events_.push_back(std::move(event));
    if (latest_.count > options_.max_samples || latest_.bytes > options_.max_sample_bytes) {
      DropOldest();
    }
    if (reliable_.count > options_.max_reliable || reliable_.bytes > options_.max_reliable_bytes) {
      DropReliable();
    }
  }
  if (wake) wake();
}

/// Removes announcements that this event makes meaningless. Without it they would pile up, world
/// after world, for a gateway that fetches no events because it is off.
void Bridge::DropOutdated(const Event& event) {
  if (std::holds_alternative<event::Services>(event)) {
    std::erase_if(events_,
                  [](const Event& old) { return std::holds_alternative<event::Services>(old); });
  }
  if (!std::holds_alternative<event::GraphChanged>(event)) return;
  std::erase_if(events_, [](const Event& old) {
    return std::holds_alternative<event::TopicAdded>(old) ||
           std::holds_alternative<event::Services>(old) ||
           std::holds_alternative<event::GraphChanged>(old);
  });
}

/// Drops the samples that `goes` selects; all other events keep their order.
template <typename Goes>
void Bridge::DropSamples(Load* load, Goes goes) {
  // Not std::remove_if, whose predicate may be copied and called in any order.
  std::vector<Event> kept;
  kept.reserve(events_.size());
  for (Event& event : events_) {
    const auto* message = std::get_if<event::Message>(&event);
    if (message == nullptr || !goes(*message->sample)) {
      kept.push_back(std::move(event));
      continue;
    }
    --load->count;
    load->bytes -= message->sample->cdr.size();
    ++lost_;
  }
  events_.swap(kept);
}

/// Drops the older half of the samples that may be lost, so the cost is amortised.
void Bridge::DropOldest() {
  std::size_t to_drop = latest_.count / 2;
  DropSamples(&latest_, [&](const Sample& sample) {
    if (sample.reliable || to_drop == 0) return false;
    --to_drop;
    return true;
  });
}

/// Drops all: a gap is as bad as the end, and the gateway has to inform its clients.
void Bridge::DropReliable() {
  std::set<std::string> topics;
  DropSamples(&reliable_, [&](const Sample& sample) {
    if (sample.reliable) topics.insert(sample.topic);
    return sample.reliable;
  });
  for (const std::string& topic : topics) events_.push_back(event::Lost{topic});
}

void Bridge::Take(std::vector<Event>* events) {
  events->clear();
  const std::lock_guard<std::mutex> lock(events_mutex_);
  events->swap(events_);
  reliable_ = {};
  latest_ = {};
}

void Bridge::Subscribe(const std::string& topic) {
  Post([topic](Side* side) { side->Subscribe(topic); });
}

void Bridge::Unsubscribe(const std::string& topic) {
  Post([topic](Side* side) { side->Unsubscribe(topic); });
}

/// Whether the caller may do that; asked on the graph's thread, where rights do not change
/// meanwhile.
Status Bridge::Permit(const Side& side, Access::Kind kind, const std::string& name,
                      const Caller& caller) const {
  if (side.graph() == nullptr) return Error{"there is no world"};
  return host_.permit ? host_.permit({kind, name, caller}) : Status();
}

// The host applies the message, not the graph, because the host also records and arbitrates inputs.
void Bridge::Publish(Publication publication) {
  const std::size_t bytes = publication.cdr.size();
  auto apply_message = [this, publication = std::move(publication)](Side* side) mutable {
    const std::uint64_t id = publication.id;
    Status status = Permit(*side, Access::Kind::kPublish, publication.topic, publication.caller);
    side->publishes = true;
    if (status.ok()) status = host_.apply_message(std::move(publication));
    side->publishes = false;
    if (!status.ok()) Send(event::Refused{id, status.error().message});
  };
  Post(std::move(apply_message), bytes);
}

void Bridge::EndPublishing(const std::string& topic, const std::string& client) {
  Post([this, topic, client](Side*) {
    if (host_.publishing_ended) host_.publishing_ended(topic, client);
  });
}

void Bridge::Advertise(std::uint64_t id, const std::string& topic, const msgs::TypeInfo& type,
                       TopicOptions options, const Caller& caller) {
  Post([this, id, topic, &type, options, caller](Side* side) {
    if (side->graph() == nullptr) return;
    const Status permitted = Permit(*side, Access::Kind::kAdvertise, topic, caller);
    if (!permitted.ok()) return Send(event::Refused{id, permitted.error().message});
    const Status room = side->graph()->CheckClientTopic(topic);
    if (!room.ok()) return Send(event::Refused{id, room.error().message});
    const Result<int> advertised = side->graph()->Advertise(topic, type, options);
    if (!advertised.ok()) Send(event::Refused{id, advertised.error().message});
  });
}

// A client's calls are executed in order: after one that is held, the following ones are held too.
void Bridge::Call(std::uint64_t id, const std::string& service, Bytes request,
                  const Caller& caller) {
  const std::size_t bytes = request.size();
  auto call = [this, id, service, request = std::move(request), caller](Side* side) {
    // A call can be kept for long, and outlive the bridge when a server ends.
    const Answer answer = [self = std::weak_ptr(self_), id](const Result<Bytes>& response) {
      if (const auto bridge = self.lock()) (*bridge)->Send(event::Answered{id, response});
    };
    const Status permitted = Permit(*side, Access::Kind::kCall, service, caller);
    if (!permitted.ok()) return answer(permitted.error());
    side->graph()->CallCdr(service, request, answer, caller.name);
  };
  auto in_order = [this, id, client = caller.name, call = std::move(call)](Side* side) {
    const auto held = held_.find(client);
    if (held == held_.end() && !(host_.holds && host_.holds(client))) return call(side);
    if (held != held_.end() && held->second.size() >= kMaxHeld) {
      return Send(event::Answered{
          id, Error{"too many requests are waiting: " + std::to_string(kMaxHeld) + ", try again"}});
    }
    held_[client].push_back(call);
  };
  Post(std::move(in_order), bytes);
}

void Bridge::ClientLeft(const std::string& client) {
  Post([this, client](Side*) {
    // Nobody waits for their responses any more.
    held_.erase(client);
    if (host_.client_left) host_.client_left(client);
  });
}

// Removes goals that have ended, so the table does not grow.
void Bridge::SendGoal(std::uint64_t id, const std::string& action, Bytes goal,
                      const Caller& caller) {
  Post([this, id, action, goal = std::move(goal), caller](Side* side) {
    GoalListener listener;
    listener.feedback = [self = std::weak_ptr(self_), id](const Bytes& feedback) {
      if (const auto bridge = self.lock()) (*bridge)->Send(event::Feedback{id, feedback});
    };
    listener.done = [self = std::weak_ptr(self_), id](GoalEnd end, const Result<Bytes>& result) {
      if (const auto bridge = self.lock()) (*bridge)->Send(event::GoalEnded{id, end, result});
    };
    const Status permitted = Permit(*side, Access::Kind::kSendGoal, action, caller);
    if (!permitted.ok()) return listener.done(GoalEnd::kAborted, permitted.error());
    auto& goals = side->sent_goals;
    for (auto it = goals.begin(); it != goals.end();) {
      it = it->second.second->ended() ? goals.erase(it) : std::next(it);
    }
    const std::shared_ptr<Goal> sent =
        side->graph()->SendGoal(action, goal, std::move(listener), caller.name);
    if (sent != nullptr && !sent->ended()) goals[id] = {action, sent};
  });
}

void Bridge::CancelGoal(std::uint64_t id) {
  Post([id](Side* side) {
    const auto found = side->sent_goals.find(id);
    if (found == side->sent_goals.end() || side->graph() == nullptr) return;
    side->graph()->CancelGoal(found->second.first, found->second.second);
  });
}

// A call waits in `calls` until the client responds or the world is closed.
void Bridge::OfferService(std::uint64_t id, const std::string& name, const msgs::ServiceInfo& info,
                          const Caller& caller) {
  Post([this, id, name, &info, caller](Side* side) {
    const Status permitted = Permit(*side, Access::Kind::kOffer, name, caller);
    if (!permitted.ok()) return Send(event::Refused{id, permitted.error().message});
    const Status status = side->graph()->AdvertiseCalls(
        name, info, [this, side, name](std::shared_ptr<graph::Call> call) {
          const std::uint64_t number = side->next_id++;
          Bytes request;
          call->info().request->encode(call->request(), &request);
          side->calls[number] = std::move(call);
          Send(event::Called{number, name, std::move(request)});
        });
    if (!status.ok()) return Send(event::Refused{id, status.error().message});
    side->offered_services.insert(name);
  });
}

// As services; feedback and result refer to the number of the goal.
void Bridge::OfferAction(std::uint64_t id, const std::string& name, const msgs::ActionInfo& info,
                         const Caller& caller) {
  Post([this, id, name, &info, caller](Side* side) {
    const Status permitted = Permit(*side, Access::Kind::kOffer, name, caller);
    if (!permitted.ok()) return Send(event::Refused{id, permitted.error().message});
    ActionHandler handler;
    handler.start = [this, side, name](std::shared_ptr<Goal> goal) {
      const std::uint64_t number = side->next_id++;
      Bytes message;
      goal->info().goal->encode(goal->goal(), &message);
      side->goals[number] = std::move(goal);
      Send(event::GoalSent{number, name, std::move(message)});
    };
    handler.cancel = [this, side](const std::shared_ptr<Goal>& goal) {
      for (const auto& [number, known] : side->goals) {
        if (known == goal) Send(event::GoalCanceled{number});
      }
    };
    const Status status = side->graph()->AdvertiseAction(name, info, std::move(handler));
    if (!status.ok()) return Send(event::Refused{id, status.error().message});
    side->offered_actions.insert(name);
  });
}

void Bridge::WithdrawService(const std::string& name) {
  Post([name](Side* side) {
    if (side->offered_services.erase(name) > 0) side->graph()->RemoveService(name);
  });
}

void Bridge::WithdrawAction(const std::string& name) {
  Post([name](Side* side) {
    if (side->offered_actions.erase(name) > 0) side->graph()->RemoveAction(name);
  });
}

// Unknown calls are ignored: the world may have been closed meanwhile.
void Bridge::Respond(std::uint64_t call, Result<Bytes> response) {
  Post([call, response = std::move(response)](Side* side) {
    const auto found = side->calls.find(call);
    if (found == side->calls.end()) return;
    const std::shared_ptr<graph::Call> waiting = std::move(found->second);
    side->calls.erase(found);
    if (!response.ok()) return waiting->Fail(response.error());
    waiting->RespondCdr(response.value());
  });
}

void Bridge::GiveFeedback(std::uint64_t goal, Bytes feedback) {
  Post([goal, feedback = std::move(feedback)](Side* side) {
    const auto found = side->goals.find(goal);
    if (found != side->goals.end()) found->second->FeedbackCdr(feedback);
  });
}

void Bridge::EndGoal(std::uint64_t goal, GoalEnd end, Result<Bytes> result) {
  Post([goal, end, result = std::move(result)](Side* side) {
    const auto found = side->goals.find(goal);
    if (found == side->goals.end()) return;
    const std::shared_ptr<Goal> waiting = std::move(found->second);
    side->goals.erase(found);
    if (!result.ok()) return waiting->Fail(result.error());
    waiting->EndCdr(end, result.value());
  });
}

}  // namespace surefoot::graph
