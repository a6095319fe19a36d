#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/record/mcap/mcap_format.h"

namespace surefoot::record {

/// Overview of one topic of a recording.
struct TopicSummary {
  std::string topic;
  /// Name of the schema; empty if it has none.
  std::string type;
  std::string encoding;
  /// Why its messages cannot be read or replayed here; empty if they can.
  std::string why_not;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  /// Log times of the first and the last message.
  SimTimeNs first_ns = 0;
  SimTimeNs last_ns = 0;

  /// Mean rate between the first and the last message (Hz); 0 for fewer than two.
  double Rate() const;
};

/// Overview of a recording, for people who choose among files.
struct RecordingSummary {
  std::string profile;
  std::string library;
  std::uint64_t file_bytes = 0;
  std::uint64_t message_count = 0;
  SimTimeNs first_ns = 0;
  SimTimeNs last_ns = 0;
  /// Where an incomplete file ends, and where a damaged one becomes unreadable; otherwise empty.
  std::string truncation;
  std::string damage;
  /// Metadata of a Surefoot run; empty for other recordings.
  StringMap run;
  /// Sorted by name.
  std::vector<TopicSummary> topics;
};

/// Reads the whole file, so it takes time proportional to its size.
Result<RecordingSummary> Summarize(const std::string& path);

}  // namespace surefoot::record
