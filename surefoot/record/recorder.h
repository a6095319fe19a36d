#pragma once

/// Where messages are recorded to: one interface for MCAP files and CSV tables.

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

/// Name of the metadata by which a recording is one of our runs, whose times are simulated.
constexpr const char* kRunMetadata = "surefoot.run";

struct RecordOptions {
  TopicFilter filter;
  McapCompression compression = McapCompression::kLz4;
};

class Recorder {
 public:
  virtual ~Recorder() = default;

  virtual Status AddMetadata(const std::string& name, const StringMap& entries) = 0;
  /// The id for Write.
  virtual Result<int> AddTopic(const std::string& topic, const msgs::TypeInfo& type) = 0;
  virtual Status Write(int topic, SimTimeNs time_ns, const void* message) = 0;
  virtual Status Write(int topic, const graph::Delivery& delivery) = 0;
  virtual Status Close() = 0;

  /// What could not be recorded as asked; sentences for people.
  virtual std::vector<std::string> notes() const { return {}; }
};

/// By the path: NAME.csv is one table, a folder (one that exists, or a name that ends in /) takes a
/// table for each topic, all else is an MCAP file.
Result<std::unique_ptr<Recorder>> OpenRecorder(const std::string& path,
                                               const RecordOptions& options);

/// Whether the path means one table, so that one topic must be chosen.
bool IsTableFile(const std::string& path);

/// "none", "lz4", "zstd"; the error lists them.
Result<McapCompression> ParseCompression(const std::string& name);

/// Records what is published in a graph, from now on until it goes. Both must outlive it.
class GraphRecorder {
 public:
  GraphRecorder(graph::Graph* graph, const TopicFilter& filter, Recorder* recorder);
  GraphRecorder(const GraphRecorder&) = delete;
  GraphRecorder& operator=(const GraphRecorder&) = delete;

  /// The first error.
  const Status& status() const { return status_; }

 private:
  void Record(const graph::Delivery& delivery);

  Recorder* recorder_;
  /// By the graph's id; -1: not seen yet.
  std::vector<int> ids_;
  Status status_;
  graph::Subscription subscription_;
};

}  // namespace surefoot::record
