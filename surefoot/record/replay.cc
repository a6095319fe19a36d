#include "surefoot/record/replay.h"

#include <algorithm>
#include <limits>
#include <map>

#include "surefoot/base/try.h"
#include "surefoot/record/message_reader.h"

namespace surefoot::record {
namespace {

/// Limits the memory of a replay.
constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;

std::string Remapped(const std::string& topic, const ReplayOptions& options) {
  for (const auto& [from, to] : options.remaps) {
    if (topic == from) return to;
  }
  return topic;
}

bool IsSelected(const std::string& topic, const ReplayOptions& options) {
  if (!options.filter.Takes(topic)) return false;
  return !options.filter.topics.empty() || !options.requested || options.requested(topic);
}

}  // namespace

Result<std::pair<std::string, std::string>> ParseRemap(const std::string& text) {
  const std::size_t at = text.find(":=");
  if (at == std::string::npos || at == 0 || at + 2 == text.size()) {
    return Error{"'" + text + "' is not a remapping; write /recorded/topic:=/topic/of/the/run"};
  }
  return std::pair(text.substr(0, at), text.substr(at + 2));
}

Result<std::unique_ptr<Replay>> Replay::Open(const std::string& path,
                                             const ReplayOptions& options) {
  auto replay = std::make_unique<Replay>();
  SUREFOOT_TRY(replay->Load(path, options));
  return replay;
}

/// Reads the whole file once. Topics are decided when their first message appears.
Status Replay::Load(const std::string& path, const ReplayOptions& options) {
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::unique_ptr<MessageReader> opened = SUREFOOT_TRY(MessageReader::Open(path));
  MessageReader& reader = *opened;
  std::map<std::uint16_t, std::size_t> by_channel;
  const auto find = [&](const McapChannel& channel) {
    const auto known = by_channel.find(channel.id);
    if (known != by_channel.end()) return known->second;
    std::size_t& topic = by_channel[channel.id] = kNone;
    const std::string name = Remapped(channel.topic, options);
    const TopicSupport& support = reader.SupportOf(channel);
    if (!IsSelected(name, options)) {
      const std::string type = support.type != nullptr ? support.type->name : "not readable";
      passed_over_.push_back(name + " (" + type + ")");
    } else if (support.type == nullptr) {
      notes_.push_back(channel.topic + " " + support.why_not + "; it is skipped");
    } else {
      topic = topics_.size();
      topics_.push_back(Topic{channel.topic, name, support.type, 0});
    }
    return topic;
  };

  McapMessage message;
  TypedMessage typed;
  std::uint64_t bytes = 0;
  SimTimeNs first_ns = std::numeric_limits<SimTimeNs>::max();
  while (reader.source().Next(&message)) {
    first_ns = std::min(first_ns, message.log_time_ns);
    end_ns_ = std::max(end_ns_, message.log_time_ns);
    const std::size_t topic = find(*message.channel);
    if (topic == kNone || !reader.Read(message, &typed)) continue;
    const std::span<const std::uint8_t> cdr = typed.data();
    if (cdr.empty()) continue;
    bytes += cdr.size() + sizeof(Entry);
    if (bytes > kMaxBytes) {
      return Error{"'" + path + "' has more than 1 GiB of messages to replay; choose fewer topics"};
    }
    ++topics_[topic].count;
    entries_.push_back({message.log_time_ns, topic, Bytes(cdr.begin(), cdr.end())});
  }
  if (!reader.status().ok()) damage_ = reader.status().error().message;
  if (reader.source().truncated()) notes_.push_back(reader.source().truncation());
  // Other recorders count from 1970 or from the start of the robot, so the first message is shifted
  // to start_ns.
  is_run_ = reader.is_run();
  if (!is_run_ && first_ns <= end_ns_) {
    for (Entry& entry : entries_) entry.time_ns += options.start_ns - first_ns;
    end_ns_ += options.start_ns - first_ns;
  }
  std::stable_sort(entries_.begin(), entries_.end(),
                   [](const Entry& a, const Entry& b) { return a.time_ns < b.time_ns; });
  return Status();
}

const Replay::Entry* Replay::NextUntil(SimTimeNs now_ns) {
  if (next_ == entries_.size() || entries_[next_].time_ns > now_ns) return nullptr;
  return &entries_[next_++];
}

void Replay::SkipBefore(SimTimeNs time_ns) {
  next_ = 0;
  while (next_ < entries_.size() && entries_[next_].time_ns < time_ns) ++next_;
}

Status Replay::PublishUntil(SimTimeNs now_ns, graph::Graph* graph) {
  while (const Entry* entry = NextUntil(now_ns)) {
    const Topic& topic = topics_[entry->topic];
    const int id = SUREFOOT_TRY(graph->Advertise(topic.name, *topic.type));
    graph->PublishCdr(id, entry->time_ns, entry->cdr);
  }
  return Status();
}

}  // namespace surefoot::record
