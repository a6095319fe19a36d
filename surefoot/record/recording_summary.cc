#include "surefoot/record/recording_summary.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "surefoot/record/message_reader.h"
#include "surefoot/record/recorder.h"

namespace surefoot::record {
namespace {

/// Adds the topics of all channels known so far; several channels may share a topic.
std::map<std::uint16_t, std::size_t> ListTopics(MessageReader* reader,
                                                std::vector<TopicSummary>* topics) {
  std::map<std::uint16_t, std::size_t> by_channel;
  for (const auto& [id, channel] : reader->source().channels()) {
    const auto& schemas = reader->source().schemas();
    const auto schema = schemas.find(channel.schema_id);
    TopicSummary topic;
    topic.topic = channel.topic;
    topic.type = schema == schemas.end() ? "" : schema->second.name;
    topic.encoding = channel.message_encoding;
    topic.why_not = reader->SupportOf(channel).why_not;
    const auto same = std::find_if(topics->begin(), topics->end(), [&](const TopicSummary& other) {
      return other.topic == topic.topic && other.type == topic.type &&
             other.encoding == topic.encoding;
    });
    by_channel[id] = static_cast<std::size_t>(same - topics->begin());
    if (same == topics->end()) topics->push_back(topic);
  }
  return by_channel;
}

void Count(const McapMessage& message, std::uint64_t* count, SimTimeNs* first_ns,
           SimTimeNs* last_ns) {
  *first_ns = *count == 0 ? message.log_time_ns : std::min(*first_ns, message.log_time_ns);
  *last_ns = *count == 0 ? message.log_time_ns : std::max(*last_ns, message.log_time_ns);
  ++*count;
}

}  // namespace

double TopicSummary::Rate() const {
  if (count < 2 || last_ns <= first_ns) return 0.0;
  return static_cast<double>(count - 1) / ToSeconds(last_ns - first_ns);
}

Result<RecordingSummary> Summarize(const std::string& path) {
  Result<std::unique_ptr<MessageReader>> opened = MessageReader::Open(path);
  if (!opened.ok()) return opened.error();
  MessageReader& reader = *opened.value();
  RecordingSummary summary;
  summary.profile = reader.source().profile();
  summary.library = reader.source().library();
  summary.truncation = reader.source().truncation();
  std::error_code ignored;
  summary.file_bytes = std::filesystem::file_size(path, ignored);
  const McapMetadata* run = reader.source().FindMetadata(kRunMetadata);
  if (run != nullptr) summary.run = run->entries;

  std::map<std::uint16_t, std::size_t> by_channel = ListTopics(&reader, &summary.topics);
  McapMessage message;
  while (reader.source().Next(&message)) {
    if (by_channel.count(message.channel->id) == 0) {
      by_channel = ListTopics(&reader, &summary.topics);
    }
    TopicSummary& topic = summary.topics[by_channel[message.channel->id]];
    Count(message, &topic.count, &topic.first_ns, &topic.last_ns);
    topic.bytes += message.data.size();
    Count(message, &summary.message_count, &summary.first_ns, &summary.last_ns);
  }
  if (!reader.status().ok()) summary.damage = reader.status().error().message;
  std::sort(summary.topics.begin(), summary.topics.end(),
            [](const TopicSummary& a, const TopicSummary& b) { return a.topic < b.topic; });
  return summary;
}

}  // namespace surefoot::record
