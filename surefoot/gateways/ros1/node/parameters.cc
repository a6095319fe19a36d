#include "surefoot/gateways/ros1/node/parameters.h"

#include "surefoot/msgs/std_msgs.h"

namespace surefoot::gateways::ros1 {
namespace {

constexpr const char* kDescription = "/robot_description";

}  // namespace

Parameters::Parameters(Core* core, bool use_sim_time) : core_(*core) {
  if (use_sim_time) core_.registrar->SetParameter("/use_sim_time", true);
}

Parameters::~Parameters() = default;

bool Parameters::Reads(const std::string& name, const msgs::TypeInfo& type) {
  return &type == &msgs::std_msgs::String::type() && name.ends_with(kDescription);
}

void Parameters::OnTopicAdded(const graph::event::TopicAdded& event) {
  if (!Reads(event.name, *event.type)) return;
  const auto [entry, is_new] = descriptions_.try_emplace(event.name);
  entry->second.stale = false;
  if (is_new) core_.bridge->Subscribe(event.name);
}

void Parameters::OnGraphChanged() {
  for (auto& [topic, description] : descriptions_) description.stale = true;
}

void Parameters::OnComplete() {
  for (auto it = descriptions_.begin(); it != descriptions_.end();) {
    if (!it->second.stale) {
      ++it;
      continue;
    }
    core_.bridge->Unsubscribe(it->first);
    Delete(&it->second);
    it = descriptions_.erase(it);
  }
}

void Parameters::OnSample(const graph::Sample& sample) {
  const auto found = descriptions_.find(sample.topic);
  if (found == descriptions_.end()) return;
  msgs::std_msgs::String text;
  if (!msgs::Decode(sample.cdr, &text) || text.data == found->second.text) return;
  found->second.text = text.data;
  Set(found->first, &found->second);
}

void Parameters::Rename() {
  for (auto& [topic, description] : descriptions_) {
    Delete(&description);
    Set(topic, &description);
  }
}

void Parameters::Set(const std::string& topic, Description* description) {
  if (description->text.empty()) return Delete(description);
  description->parameter = core_.topic_names.ToRos(topic);
  core_.registrar->SetParameter(description->parameter, description->text);
}

void Parameters::Delete(Description* description) {
  if (!description->parameter.empty()) core_.registrar->DeleteParameter(description->parameter);
  description->parameter.clear();
}

}  // namespace surefoot::gateways::ros1
