#pragma once

/// Reads recordings in the MCAP container format (https://mcap.dev/spec).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/base/time.h"
#include "surefoot/record/files.h"
#include "surefoot/record/mcap/compression.h"
#include "surefoot/record/mcap/mcap_format.h"
#include "surefoot/record/mcap/mcap_layout.h"
#include "surefoot/record/recording_source.h"

namespace surefoot {

/// Reads a recording from start to end, even if it is truncated because its writer was killed or is
/// still running. Files of other writers are supported: with or without chunks, uncompressed, zstd
/// or lz4.
///
///   while (reader->Next(&message)) ...
///   if (!reader->status().ok()) ...  // damaged: the messages before are good
///   if (reader->truncated()) ...     // incomplete: all messages that are there were read
class McapReader final : public record::RecordingSource {
 public:
  /// Fails if the file cannot be read or is not an MCAP file. Scans the file once without
  /// decompressing chunks, so it is fast.
  static Result<std::unique_ptr<McapReader>> Open(const std::string& path);

  /// The next message in file order. Returns false at the end or at damage, see status(). A chunk's
  /// checksum is verified before its first message is returned.
  bool Next(McapMessage* message) override;

  /// Visits all remaining messages. Returns status().
  Status ForEach(const std::function<void(const McapMessage&)>& visit);

  /// Returns to the first message.
  void Rewind();

  // Truncation is known after Open; schemas and channels are complete then, except in incomplete
  // files of writers that define channels only inside chunks.

  const std::vector<McapMetadata>& metadata() const { return layout_.metadata; }
  const std::vector<McapAttachment>& attachments() const { return layout_.attachments; }
  /// Present in complete files only.
  const std::optional<McapStatistics>& statistics() const { return layout_.statistics; }

  /// The first metadata with that name, or nullptr.
  const McapMetadata* FindMetadata(const std::string& name) const override;

  /// Loads an attachment of attachments() and verifies its checksum.
  Result<Bytes> ReadAttachment(const McapAttachment& attachment) const;

  /// Reads the whole file and verifies the checksums that Next does not need: those of the data
  /// section, the summary and the attachments. Returns to the first message afterwards.
  Status VerifyChecksums();

 private:
  using Span = std::span<const std::uint8_t>;
  /// Result of one step of reading.
  enum class Step { kMessage, kOther, kEnd };

  McapReader(std::unique_ptr<record::InputFile> file, record::Layout layout);
  Result<Step> StepInChunk(McapMessage* message);
  Result<Step> StepInFile(McapMessage* message);
  Status OpenChunk(Span content);
  Result<Step> TakeMessage(Span content, McapMessage* message) const;

  std::unique_ptr<record::InputFile> file_;
  record::Layout layout_;
  record::Decompressor decompressor_;

  /// Offset of the next record outside of chunks.
  std::uint64_t offset_ = 0;
  /// The current chunk: its offset, and its unread records.
  std::uint64_t chunk_offset_ = 0;
  Span chunk_;
  std::unique_ptr<std::uint8_t[]> unpacked_;
  std::size_t unpacked_capacity_ = 0;
};

}  // namespace surefoot
