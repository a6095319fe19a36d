#include "surefoot/record/recorder.h"

#include <filesystem>
#include <utility>

#include "surefoot/record/csv/csv_recorder.h"
#include "surefoot/record/mcap/mcap_recorder.h"

namespace surefoot::record {

bool IsTableFile(const std::string& path) {
  return std::filesystem::path(path).extension() == ".csv";
}

Result<std::unique_ptr<Recorder>> OpenRecorder(const std::string& path,
                                               const RecordOptions& options) {
  std::error_code ignored;
  const bool folder =
      !path.empty() && (path.back() == '/' || std::filesystem::is_directory(path, ignored));
  if (folder) return CsvRecorder::OpenFolder(path);
  if (IsTableFile(path)) return CsvRecorder::OpenFile(path);
  return McapRecorder::Open(path, options.compression);
}

Result<McapCompression> ParseCompression(const std::string& name) {
  if (name == "none") return McapCompression::kNone;
  if (name == "lz4") return McapCompression::kLz4;
  if (name == "zstd") return McapCompression::kZstd;
  return Error{"there is no compression '" + name + "'; there are none, lz4 and zstd"};
}

GraphRecorder::GraphRecorder(graph::Graph* graph, const TopicFilter& filter, Recorder* recorder)
    : recorder_(recorder) {
  subscription_ =
      graph->SubscribeAll([this](const graph::Delivery& delivery) { Record(delivery); },
                          [filter](const graph::Topic& topic) { return filter.Takes(topic.name); });
}

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
