#include "surefoot/serve/recordings/recording_reader.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "surefoot/base/text.h"
#include "surefoot/msgs/json.h"
#include "surefoot/record/mcap/mcap_reader.h"
#include "surefoot/record/message_reader.h"
#include "surefoot/record/recorder.h"
#include "surefoot/record/recording_summary.h"
#include "surefoot/serve/recordings/pose_track.h"
#include "surefoot/session/run_log.h"
#include "surefoot/view/pose_packer.h"
#include "surefoot/view/recorded_state.h"

// Requests for parts of recordings. Responses have limits, and files may be damaged or of other
// programs.

namespace surefoot::serve {
namespace {

namespace sm = msgs::surefoot_msgs;
using record::MessageReader;
using record::TypedMessage;

/// Defaults and limits of responses: each is one message to a client.
constexpr int kDefaultMessages = 1000;
constexpr int kMaxMessages = 20000;
constexpr std::size_t kMaxJsonBytes = std::size_t{16} << 20;
constexpr double kDefaultRate = 30.0;
constexpr double kMaxRate = 1000.0;
constexpr std::size_t kMaxFrames = 20000;
constexpr std::size_t kMaxFrameBytes = std::size_t{8} << 20;

/// A requested interval in seconds; an end that is not after the begin stands for the end of the
/// file.
class Span {
 public:
  Span(double begin, double end) : begin_(begin), end_(end > begin ? end : HUGE_VAL) {}
  bool Has(SimTimeNs time_ns) const {
    // Requested times are rounded to double precision.
    const double time = ToSeconds(time_ns);
    return time >= begin_ - 1e-9 && time <= end_ + 1e-9;
  }

 private:
  double begin_;
  double end_;
};

/// The damage of a file that could be read in part; empty if none.
std::string NoteOn(MessageReader* reader) {
  if (!reader->status().ok()) return reader->status().error().message;
  return reader->source().truncated() ? reader->source().truncation() : "";
}

/// Damage is an error if nothing could be read, otherwise a note in `message`.
Status Outcome(MessageReader* reader, bool any, std::string* message) {
  if (!any && !reader->status().ok()) return reader->status();
  if (message->empty()) *message = NoteOn(reader);
  return Status();
}

std::string TopicNames(MessageReader* reader) {
  const std::string names =
      Joined(reader->source().channels(), [](const auto& entry) { return entry.second.topic; });
  return names.empty() ? "none" : names;
}

/// Number of messages of a topic in an interval, counted first so that the response can be thinned
/// evenly.
Result<std::int64_t> CountMessages(const std::string& path, const std::string& topic,
                                   const Span& span, const std::atomic<bool>& stop) {
  Result<std::unique_ptr<MessageReader>> reader = MessageReader::Open(path);
  if (!reader.ok()) return reader.error();
  std::int64_t count = 0;
  bool is_known = false;
  McapMessage message;
  while (!stop && reader.value()->source().Next(&message)) {
    if (message.channel->topic != topic) continue;
    is_known = true;
    const record::TopicSupport& support = reader.value()->SupportOf(*message.channel);
    if (support.type == nullptr) return Error{"'" + topic + "': " + support.why_not};
    count += span.Has(message.log_time_ns) ? 1 : 0;
  }
  if (is_known || count > 0) return count;
  if (!reader.value()->status().ok()) return reader.value()->status().error();
  return Error{"the recording has no messages of '" + topic +
               "'; its topics: " + TopicNames(reader.value().get())};
}

Status CheckSpan(double begin, double end) {
  if (std::isfinite(begin) && std::isfinite(end)) return Status();
  return Error{"begin and end must be finite"};
}

}  // namespace

sm::RecordingInfo InfoOfRecording(const std::string& name, const std::string& path) {
  sm::RecordingInfo info;
  info.file = name;
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(path, error);
  info.bytes = error ? 0 : static_cast<std::int64_t>(size);
  const Result<std::unique_ptr<McapReader>> reader = McapReader::Open(path);
  if (!reader.ok()) return info;
  if (const McapMetadata* run = reader.value()->FindMetadata(record::kRunMetadata)) {
    info.from_surefoot = true;
    const auto world = run->entries.find("world");
    if (world != run->entries.end()) info.world = world->second;
  }
  if (const auto& statistics = reader.value()->statistics()) {
    info.begin = ToSeconds(statistics->message_start_time_ns);
    info.end = ToSeconds(statistics->message_end_time_ns);
  }
  return info;
}

Status OpenRecordingFile(const std::string& name, const std::string& path,
                         sm::OpenRecording::Response* response) {
  const Result<record::RecordingSummary> summary = record::Summarize(path);
  if (!summary.ok()) return summary.error();
  if (summary->message_count == 0 && !summary->damage.empty()) return Error{summary->damage};
  response->info = InfoOfRecording(name, path);
  response->info.begin = ToSeconds(summary->first_ns);
  response->info.end = ToSeconds(summary->last_ns);
  response->message = summary->damage.empty() ? summary->truncation : summary->damage;
  for (const record::TopicSummary& topic : summary->topics) {
    // Latched messages may be older than the run, so its begin is that of the states.
    if (topic.topic == run_log::kStateTopic && topic.count > 0) {
      response->info.begin = ToSeconds(topic.first_ns);
    }
    sm::RecordedTopic recorded;
    recorded.name = topic.topic;
    recorded.type_ = topic.type;
    recorded.count = static_cast<std::int64_t>(topic.count);
    response->topics.push_back(std::move(recorded));
    if (topic.why_not.empty() && topic.count > 0 && HasPoses(topic.type)) {
      response->pose_topics.push_back(topic.topic);
    }
  }
  return Status();
}

Status ReadRecordedMessages(const std::string& path, const sm::ReadRecording::Request& request,
                            const std::atomic<bool>& stop, sm::ReadRecording::Response* response) {
  const Status checked = CheckSpan(request.begin, request.end);
  if (!checked.ok()) return checked;
  const Span span(request.begin, request.end);
  const Result<std::int64_t> count = CountMessages(path, request.topic, span, stop);
  if (!count.ok()) return count.error();
  const int max =
      request.max_messages <= 0 ? kDefaultMessages : std::min(request.max_messages, kMaxMessages);
  const std::int64_t every = std::max<std::int64_t>(1, (count.value() + max - 1) / max);
  Result<std::unique_ptr<MessageReader>> reader = MessageReader::Open(path);
  if (!reader.ok()) return reader.error();
  std::int64_t number = 0;
  std::size_t bytes = 0;
  TypedMessage message;
  while (!stop && reader.value()->Next(&message)) {
    if (message.topic() != request.topic || !span.Has(message.time_ns())) continue;
    if (number++ % every != 0) continue;
    const std::shared_ptr<void> decoded = message.type().make();
    if (!message.type().decode(message.data().data(), message.data().size(), decoded.get())) {
      continue;
    }
    response->times.push_back(ToSeconds(message.time_ns()));
    response->json.push_back(msgs::ToJson(message.type(), decoded.get()));
    bytes += response->json.back().size();
    if (bytes < kMaxJsonBytes) continue;
    response->message =
        "the messages are large: the rest is left out; request fewer of them, or a "
        "shorter time";
    break;
  }
  return Outcome(reader.value().get(), !response->times.empty(), &response->message);
}

Status ReadRecordedBodies(const std::string& path, const sm::ReadBodies::Request& request,
                          const std::shared_ptr<const world::World>& world,
                          const std::atomic<bool>& stop, sm::ReadBodies::Response* response) {
  const Status checked = CheckSpan(request.begin, request.end);
  if (!checked.ok()) return checked;
  if (!(request.rate >= 0.0 && request.rate <= kMaxRate)) {
    return Error{"the rate must lie between 0 (30 Hz) and 1000 Hz, not " +
                 std::to_string(request.rate)};
  }
  Result<std::unique_ptr<MessageReader>> reader = MessageReader::Open(path);
  if (!reader.ok()) return reader.error();
  const Span span(request.begin, request.end);
  const double period = 1.0 / (request.rate > 0.0 ? request.rate : kDefaultRate);
  view::RecordedState recorded(world);
  const view::PosePacker packer(world);
  double due = -HUGE_VAL;
  bool any = false;
  TypedMessage message;
  while (!stop && reader.value()->Next(&message)) {
    if (message.topic() != run_log::kStateTopic) continue;
    any = true;
    const double time = ToSeconds(message.time_ns());
    if (!span.Has(message.time_ns()) || time < due - 1e-9) continue;
    const auto* bodies = message.As<sm::BodyStates>();
    if (bodies == nullptr) continue;
    if (response->times.size() >= kMaxFrames || response->data.size() >= kMaxFrameBytes) {
      response->message =
          "the recording is long: the rest is left out; request it from the last time on";
      break;
    }
    // On a grid of times, so that the mean rate is the requested one.
    due = time - due < 2.0 * period ? due + period : time + period;
    const std::size_t before = response->data.size();
    recorded.Take(*bodies);
    packer.Append(recorded.state(), recorded.links(), &response->data);
    response->times.push_back(time);
    response->sizes.push_back(static_cast<std::uint32_t>(response->data.size() - before));
  }
  response->unknown = recorded.unknown();
  if (!any && reader.value()->status().ok()) {
    return Error{"the recording has no messages of '" + std::string(run_log::kStateTopic) +
                 "': it was not recorded by Surefoot; /surefoot/recordings/track reads its poses"};
  }
  return Outcome(reader.value().get(), !response->times.empty(), &response->message);
}

Status ReadRecordedTrack(const std::string& path, const sm::ReadTrack::Request& request,
                         const std::atomic<bool>& stop, sm::ReadTrack::Response* response) {
  Result<std::unique_ptr<MessageReader>> reader = MessageReader::Open(path);
  if (!reader.ok()) return reader.error();
  PoseTrack track(request.topic);
  TypedMessage message;
  while (!stop && reader.value()->Next(&message)) track.Take(message);
  const Status status = track.Finish(response);
  if (!status.ok() && !reader.value()->status().ok()) return reader.value()->status();
  if (!status.ok()) return status;
  return Outcome(reader.value().get(), true, &response->message);
}

}  // namespace surefoot::serve
