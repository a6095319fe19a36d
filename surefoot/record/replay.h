#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/graph/graph.h"
#include "surefoot/record/topic_filter.h"

namespace surefoot::record {

struct ReplayOptions {
  /// Recorded topic, topic in the run.
  std::vector<std::pair<std::string, std::string>> remaps;
  /// Names in the run, after remapping.
  TopicFilter filter;
  /// Asked in place of an empty filter.topics; empty: all.
  std::function<bool(const std::string& topic)> wanted;
  /// Where a recording of another program begins. Ours keep their times, which are simulated.
  SimTimeNs start_ns = 0;
};

/// The messages of a recording, in the order of their times. They are all in memory: commands are
/// small, and files need not be in order.
class Replay {
 public:
  struct Topic {
    std::string recorded;
    std::string name;
    const msgs::TypeInfo* type = nullptr;
    std::uint64_t count = 0;
  };
  struct Entry {
    SimTimeNs time_ns = 0;
    std::size_t topic = 0;
    Bytes cdr;
  };

  /// Fails when the file cannot be read; what cannot be replayed of it is told in notes().
  static Result<std::unique_ptr<Replay>> Open(const std::string& path,
                                              const ReplayOptions& options);

  const std::vector<Topic>& topics() const { return topics_; }
  /// Names in the run that were not wanted, with their types.
  const std::vector<std::string>& passed_over() const { return passed_over_; }
  const std::vector<std::string>& notes() const { return notes_; }
  /// Whether it is a recording of one of our runs.
  bool is_run() const { return is_run_; }
  /// Of the recording's last message, of whatever topic.
  SimTimeNs end_ns() const { return end_ns_; }

  /// The next message whose time has come, or nullptr.
  const Entry* NextUntil(SimTimeNs now_ns);
  /// Passes over all messages before a time.
  void SkipBefore(SimTimeNs time_ns);

  /// Publishes what is due. The error names a topic that has another type in the graph.
  Status PublishUntil(SimTimeNs now_ns, graph::Graph* graph);

 private:
  Status Load(const std::string& path, const ReplayOptions& options);

  std::vector<Topic> topics_;
  std::vector<Entry> entries_;
  std::size_t next_ = 0;
  std::vector<std::string> passed_over_;
  std::vector<std::string> notes_;
  SimTimeNs end_ns_ = 0;
  bool is_run_ = false;
};

/// "/from:=/to".
Result<std::pair<std::string, std::string>> ParseRemap(const std::string& text);

}  // namespace surefoot::record
