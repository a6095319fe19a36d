#include "surefoot/record/recorder.h"

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/try.h"
#include "surefoot/record/csv/csv_recorder.h"
#include "surefoot/record/mcap/mcap_writer.h"

// A recorder subscribes to the graph, so it receives exactly the messages that other subscribers
// do.

namespace surefoot::record {
namespace {

/// MCAP with CDR messages and their ROS 2 definitions, as written by `ros2 bag`.
class McapRecorder final : public Recorder {
 public:
  static Result<std::unique_ptr<Recorder>> Open(const std::string& path,
                                                const RecordOptions& given) {
    McapWriterOptions options;
    options.compression = given.compression;
    options.follow_links = given.follow_links;
    options.profile = "ros2";
    return std::unique_ptr<Recorder>(
        new McapRecorder(SUREFOOT_TRY(McapWriter::Open(path, options))));
  }

  Status AddMetadata(const std::string& name, const StringMap& entries) override {
    return writer_->AddMetadata(name, entries);
  }

  Result<int> AddTopic(const std::string& topic, const msgs::TypeInfo& type) override {
    if (schemas_.count(&type) == 0) {
      const std::uint16_t schema =
          SUREFOOT_TRY(writer_->AddSchema(type.name, "ros2msg", type.definition));
      schemas_[&type] = schema;
    }
    // The key is required by rosbag2; an empty value means the default quality of service.
    const std::uint16_t channel = SUREFOOT_TRY(
        writer_->AddChannel(topic, "cdr", schemas_[&type], {{"offered_qos_profiles", ""}}));
    channels_.push_back({channel, &type, 0});
    return static_cast<int>(channels_.size()) - 1;
  }

  Status Write(int topic, SimTimeNs time_ns, const void* message) override {
    channels_[static_cast<std::size_t>(topic)].type->encode(message, &buffer_);
    return WriteBytes(topic, time_ns, buffer_);
  }

  Status Write(int topic, const graph::Delivery& delivery) override {
    return WriteBytes(topic, delivery.time_ns(), delivery.cdr());
  }

  Status Close() override { return writer_->Close(); }

 private:
  struct Channel {
    std::uint16_t id = 0;
    const msgs::TypeInfo* type = nullptr;
    std::uint32_t sequence = 0;
  };

  explicit McapRecorder(std::unique_ptr<McapWriter> writer) : writer_(std::move(writer)) {}
  Status WriteBytes(int topic, SimTimeNs time_ns, const Bytes& cdr) {
    Channel& channel = channels_[static_cast<std::size_t>(topic)];
    return writer_->Write(channel.id, time_ns, time_ns, channel.sequence++, cdr);
  }

  std::unique_ptr<McapWriter> writer_;
  std::map<const msgs::TypeInfo*, std::uint16_t> schemas_;
  std::vector<Channel> channels_;
  Bytes buffer_;
};

}  // namespace

bool IsTableFile(const std::string& path) {
  return std::filesystem::path(path).extension() == ".csv";
}

Result<std::unique_ptr<Recorder>> OpenRecorder(const std::string& path,
                                               const RecordOptions& options) {
  std::error_code ignored;
  const bool folder =
      !path.empty() && (path.back() == '/' || std::filesystem::is_directory(path, ignored));
  if (folder) return OpenCsvFolder(path);
  if (IsTableFile(path)) return OpenCsvFile(path);
  return McapRecorder::Open(path, options);
}

Result<McapCompression> ParseCompression(const std::string& name) {
  if (name == "none") return McapCompression::kNone;
  if (name == "lz4") return McapCompression::kLz4;
  if (name == "zstd") return McapCompression::kZstd;
  return Error{"there is no compression '" + name + "'; there are none, lz4 and zstd"};
}

bool IsRecorded(const graph::Graph& graph, const TopicFilter& filter, const graph::Topic& topic) {
  if (topic.replaced || !filter.Takes(topic.name)) return false;
  if (topic.alias_of < 0) return true;
  const std::string& own = graph.topics()[static_cast<std::size_t>(topic.alias_of)]->name;
  return !filter.topics.empty() && !filter.Takes(own) && !filter.Excludes(own);
}

GraphRecorder::GraphRecorder(graph::Graph* graph, const TopicFilter& filter, Recorder* recorder)
    : recorder_(recorder) {
  subscription_ = graph->SubscribeAll(
      [this](const graph::Delivery& delivery) { Record(delivery); },
      [graph, filter](const graph::Topic& topic) { return IsRecorded(*graph, filter, topic); });
}

/// Topics are added when their first message is published, so silent topics are not in the
/// recording.
void GraphRecorder::Record(const graph::Delivery& delivery) {
  if (!status_.ok()) return;
  const auto topic = static_cast<std::size_t>(delivery.topic().id);
  if (ids_.size() <= topic) ids_.resize(topic + 1, -1);
  if (ids_[topic] < 0) {
    const Result<int> added = recorder_->AddTopic(delivery.topic().name, *delivery.topic().type);
    if (!added.ok()) {
      status_ = added.error();
      return;
    }
    ids_[topic] = added.value();
  }
  status_ = recorder_->Write(ids_[topic], delivery);
}

}  // namespace surefoot::record
