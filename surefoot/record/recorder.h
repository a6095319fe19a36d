#pragma once

/// Destination of recorded messages: one interface for MCAP files and CSV tables.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/graph/graph.h"
#include "surefoot/record/mcap/mcap_format.h"
#include "surefoot/record/topic_filter.h"

namespace surefoot::record {

/// Name of the metadata that marks a recording of a Surefoot run, whose times are simulated.
constexpr const char* kRunMetadata = "surefoot.run";

struct RecordOptions {
  TopicFilter filter;
  McapCompression compression = McapCompression::kLz4;
  /// Whether the file may be a symbolic link. Not for names from clients: the link could have been
  /// made after the name was checked.
  bool follow_links = true;
};

/// Writes messages; not thread-safe. OpenRecorder chooses the format.
class Recorder {
 public:
  virtual ~Recorder() = default;

  virtual Status AddMetadata(const std::string& name, const StringMap& entries) = 0;
  /// Returns the id for Write.
  virtual Result<int> AddTopic(const std::string& topic, const msgs::TypeInfo& type) = 0;
  virtual Status Write(int topic, SimTimeNs time_ns, const void* message) = 0;
  virtual Status Write(int topic, const graph::Delivery& delivery) = 0;
  virtual Status Close() = 0;

  /// What could not be recorded as requested; sentences for the user.
  virtual std::vector<std::string> notes() const { return {}; }
};

/// The format follows from the path: NAME.csv is one table, a folder (existing, or ending in /)
/// receives a table for each topic, everything else is an MCAP file.
Result<std::unique_ptr<Recorder>> OpenRecorder(const std::string& path,
                                               const RecordOptions& options);

/// Whether the path is a single table, which needs exactly one topic.
bool IsTableFile(const std::string& path);

/// Parses "none", "lz4" or "zstd"; the error lists them.
Result<McapCompression> ParseCompression(const std::string& name);

/// Whether a recording with this filter has the topic. A message is recorded once: under an alias
/// only if the filter has a pattern for it and none for the topic itself.
bool IsRecorded(const graph::Graph& graph, const TopicFilter& filter, const graph::Topic& topic);

/// Records what is published in a graph while the object exists. Graph and recorder must outlive
/// it.
class GraphRecorder {
 public:
  GraphRecorder(graph::Graph* graph, const TopicFilter& filter, Recorder* recorder);
  GraphRecorder(const GraphRecorder&) = delete;
  GraphRecorder& operator=(const GraphRecorder&) = delete;

  /// The first error; nothing is recorded after it.
  const Status& status() const { return status_; }

 private:
  void Record(const graph::Delivery& delivery);

  Recorder* recorder_;
  /// By the graph's topic id; -1 for topics that have not been seen.
  std::vector<int> ids_;
  Status status_;
  graph::Subscription subscription_;
};

}  // namespace surefoot::record
