#include "surefoot/graph/graph.h"

#include <algorithm>
#include <set>
#include <utility>

#include "surefoot/base/check.h"
#include "surefoot/base/index.h"
#include "surefoot/base/try.h"
#include "surefoot/graph/names.h"

// Delivery is synchronous and in the order of subscription. Lists of subscribers may change during
// delivery, so entries are marked and removed afterwards.

namespace surefoot::graph {
namespace {

/// Topics are never removed. Those of clients have a lower limit, so that clients cannot use up the
/// numbers that the sensors of further robots need.
constexpr std::size_t kMaxTopics = 100'000;
constexpr std::size_t kMaxOpenTopics = 10'000;
/// Bytes of the last messages of latched topics of clients, together.
constexpr std::size_t kMaxKeptOpenBytes = std::size_t{64} << 20;

/// Decodes a message, or returns an error about `what`.
Result<std::shared_ptr<void>> Decoded(const msgs::TypeInfo& type, const Bytes& bytes,
                                      const std::string& what) {
  const std::shared_ptr<void> message = type.make();
  if (type.decode(bytes.data(), bytes.size(), message.get())) return message;
  return Error{what + " is not a valid " + type.name};
}

}  // namespace

struct Graph::Entry {
  int id = 0;
  /// Empty: all topics that `filter` accepts.
  std::string topic;
  std::function<bool(const Topic&)> filter;
  Subscriber subscriber;
  bool gone = false;

  bool Takes(const Topic& candidate) const {
    if (!topic.empty()) return candidate.name == topic;
    return filter == nullptr || filter(candidate);
  }
};

// Encoded when the first subscriber needs bytes.
const Bytes& Delivery::cdr() const {
  if (cdr_ == nullptr) {
    topic_->type->encode(message_, buffer_);
    cdr_ = buffer_;
  }
  return *cdr_;
}

// Decoded when the first subscriber needs the object.
const void* Delivery::Typed(const msgs::TypeInfo& type) const {
  if (&type != topic_->type) return nullptr;
  if (message_ == nullptr) {
    decoded_ = type.make();
    if (!type.decode(cdr_->data(), cdr_->size(), decoded_.get())) return nullptr;
    message_ = decoded_.get();
  }
  return message_;
}

Subscription& Subscription::operator=(Subscription&& other) noexcept {
  if (this != &other) {
    Reset();
    graph_ = std::exchange(other.graph_, nullptr);
    id_ = std::exchange(other.id_, -1);
  }
  return *this;
}

void Subscription::Reset() {
  if (graph_ != nullptr) graph_->Unsubscribe(id_);
  graph_ = nullptr;
}

Graph::Graph() = default;
Graph::~Graph() = default;

Result<int> Graph::Advertise(const std::string& topic, const msgs::TypeInfo& type,
                             TopicOptions options) {
  const Status name = CheckName(topic);
  if (!name.ok()) return name.error();
  if (const auto found = ids_.find(topic); found != ids_.end()) {
    Topic& known = *topics_[At(found->second)];
    const bool gives_way =
        known.type != &type && known.options.of_client && !options.of_client && known.alias_of < 0;
    if (!gives_way) return Share(&known, type, options);
    Retire(&known);
  }
  if (topics_.size() >= kMaxTopics) {
    return Error{"topic '" + topic +
                 "' exceeds the limit of topics: " + std::to_string(kMaxTopics)};
  }
  open_topics_ += options.open ? 1 : 0;
  const int id = AddTopic({.name = topic, .type = &type, .options = options});
  for (const auto& [alias, target] : alias_names_) {
    if (target == topic) LinkAlias(alias, id);
  }
  return id;
}

/// Adds a user to a topic.
Result<int> Graph::Share(Topic* known, const msgs::TypeInfo& type, const TopicOptions& options) {
  if (known->type != &type) {
    return Error{"topic '" + known->name + "' has messages of type " + known->type->name +
                 ", not " + type.name};
  }
  TopicOptions& joint = known->options;
  joint.latched = joint.latched || options.latched;
  joint.reliable = joint.reliable || options.reliable;
  if (joint.open && !options.open && known->alias_of < 0) --open_topics_;
  joint.open = joint.open && options.open;
  joint.of_client = joint.of_client && options.of_client;
  for (const int alias : aliases_[At(known->id)]) topics_[At(alias)]->options = joint;
  return known->id;
}

/// Frees the name of a client's topic and those of its aliases. The ids stay in use, because they
/// are positions in lists, which may be in use by a delivery.
void Graph::Retire(Topic* topic) {
  topic->replaced = any_replaced_ = true;
  if (topic->options.open && topic->alias_of < 0) --open_topics_;
  ids_.erase(topic->name);
  kept_.erase(topic->id);
  for (const int alias : std::exchange(aliases_[At(topic->id)], {}))
    Retire(topics_[At(alias)].get());
}

int Graph::AddTopic(Topic added) {
  added.id = static_cast<int>(topics_.size());
  ids_[added.name] = added.id;
  by_topic_.emplace_back();
  aliases_.emplace_back();
  for (const auto& entry : entries_) {
    if (!entry->gone && entry->Takes(added)) by_topic_.back().push_back(entry.get());
  }
  topics_.push_back(std::make_unique<Topic>(std::move(added)));
  return topics_.back()->id;
}

Status Graph::AddAlias(const std::string& alias, const std::string& topic) {
  SUREFOOT_TRY(CheckName(alias));
  SUREFOOT_TRY(CheckName(topic));
  const auto known = alias_names_.find(alias);
  if (known != alias_names_.end() && known->second == topic) return Status();
  if (known != alias_names_.end()) {
    return Error{"'" + alias + "' is an alias of '" + known->second + "' already"};
  }
  const bool is_target = std::any_of(alias_names_.begin(), alias_names_.end(),
                                     [&](const auto& entry) { return entry.second == alias; });
  if (alias == topic || alias_names_.count(topic) != 0 || is_target) {
    return Error{"'" + alias + "' cannot be an alias of '" + topic +
                 "': an alias must not have aliases itself"};
  }
  const Topic* taken = FindTopic(alias);
  if (taken != nullptr && !taken->options.of_client) {
    return Error{"'" + alias + "' is a topic already"};
  }
  alias_names_[alias] = topic;
  if (const Topic* target = FindTopic(topic)) LinkAlias(alias, target->id);
  return Status();
}

/// A name that became a topic of its own in the meantime remains one, unless it is a client's.
void Graph::LinkAlias(const std::string& alias, int topic) {
  if (topics_.size() >= kMaxTopics) return;
  if (const auto taken = ids_.find(alias); taken != ids_.end()) {
    Topic& known = *topics_[At(taken->second)];
    if (!known.options.of_client || known.alias_of >= 0) return;
    Retire(&known);
  }
  const Topic& target = *topics_[At(topic)];
  const int id =
      AddTopic({.name = alias, .type = target.type, .options = target.options, .alias_of = topic});
  aliases_[At(topic)].push_back(id);
  if (const auto kept = kept_.find(topic); kept != kept_.end()) kept_[id] = kept->second;
}

bool Graph::HasSubscribers(int topic) const {
  if (!by_topic_[At(topic)].empty()) return true;
  const auto has_own = [this](int alias) { return !by_topic_[At(alias)].empty(); };
  return std::any_of(aliases_[At(topic)].begin(), aliases_[At(topic)].end(), has_own);
}

Status Graph::CheckClientTopic(const std::string& name) const {
  if (open_topics_ < kMaxOpenTopics || FindTopic(name) != nullptr) return Status();
  return Error{"topic '" + name +
               "' exceeds the limit of topics of clients: " + std::to_string(kMaxOpenTopics)};
}

Status Graph::CheckKept(const std::string& name, std::size_t bytes) const {
  const Topic* topic = FindTopic(name);
  if (topic == nullptr || !topic->options.latched || !topic->options.open) return Status();
  for (const auto& [id, last] : kept_) {
    if (id != topic->id && topics_[At(id)]->options.open) bytes += last.second.size();
  }
  if (bytes <= kMaxKeptOpenBytes) return Status();
  return Error{"the last messages of latched topics of clients have " +
               std::to_string(kMaxKeptOpenBytes >> 20) +
               " MiB already; publish smaller ones, or on a topic that is not latched"};
}

bool Graph::IsListenedTo(const std::string& topic) const {
  const auto alias = alias_names_.find(topic);
  const std::string& target = alias == alias_names_.end() ? topic : alias->second;
  return std::any_of(entries_.begin(), entries_.end(), [&](const auto& entry) {
    return !entry->gone && (entry->topic == topic || entry->topic == target);
  });
}

std::vector<std::string> Graph::ListenedTopics(int first) const {
  std::set<std::string> topics;
  for (const auto& entry : entries_) {
    const bool counts = !entry->gone && entry->id >= first;
    if (counts && !entry->topic.empty()) topics.insert(entry->topic);
  }
  for (const auto& [alias, target] : alias_names_) {
    if (topics.count(target) != 0) topics.insert(alias);
  }
  return {topics.begin(), topics.end()};
}

void Graph::Deliver(int topic, SimTimeNs time_ns, const msgs::TypeInfo& type, const void* message) {
  const Topic& known = *topics_[At(topic)];
  SUREFOOT_CHECK(known.type == &type, "published with another type: " + known.name);
  // A message published during a delivery must not overwrite the bytes of the outer one.
  Bytes nested;
  Delivery delivery(&known, time_ns, depth_ == 0 ? &buffer_ : &nested);
  delivery.message_ = message;
  Send(&delivery);
}

void Graph::PublishCdr(int topic, SimTimeNs time_ns, const Bytes& cdr, const void* decoded) {
  Delivery delivery(topics_[At(topic)].get(), time_ns, &buffer_);
  delivery.cdr_ = &cdr;
  delivery.message_ = decoded;
  Send(&delivery);
}

void Graph::Send(Delivery* delivery) {
  const int id = delivery->topic().id;
  const int target = delivery->topic().alias_of >= 0 ? delivery->topic().alias_of : id;
  SendAs(id, delivery);
  if (target != id) SendAs(target, delivery);
  // By index: a subscriber may add aliases.
  for (std::size_t i = 0; i < aliases_[At(target)].size(); ++i) {
    if (aliases_[At(target)][i] != id) SendAs(aliases_[At(target)][i], delivery);
  }
}

/// Delivers the message on this topic, whichever topic it was published on.
void Graph::SendAs(int topic_id, Delivery* delivery) {
  Topic& topic = *topics_[At(topic_id)];
  delivery->topic_ = &topic;
  ++topic.count;
  if (topic.options.latched) {
    auto& [time_ns, cdr] = kept_[topic.id];
    time_ns = delivery->time_ns();
    cdr = delivery->cdr();
  }
  ++depth_;
  // By index: a subscriber may subscribe, unsubscribe or advertise. Entries are removed only at the
  // end, and new ones start with the next message.
  const auto id = At(topic_id);
  const std::size_t count = by_topic_[id].size();
  for (std::size_t i = 0; i < count; ++i) {
    Entry* entry = by_topic_[id][i];
    if (!entry->gone) entry->subscriber(*delivery);
  }
  --depth_;
  RemoveGone();
}

Subscription Graph::AddEntry(std::unique_ptr<Entry> entry) {
  entry->id = next_id_++;
  Entry* added = entry.get();
  entries_.push_back(std::move(entry));
  ++depth_;
  if (added->topic.empty()) {
    // Topics that the subscriber adds itself are assigned by Advertise.
    const std::size_t count = topics_.size();
    for (std::size_t i = 0; i < count; ++i) {
      if (!topics_[i]->replaced && added->Takes(*topics_[i])) Join(*topics_[i], added);
    }
  } else if (const auto found = ids_.find(added->topic); found != ids_.end()) {
    Join(*topics_[At(found->second)], added);
  }
  --depth_;
  const int id = added->id;
  RemoveGone();
  return Subscription(this, id);
}

/// Adds a subscriber to a topic; it receives the last message of a latched one.
void Graph::Join(const Topic& topic, Entry* added) {
  by_topic_[At(topic.id)].push_back(added);
  const auto kept = kept_.find(topic.id);
  if (kept == kept_.end()) return;
  // A copy, because the subscriber may publish on this topic.
  const Bytes last = kept->second.second;
  Delivery delivery(&topic, kept->second.first, nullptr);
  delivery.cdr_ = &last;
  added->subscriber(delivery);
}

Subscription Graph::Subscribe(const std::string& topic, Subscriber subscriber) {
  auto entry = std::make_unique<Entry>();
  entry->topic = topic;
  entry->subscriber = std::move(subscriber);
  return AddEntry(std::move(entry));
}

Subscription Graph::SubscribeAll(Subscriber subscriber, std::function<bool(const Topic&)> filter) {
  auto entry = std::make_unique<Entry>();
  entry->filter = std::move(filter);
  entry->subscriber = std::move(subscriber);
  return AddEntry(std::move(entry));
}

// Only marks the entry, because Send may be iterating.
void Graph::Unsubscribe(int id) {
  const auto found =
      std::lower_bound(entries_.begin(), entries_.end(), id,
                       [](const auto& entry, int wanted) { return entry->id < wanted; });
  if (found == entries_.end() || (*found)->id != id) return;
  (*found)->gone = true;
  gone_.push_back(found->get());
  RemoveGone();
}

/// Deferred while subscribers are being called.
void Graph::RemoveGone() {
  if (gone_.empty() || depth_ > 0) return;
  const auto sweep = [](std::vector<Entry*>* list) {
    std::erase_if(*list, [](const Entry* entry) { return entry->gone; });
  };
  // An edit of the world ends a subscription of each robot, so not all topics are searched for one
  // of a single topic. Topics that were replaced may have it, too.
  const bool everywhere = any_replaced_ || std::any_of(gone_.begin(), gone_.end(), [](auto* entry) {
                            return entry->topic.empty();
                          });
  if (everywhere) {
    for (auto& list : by_topic_) sweep(&list);
  } else {
    for (const Entry* entry : gone_) {
      const auto found = ids_.find(entry->topic);
      if (found != ids_.end()) sweep(&by_topic_[At(found->second)]);
    }
  }
  gone_.clear();
  // Removed entries may own subscriptions themselves, so they are destroyed when the list is
  // consistent.
  std::vector<std::unique_ptr<Entry>> gone;
  for (auto& entry : entries_) {
    if (entry->gone) gone.push_back(std::move(entry));
  }
  std::erase(entries_, nullptr);
}

const Topic* Graph::FindTopic(const std::string& name) const {
  const auto found = ids_.find(name);
  return found == ids_.end() ? nullptr : topics_[At(found->second)].get();
}

Status Graph::AddService(const std::string& name, Service service) {
  SUREFOOT_TRY(CheckName(name));
  if (services_.count(name) != 0) return Error{"there is a service '" + name + "' already"};
  services_[name] = std::make_shared<const Service>(std::move(service));
  ++offers_version_;
  return Status();
}

Status Graph::AdvertiseService(const std::string& name, const msgs::ServiceInfo& service,
                               ServiceHandler handler) {
  return AddService(name, Service{&service, std::move(handler), nullptr});
}

Status Graph::AdvertiseCalls(const std::string& name, const msgs::ServiceInfo& service,
                             CallHandler handler) {
  return AddService(name, Service{&service, nullptr, std::move(handler)});
}

void Graph::RemoveService(const std::string& name) { offers_version_ += services_.erase(name); }

Result<std::shared_ptr<const Graph::Service>> Graph::FindService(const std::string& name) const {
  const auto found = services_.find(name);
  if (found == services_.end()) return Error{"there is no service '" + name + "'"};
  return found->second;
}

Status Graph::CallTyped(const std::string& name, const msgs::ServiceInfo& info, const void* request,
                        void* response) const {
  const std::shared_ptr<const Service> service = SUREFOOT_TRY(FindService(name));
  if (service->info != &info) {
    return Error{"service '" + name + "' is of type " + service->info->name + ", not " + info.name};
  }
  if (!service->handler) {
    return Error{"service '" + name + "' may answer later; call it with a listener"};
  }
  return service->handler(request, response);
}

void Graph::CallCdr(const std::string& name, const Bytes& request, Answer answer,
                    const std::string& client) const {
  const Result<std::shared_ptr<const Service>> found = FindService(name);
  if (!found.ok()) return answer(found.error());
  const std::shared_ptr<const Service> service = found.value();
  const msgs::ServiceInfo& info = *service->info;
  const Result<std::shared_ptr<void>> in =
      Decoded(*info.request, request, "the request to '" + name + "'");
  if (!in.ok()) return answer(in.error());
  auto call = std::make_shared<graph::Call>(info, in.value(), std::move(answer), client);
  if (service->calls) return service->calls(std::move(call));
  const std::shared_ptr<void> out = info.response->make();
  const Status status = service->handler(in.value().get(), out.get());
  if (!status.ok()) return call->Fail(status.error());
  call->Respond(out.get());
}

Result<Bytes> Graph::CallCdr(const std::string& name, const Bytes& request) const {
  // Shared, because a service that responds later must not write to a destroyed object.
  auto result = std::make_shared<Result<Bytes>>(
      Error{"service '" + name + "' may answer later; call it with a listener"});
  CallCdr(name, request, [result](const Result<Bytes>& answer) { *result = answer; });
  return *result;
}

std::vector<std::pair<std::string, const msgs::ServiceInfo*>> Graph::Services() const {
  std::vector<std::pair<std::string, const msgs::ServiceInfo*>> list;
  for (const auto& [name, service] : services_) list.emplace_back(name, service->info);
  return list;
}

Status Graph::AdvertiseAction(const std::string& name, const msgs::ActionInfo& action,
                              ActionHandler handler) {
  SUREFOOT_TRY(CheckName(name));
  if (actions_.count(name) != 0) return Error{"there is an action '" + name + "' already"};
  actions_[name] = std::make_shared<const Action>(Action{&action, std::move(handler)});
  ++offers_version_;
  return Status();
}

void Graph::RemoveAction(const std::string& name) { offers_version_ += actions_.erase(name); }

std::shared_ptr<Goal> Graph::SendGoal(const std::string& name, const Bytes& goal,
                                      GoalListener listener, const std::string& client) const {
  const auto found = actions_.find(name);
  if (found == actions_.end()) {
    listener.done(GoalEnd::kAborted, Error{"there is no action '" + name + "'"});
    return nullptr;
  }
  const std::shared_ptr<const Action> action = found->second;
  const Result<std::shared_ptr<void>> message =
      Decoded(*action->info->goal, goal, "the goal of '" + name + "'");
  if (!message.ok()) {
    listener.done(GoalEnd::kAborted, message.error());
    return nullptr;
  }
  auto sent = std::make_shared<Goal>(*action->info, message.value(), std::move(listener), client);
  action->handler.start(sent);
  return sent;
}

void Graph::CancelGoal(const std::string& name, const std::shared_ptr<Goal>& goal) const {
  if (goal == nullptr || goal->ended()) return;
  goal->RequestCancel();
  const auto found = actions_.find(name);
  if (found == actions_.end() || !found->second->handler.cancel) return;
  const std::shared_ptr<const Action> action = found->second;
  action->handler.cancel(goal);
}

std::vector<std::pair<std::string, const msgs::ActionInfo*>> Graph::Actions() const {
  std::vector<std::pair<std::string, const msgs::ActionInfo*>> list;
  for (const auto& [name, action] : actions_) list.emplace_back(name, action->info);
  return list;
}

}  // namespace surefoot::graph
