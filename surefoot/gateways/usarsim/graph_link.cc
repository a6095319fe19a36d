#include "surefoot/gateways/usarsim/graph_link.h"

#include <utility>

namespace surefoot::gateways::usarsim {

// The bridge subscribes a topic once, however many listeners it has.
int GraphLink::Listen(const std::string& topic, Listener listener) {
  const int number = next_listener_++;
  entries_[number] = {topic, std::make_shared<Listener>(std::move(listener))};
  std::set<int>& listeners = by_topic_[topic];
  if (listeners.empty()) bridge_.Subscribe(topic);
  listeners.insert(number);
  return number;
}

void GraphLink::Unlisten(int listener) {
  const auto entry = entries_.find(listener);
  if (entry == entries_.end()) return;
  const auto listeners = by_topic_.find(entry->second.topic);
  listeners->second.erase(listener);
  if (listeners->second.empty()) {
    bridge_.Unsubscribe(entry->second.topic);
    by_topic_.erase(listeners);
  }
  entries_.erase(entry);
}

void GraphLink::CallCdr(const std::string& client, const std::string& service, Bytes request,
                        Answer answer) {
  const std::uint64_t id = next_call_++;
  waiting_[id] = std::move(answer);
  bridge_.Call(id, service, std::move(request), {client, role_});
}

Status GraphLink::Spawn(const std::string& client, SpawnService::Request request,
                        SpawnAnswer answer, std::function<Status()> check) {
  auto job = [this, client, request = std::move(request), answer = std::move(answer),
              check = std::move(check)] {
    const Status allowed = check ? check() : Status();
    if (!allowed.ok()) {
      answer(allowed.error());
      return spawns_.Done();
    }
    Call<SpawnService>(client, "/spawn_entity", request, [this, answer](const auto& response) {
      answer(response);
      spawns_.Done();
    });
  };
  return spawns_.Add(client, std::move(job));
}

// The deleter has its own reference to the counter, so a token may outlive the link.
std::shared_ptr<void> GraphLink::CountObject() {
  ++*objects_;
  return std::shared_ptr<void>(nullptr, [count = objects_](void*) { --*count; });
}

void GraphLink::DeleteEntity(const std::string& client, const std::string& entity) {
  using Service = msgs::simulation_interfaces::DeleteEntity;
  Call<Service>(client, "/delete_entity", Service::Request{.entity = entity}, [](const auto&) {});
}

void GraphLink::Take() {
  bridge_.Take(&events_);
  time_ns_ = bridge_.time_ns();
  for (const graph::Event& event : events_) Handle(event);
  events_.clear();
}

// A new graph means another world: topics are announced again, and objects of clients are gone.
void GraphLink::Handle(const graph::Event& event) {
  if (const auto* message = std::get_if<graph::event::Message>(&event)) {
    return Deliver(*message->sample);
  }
  if (const auto* added = std::get_if<graph::event::TopicAdded>(&event)) {
    topics_[added->name] = added->type;
    ++topics_count_;
    return;
  }
  if (std::holds_alternative<graph::event::GraphChanged>(event)) {
    topics_.clear();
    ++topics_count_;
    kept_.clear();
    if (world_changed_) world_changed_();
    return;
  }
  if (const auto* answered = std::get_if<graph::event::Answered>(&event)) {
    const auto found = waiting_.find(answered->id);
    if (found == waiting_.end()) return;
    const Answer answer = std::move(found->second);
    waiting_.erase(found);
    return answer(answered->response);
  }
  if (const auto* refused = std::get_if<graph::event::Refused>(&event)) {
    if (refusal_) refusal_(static_cast<std::uint32_t>(refused->id), refused->reason);
  }
}

void GraphLink::Deliver(const graph::Sample& sample) {
  const auto found = by_topic_.find(sample.topic);
  if (found == by_topic_.end()) return;
  // A copy, because a listener may add or remove listeners.
  const std::vector<int> numbers(found->second.begin(), found->second.end());
  for (int number : numbers) {
    const auto entry = entries_.find(number);
    if (entry == entries_.end()) continue;
    const std::shared_ptr<Listener> listener = entry->second.listener;
    (*listener)(sample);
  }
}

}  // namespace surefoot::gateways::usarsim
