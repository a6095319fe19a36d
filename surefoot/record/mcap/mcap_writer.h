#pragma once

/// Writes recordings in the MCAP container format (https://mcap.dev/spec).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/record/mcap/mcap_format.h"

namespace surefoot {

namespace record {
class ChunkBuilder;
class OutputFile;
}  // namespace record

struct McapWriterOptions {
  McapCompression compression = McapCompression::kLz4;
  /// 1 is fast, 19 is small.
  int zstd_level = 1;
  /// A chunk is written when its messages reach this size (bytes),
  std::size_t chunk_bytes = std::size_t{1} << 20;
  /// or span this much log time,
  SimTimeNs max_chunk_age_ns = 500'000'000;
  /// or when its first message is this old by the wall clock, which matters for runs slower than
  /// real time. 0: never; then equal calls always produce equal files.
  std::int64_t max_chunk_wall_age_ns = 500'000'000;
  /// A monotonic clock (ns) for tests; empty: the system's.
  std::function<std::int64_t()> wall_clock;
  /// Whether the file may be a symbolic link.
  bool follow_links = true;
  /// What the file conforms to, e.g. "ros2"; usually empty.
  std::string profile;
  /// Name of the writing program.
  std::string library = "surefoot";
};

/// Writes one recording. Messages are collected in chunks, which are compressed and written as a
/// whole during Write. Written data survive a crash of the process: a file that was never closed is
/// readable up to its last chunk. Not thread-safe.
///
///   auto writer = SUREFOOT_TRY(McapWriter::Open("run.mcap"));
///   std::uint16_t channel = SUREFOOT_TRY(writer->AddChannel("/pose", "json"));
///   SUREFOOT_TRY(writer->Write(channel, time_ns, time_ns, 0, bytes));
///
/// A write error is final: the file keeps its previous content, and every later call returns the
/// error.
class McapWriter {
 public:
  /// Creates the file, or replaces an existing one.
  static Result<std::unique_ptr<McapWriter>> Open(const std::string& path,
                                                  const McapWriterOptions& options = {});

  /// Closes the file. Call Close first to learn of errors.
  ~McapWriter();
  McapWriter(const McapWriter&) = delete;
  McapWriter& operator=(const McapWriter&) = delete;

  /// Returns the schema's id for AddChannel. If `encoding` is empty, `data` must be empty, too.
  Result<std::uint16_t> AddSchema(const std::string& name, const std::string& encoding,
                                  std::string_view data);

  /// Returns the channel's id for Write. `schema_id` is from AddSchema, or 0 for none.
  Result<std::uint16_t> AddChannel(const std::string& topic, const std::string& message_encoding,
                                   std::uint16_t schema_id = 0, const StringMap& metadata = {});

  /// Adds a message. Times must not be negative, but need not ascend. Does not allocate once the
  /// buffers have grown to a chunk's size.
  Status Write(std::uint16_t channel, SimTimeNs log_time_ns, SimTimeNs publish_time_ns,
               std::uint32_t sequence, std::span<const std::uint8_t> data);

  // Both are written immediately, before the messages of the open chunk.
  Status AddMetadata(const std::string& name, const StringMap& entries);
  Status AddAttachment(const std::string& name, const std::string& media_type,
                       std::span<const std::uint8_t> data, SimTimeNs log_time_ns = 0);

  /// Writes the open chunk. For pauses, during which no Write would notice the chunk's age.
  Status Flush();

  /// Writes the rest, the index and the end mark. Further calls return the same result.
  Status Close();

  std::uint64_t message_count() const { return statistics_.message_count; }
  /// Bytes in the file so far.
  std::uint64_t file_size() const;

 private:
  McapWriter(const McapWriterOptions& options, std::unique_ptr<record::OutputFile> file);

  Status AppendToFile(const Bytes& block);
  Status AppendDefinition(const Bytes& definition, Bytes* summary);
  void CountMessage(std::uint16_t channel, SimTimeNs log_time_ns);
  bool ChunkIsDue() const;
  Status FinishChunk();
  std::size_t AppendSummary(Bytes* end);
  Bytes BuildEnd();

  McapWriterOptions options_;
  std::unique_ptr<record::OutputFile> file_;
  std::unique_ptr<record::ChunkBuilder> chunk_;
  std::int64_t chunk_wall_start_ns_ = 0;
  /// The first write error.
  Status status_;
  bool closed_ = false;

  McapStatistics statistics_;
  /// For each channel; the channel's id is the index + 1.
  std::vector<std::uint64_t> message_counts_;

  // Records for the summary at the end, one block for each type.
  Bytes schema_records_;
  Bytes channel_records_;
  Bytes chunk_index_records_;
  Bytes attachment_index_records_;
  Bytes metadata_index_records_;
};

}  // namespace surefoot
