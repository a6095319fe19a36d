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
#include "surefoot/record/mcap/mcap_format.h"
#include "surefoot/record/recording_source.h"

namespace surefoot {

/// Reads a recording from start to end, also one that was cut off because its writer was killed or
/// is still at work. Files of other writers are welcome: chunked or not, none, zstd or lz4.
///
///   while (reader->Next(&message)) ...
///   if (!reader->status().ok()) ...  // damaged: the messages before are good
///   if (reader->truncated()) ...     // incomplete: all messages that are there were read
class McapReader final : public record::RecordingSource {
 public:
  /// Fails when the file cannot be read or is no MCAP file. Looks through the file once, but not
  /// into its chunks, so it is quick.
  static Result<std::unique_ptr<McapReader>> Open(const std::string& path);

  ~McapReader() override;

  /// The next message in file order. False at the end and at damage, see status(). A chunk's
  /// checksum is verified before its first message is given.
  bool Next(McapMessage* message) override;

  /// All messages from here on. Returns status().
  Status ForEach(const std::function<void(const McapMessage&)>& visit);

  /// Back to the first message.
  void Rewind();

  /// Why Next stopped, when it stopped before the end.
  const Status& status() const override { return status_; }

  /// Whether the file is incomplete, known from Open on, and a sentence that says where.
  bool truncated() const override;
  const std::string& truncation() const override;

  const std::string& profile() const override;
  const std::string& library() const override;
  const std::vector<McapMetadata>& metadata() const;
  const std::vector<McapAttachment>& attachments() const;
  /// By id. Complete from Open on, except for incomplete files of writers that define channels
  /// inside chunks only: those appear as Next comes upon them.
  const std::map<std::uint16_t, McapSchema>& schemas() const override;
  const std::map<std::uint16_t, McapChannel>& channels() const override;
  /// Only complete files have them.
  const std::optional<McapStatistics>& statistics() const;

  /// The first metadata of that name, or nullptr.
  const McapMetadata* FindMetadata(const std::string& name) const override;

  /// Loads an attachment of attachments() and verifies its checksum.
  Result<Bytes> ReadAttachment(const McapAttachment& attachment) const;

  /// Reads the whole file and verifies the checksums that Next does not need: of the data section,
  /// the summary and the attachments. Then goes back to the first message.
  Status VerifyChecksums();

 private:
  struct Impl;

  explicit McapReader(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
  Status status_;
};

}  // namespace surefoot
