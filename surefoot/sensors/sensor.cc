#include "surefoot/sensors/sensor.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace surefoot::sensors {

std::string SensorPlace::TopicFor(const std::string& usual, const std::string& suffix) const {
  const std::string joined = graph::TopicName(scope, topic.empty() ? usual : topic);
  return suffix.empty() ? joined : graph::TopicName(joined, suffix);
}

// An index stays valid after an error, so that a sensor's constructor needs no check of its own;
// the set reports status() and drops the sensor.
int SensorTopics::AddTyped(const std::string& topic, const msgs::TypeInfo& type, bool latched) {
  const Result<int> id = graph_->Advertise(topic, type, {.latched = latched});
  if (!id.ok() && status_.ok()) status_ = id.error();
  ids_.push_back(id.ok() ? id.value() : -1);
  subscribed_.push_back(0);
  return static_cast<int>(ids_.size()) - 1;
}

bool SensorTopics::HasSubscribers() const {
  return std::any_of(ids_.begin(), ids_.end(),
                     [this](int id) { return graph_->HasSubscribers(id); });
}

void SensorTopics::UpdateSubscribers() {
  for (std::size_t i = 0; i < ids_.size(); ++i) subscribed_[i] = graph_->HasSubscribers(ids_[i]);
}

Bytes& SensorTopics::AddWaiting(int index) {
  if (waiting_count_ == waiting_.size()) waiting_.emplace_back();
  Waiting& waiting = waiting_[waiting_count_++];
  waiting.due_ns = now_ns_ + latency_ns_;
  waiting.index = index;
  waiting.cdr.reserve(reserved_bytes_);
  return waiting.cdr;
}

void SensorTopics::SendDue() {
  std::size_t sent = 0;
  while (sent < waiting_count_ && waiting_[sent].due_ns <= now_ns_) {
    graph_->PublishCdr(ids_[Index(waiting_[sent].index)], now_ns_, waiting_[sent].cdr);
    ++sent;
  }
  if (sent == 0) return;
  std::rotate(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(sent),
              waiting_.begin() + static_cast<std::ptrdiff_t>(waiting_count_));
  waiting_count_ -= sent;
}

void SensorTopics::Archive(StateArchive* archive) {
  std::uint64_t count = waiting_count_;
  archive->Items(&count);
  if (archive->restores()) waiting_count_ = 0;
  for (std::size_t i = 0; i < count && archive->ok(); ++i) {
    if (archive->restores()) AddWaiting(0);
    Waiting& waiting = waiting_[i];
    archive->Items(&waiting.due_ns, &waiting.index, &waiting.cdr);
    archive->Require(waiting.index >= 0 && Index(waiting.index) < ids_.size());
  }
  if (!archive->ok()) waiting_count_ = 0;
}

const SensorKind* FindKind(const SensorRegistry& registry, const std::string& type) {
  for (const auto& [name, kind] : registry.entries()) {
    for (const std::vector<std::string>* types : {&kind.types, &kind.old_types}) {
      if (std::find(types->begin(), types->end(), type) != types->end()) return &kind;
    }
  }
  return nullptr;
}

plugins::AllSpellings SpellingsOf(const SensorRegistry& registry) {
  plugins::AllSpellings spellings;
  for (const auto& [name, kind] : registry.entries()) spellings.push_back(&kind.spellings);
  return spellings;
}

std::vector<plugins::PlacedSensor> PlacedIn(const world::Model& model,
                                            const SensorRegistry& registry, Problems* problems) {
  return plugins::SensorsOf(model, SpellingsOf(registry), problems);
}

std::string OwnName(const SensorPlace& place) {
  const std::size_t colons = place.name.rfind("::");
  return colons == std::string::npos ? place.name : place.name.substr(colons + 2);
}

void WarnMisspelt(const SensorArgs& args, const std::vector<std::string>& also) {
  args.element.Allow(also);
  args.element.WarnMisspelt({"update_rate", "topic", "pose", "latency", "always_on", "visualize",
                             "enable_metrics", "frame_id", "gz_frame_id", "ignition_frame_id",
                             "plugin", "origin", "parent", "kept"});
}

}  // namespace surefoot::sensors
