#pragma once

/// Content of an MCAP recording (https://mcap.dev/spec) as plain data for writer and reader.
/// Fields() lists a record's fields in the order of the format, for writing and reading alike.

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "surefoot/base/time.h"

namespace surefoot {

using StringMap = std::map<std::string, std::string>;

/// Compression of chunks. Incompressible data are stored unchanged.
enum class McapCompression { kNone, kLz4, kZstd };

/// Describes the messages of channels, e.g. by a ROS message definition.
struct McapSchema {
  std::uint16_t id = 0;
  std::string name;
  /// "ros2msg", "jsonschema", ...; empty if there is no description.
  std::string encoding;
  std::string data;

  static auto Fields(auto& s) { return std::tie(s.id, s.name, s.encoding, s.data); }
  bool operator==(const McapSchema&) const = default;
};

/// A stream of messages on one topic.
struct McapChannel {
  std::uint16_t id = 0;
  /// 0 means no schema.
  std::uint16_t schema_id = 0;
  std::string topic;
  /// "cdr", "json", ...
  std::string message_encoding;
  StringMap metadata;

  static auto Fields(auto& c) {
    return std::tie(c.id, c.schema_id, c.topic, c.message_encoding, c.metadata);
  }
  bool operator==(const McapChannel&) const = default;
};

/// Key-value data about the whole recording.
struct McapMetadata {
  std::string name;
  StringMap entries;

  static auto Fields(auto& m) { return std::tie(m.name, m.entries); }
};

/// A file inside the recording. Its bytes stay on disk until McapReader::ReadAttachment.
struct McapAttachment {
  std::string name;
  std::string media_type;
  SimTimeNs log_time_ns = 0;
  SimTimeNs create_time_ns = 0;
  std::uint64_t size = 0;
  /// Start of the record's content in the file, and its length.
  std::uint64_t record_offset = 0;
  std::uint64_t record_length = 0;
};

/// Number of messages by channel.
using ChannelCounts = std::map<std::uint16_t, std::uint64_t>;

/// Counts and time span of a recording that was closed properly.
struct McapStatistics {
  std::uint64_t message_count = 0;
  std::uint16_t schema_count = 0;
  std::uint32_t channel_count = 0;
  std::uint32_t attachment_count = 0;
  std::uint32_t metadata_count = 0;
  std::uint32_t chunk_count = 0;
  SimTimeNs message_start_time_ns = 0;
  SimTimeNs message_end_time_ns = 0;
  ChannelCounts channel_message_counts;

  static auto Fields(auto& s) {
    return std::tie(s.message_count, s.schema_count, s.channel_count, s.attachment_count,
                    s.metadata_count, s.chunk_count, s.message_start_time_ns, s.message_end_time_ns,
                    s.channel_message_counts);
  }
};

}  // namespace surefoot
