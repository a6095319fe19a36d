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
  /// Pairs of recorded topic and topic in the run.
  std::vector<std::pair<std::string, std::string>> remaps;
  /// Applied to names in the run, after remapping.
  TopicFilter filter;
  /// Decides in place of an empty filter.topics; without it, all topics are replayed.
  std::function<bool(const std::string& topic)> requested;
  /// Start time of recordings of other programs. Surefoot's own recordings keep their simulated
  /// times.
  SimTimeNs start_ns = 0;
};

/// The messages of a recording in the order of their times. All of them are in memory: commands are
/// small, and files need not be sorted.
///
///   auto replay = SUREFOOT_TRY(Replay::Open("drive.mcap", options));
///   SUREFOOT_TRY(replay->PublishUntil(simulation->time_ns(), &simulation->graph()));
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

  /// Fails if the file cannot be read; parts that cannot be replayed are listed in notes().
  static Result<std::unique_ptr<Replay>> Open(const std::string& path,
                                              const ReplayOptions& options);

  const std::vector<Topic>& topics() const { return topics_; }
  /// Names in the run that were not selected, with their types.
  const std::vector<std::string>& passed_over() const { return passed_over_; }
  const std::vector<std::string>& notes() const { return notes_; }
  /// Where the file is damaged: only what comes before is replayed. Empty if it is not.
  const std::string& damage() const { return damage_; }
  /// Whether this is a recording of a Surefoot run.
  bool is_run() const { return is_run_; }
  /// Time of the recording's last message on any topic.
  SimTimeNs end_ns() const { return end_ns_; }

  /// The next message that is due, or nullptr.
  const Entry* NextUntil(SimTimeNs now_ns);
  /// Skips all messages before a time; also rewinds.
  void SkipBefore(SimTimeNs time_ns);

  /// Publishes the messages that are due. Fails if a topic has another type in the graph.
  Status PublishUntil(SimTimeNs now_ns, graph::Graph* graph);

 private:
  Status Load(const std::string& path, const ReplayOptions& options);

  std::vector<Topic> topics_;
  std::vector<Entry> entries_;
  std::size_t next_ = 0;
  std::vector<std::string> passed_over_;
  std::vector<std::string> notes_;
  std::string damage_;
  SimTimeNs end_ns_ = 0;
  bool is_run_ = false;
};

/// Parses "/from:=/to".
Result<std::pair<std::string, std::string>> ParseRemap(const std::string& text);

}  // namespace surefoot::record
