#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/record/mcap/mcap_format.h"

namespace surefoot::record {

struct TopicSummary {
  std::string topic;
  /// Name of the schema; empty when there is none.
  std::string type;
  std::string encoding;
  /// Why its messages cannot be read or replayed here; empty when they can.
  std::string why_not;
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
  /// Log times of the first and the last message.
  SimTimeNs first_ns = 0;
  SimTimeNs last_ns = 0;

  /// Messages per second between the first and the last; 0 when there are fewer than two.
  double Rate() const;
};

struct RecordingSummary {
  std::string profile;
  std::string library;
  std::uint64_t file_bytes = 0;
  std::uint64_t message_count = 0;
  SimTimeNs first_ns = 0;
  SimTimeNs last_ns = 0;
  /// Where an incomplete file ends, and where a damaged one stops being readable; else empty.
  std::string truncation;
  std::string damage;
  /// Of the metadata of our runs; empty for other recordings.
  StringMap run;
  /// Sorted by name.
  std::vector<TopicSummary> topics;
};

/// Reads the whole file.
Result<RecordingSummary> Summarize(const std::string& path);

}  // namespace surefoot::record
