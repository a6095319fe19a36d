#include "surefoot/gateways/ros1/node/registrar.h"

#include <algorithm>
#include <utility>

namespace surefoot::gateways::ros1 {
namespace {

/// How often an absent master is tried, and how often it is asked whether it still knows the node.
constexpr std::chrono::milliseconds kSearchPeriod{1000};
constexpr std::chrono::milliseconds kPollPeriod{2000};
/// Names that are tried before giving up.
constexpr int kMaxNames = 100;

std::vector<std::string> TextsOf(const Value& value) {
  std::vector<std::string> texts;
  if (value.array() == nullptr) return texts;
  for (const Value& item : *value.array()) {
    if (item.text() != nullptr) texts.push_back(*item.text());
  }
  return texts;
}

/// The topics that a node publishes (list 0) or subscribes to (1) by the master's system state:
/// lists of [topic, [node, ...]].
std::set<std::string> TopicsOf(const Value& state, std::size_t list, const std::string& node) {
  std::set<std::string> topics;
  const Value::Array* lists = state.array();
  if (lists == nullptr || lists->size() <= list || (*lists)[list].array() == nullptr) return topics;
  for (const Value& item : *(*lists)[list].array()) {
    const Value::Array* entry = item.array();
    if (entry == nullptr || entry->size() != 2 || entry->front().text() == nullptr) continue;
    const std::vector<std::string> nodes = TextsOf(entry->back());
    const bool has_node = std::find(nodes.begin(), nodes.end(), node) != nodes.end();
    if (has_node) topics.insert(*entry->front().text());
  }
  return topics;
}

}  // namespace

Registrar::Registrar(Reactor* reactor, XmlRpcClient* client, MasterLink* master, Node node)
    : reactor_(*reactor),
      client_(*client),
      master_(*master),
      node_(std::move(node)),
      first_name_(node_.name) {}

Registrar::~Registrar() = default;

void Registrar::Schedule(std::chrono::milliseconds time, void (Registrar::*task)()) {
  timer_ = reactor_.After(time, [this, task] { (this->*task)(); });
}

void Registrar::Start() {
  if (!master_.is_remote()) return GoOnline();
  state_ = State::kSearching;
  Search();
}

void Registrar::Search() {
  master_.Call({"lookupNode", {node_.name, node_.name}},
               [this, alive = std::weak_ptr(alive_)](const Result<Value>& owner) {
                 if (!alive.expired() && state_ == State::kSearching) OnNameOwner(owner);
               });
}

/// A node of this name may be another simulator, or one that ended without saying so.
void Registrar::OnNameOwner(const Result<Value>& owner) {
  if (!owner.ok() && IsUnreachable(owner.error())) return GoOffline(owner.error());
  const std::string* uri = owner.ok() ? owner->text() : nullptr;
  if (uri == nullptr || *uri == node_.api) return GoOnline();
  client_.Call(*uri, {"getPid", {node_.name}},
               [this, alive = std::weak_ptr(alive_)](const Result<Value>& pid) {
                 if (alive.expired() || state_ != State::kSearching) return;
                 if (!pid.ok() || name_number_ >= kMaxNames) return GoOnline();
                 TakeNextName();
               });
}

void Registrar::TakeNextName() {
  node_.name = first_name_ + "_" + std::to_string(++name_number_);
  if (renamed) renamed(node_.name);
  Search();
}

void Registrar::GoOnline() {
  state_ = State::kOnline;
  if (std::exchange(complained_, false) && log) log("the master at " + master_.uri() + " answers");
  refused_.clear();
  // A topic before the parameters: if the master is restarted after any of these calls, Check finds
  // a topic missing.
  const auto first = std::find_if(wanted_.begin(), wanted_.end(),
                                  [](const auto& entry) { return IsTopic(entry.first.first); });
  if (first != wanted_.end()) Register(first->first, first->second);
  for (auto it = wanted_.begin(); it != wanted_.end(); ++it) {
    if (it != first) Register(it->first, it->second);
  }
  if (master_.is_remote()) Schedule(kPollPeriod, &Registrar::Poll);
}

void Registrar::GoOffline(const Error& error) {
  if (state_ == State::kFinished) return;
  state_ = State::kSearching;
  if (!std::exchange(complained_, true) && log) {
    log("waiting for the master at " + master_.uri() + ": " + error.message);
  }
  Schedule(kSearchPeriod, &Registrar::Search);
}

/// A master that was restarted knows nothing of this node, or only what was registered since.
void Registrar::Poll() {
  master_.Call({"lookupNode", {node_.name, node_.name}},
               [this, alive = std::weak_ptr(alive_)](const Result<Value>& owner) {
                 if (alive.expired() || state_ != State::kOnline) return;
                 if (!owner.ok() && IsUnreachable(owner.error())) return GoOffline(owner.error());
                 const bool known = owner.ok() && *owner == Value(node_.api);
                 if (known && std::exchange(unchecked_, false)) return Check();
                 if (known || wanted_.empty()) return Schedule(kPollPeriod, &Registrar::Poll);
                 state_ = State::kSearching;
                 OnNameOwner(owner);
               });
}

/// The master may have been restarted between two registrations.
void Registrar::Check() {
  std::vector<Key> topics;
  for (const auto& [key, detail] : wanted_) {
    if (IsTopic(key.first)) topics.push_back(key);
  }
  master_.Call({"getSystemState", {node_.name}},
               [this, topics, alive = std::weak_ptr(alive_)](const Result<Value>& state) {
                 if (alive.expired() || state_ != State::kOnline) return;
                 if (!state.ok() && IsUnreachable(state.error())) return GoOffline(state.error());
                 if (state.ok() && IsMissing(topics, *state)) return GoOnline();
                 Schedule(kPollPeriod, &Registrar::Poll);
               });
}

/// Whether the master lacks a registration of these topics. Services do not count: another node may
/// have taken one over.
bool Registrar::IsMissing(const std::vector<Key>& topics, const Value& state) const {
  const std::set<std::string> published = TopicsOf(state, 0, node_.name);
  const std::set<std::string> subscribed = TopicsOf(state, 1, node_.name);
  return std::any_of(topics.begin(), topics.end(), [&](const Key& key) {
    const auto& known = key.first == Kind::kPublisher ? published : subscribed;
    const bool is_wanted = wanted_.count(key) > 0 && refused_.count(key) == 0;
    return is_wanted && known.count(key.second) == 0;
  });
}

MethodCall Registrar::RegisterCall(const Key& key, const Value& detail) const {
  const std::string& name = key.second;
  switch (key.first) {
    case Kind::kParameter:
      return {"setParam", {node_.name, name, detail}};
    case Kind::kPublisher:
      return {"registerPublisher", {node_.name, name, detail, node_.api}};
    case Kind::kSubscriber:
      return {"registerSubscriber", {node_.name, name, detail, node_.api}};
    case Kind::kService:
      break;
  }
  return {"registerService", {node_.name, name, node_.service_api, node_.api}};
}

MethodCall Registrar::UnregisterCall(const Key& key) const {
  const std::string& name = key.second;
  switch (key.first) {
    case Kind::kParameter:
      return {"deleteParam", {node_.name, name}};
    case Kind::kPublisher:
      return {"unregisterPublisher", {node_.name, name, node_.api}};
    case Kind::kSubscriber:
      return {"unregisterSubscriber", {node_.name, name, node_.api}};
    case Kind::kService:
      break;
  }
  return {"unregisterService", {node_.name, name, node_.service_api}};
}

void Registrar::Register(const Key& key, const Value& detail) {
  const std::uint64_t number = next_registration_++;
  unchecked_ = true;
  if (key.first == Kind::kSubscriber) unanswered_[key.second] = number;
  master_.Call(RegisterCall(key, detail),
               [this, key, number, alive = std::weak_ptr(alive_)](const Result<Value>& answer) {
                 if (alive.expired() || state_ != State::kOnline || wanted_.count(key) == 0) return;
                 if (!answer.ok() && IsUnreachable(answer.error()))
                   return GoOffline(answer.error());
                 if (!answer.ok()) {
                   refused_.insert(key);
                   if (log)
                     log("the master refused '" + key.second + "': " + answer.error().message);
                 } else if (key.first == Kind::kSubscriber && publishers) {
                   const auto latest = unanswered_.find(key.second);
                   if (latest == unanswered_.end() || latest->second != number) return;
                   unanswered_.erase(latest);
                   publishers(key.second, TextsOf(*answer));
                 }
               });
}

void Registrar::Add(Kind kind, const std::string& name, Value detail) {
  if (state_ == State::kFinished) return;
  const Key key{kind, name};
  Value& known = wanted_[key];
  known = std::move(detail);
  if (state_ == State::kOnline) Register(key, known);
}

void Registrar::Remove(Kind kind, const std::string& name) {
  const Key key{kind, name};
  if (wanted_.erase(key) == 0 || state_ != State::kOnline) return;
  master_.Call(UnregisterCall(key), nullptr);
}

void Registrar::Finish(std::function<void()> done) {
  timer_ = nullptr;
  const bool was_online = state_ == State::kOnline;
  state_ = State::kFinished;
  // Parameters stay, as Gazebo leaves them: nodes that start now belong to a simulated system.
  std::erase_if(wanted_, [](const auto& entry) { return entry.first.first == Kind::kParameter; });
  if (!was_online || wanted_.empty()) return reactor_.Post(std::move(done));
  std::vector<MethodCall> calls;
  for (const auto& [key, detail] : wanted_) calls.push_back(UnregisterCall(key));
  wanted_.clear();
  master_.Finish(std::move(calls), std::move(done));
}

void Registrar::AddPublisher(const std::string& topic, const std::string& type) {
  Add(Kind::kPublisher, topic, type);
}
void Registrar::RemovePublisher(const std::string& topic) { Remove(Kind::kPublisher, topic); }
void Registrar::AddSubscriber(const std::string& topic, const std::string& type) {
  Add(Kind::kSubscriber, topic, type);
}
void Registrar::RemoveSubscriber(const std::string& topic) { Remove(Kind::kSubscriber, topic); }
void Registrar::AddService(const std::string& service) { Add(Kind::kService, service, ""); }
void Registrar::RemoveService(const std::string& service) { Remove(Kind::kService, service); }
void Registrar::SetParameter(const std::string& name, Value value) {
  Add(Kind::kParameter, name, std::move(value));
}
void Registrar::DeleteParameter(const std::string& name) { Remove(Kind::kParameter, name); }

}  // namespace surefoot::gateways::ros1
