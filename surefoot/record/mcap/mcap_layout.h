#pragma once

/// Positions of the parts of an MCAP file. Private to this folder.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "surefoot/base/result.h"
#include "surefoot/record/files.h"
#include "surefoot/record/mcap/mcap_format.h"
#include "surefoot/record/mcap/mcap_records.h"

namespace surefoot::record {

/// Position of a record.
struct RecordPlace {
  std::uint8_t opcode = 0;
  std::uint64_t offset = 0;
  /// Length of the content, which starts kRecordHead bytes after `offset`.
  std::uint64_t length = 0;

  bool Is(Opcode requested) const { return opcode == static_cast<std::uint8_t>(requested); }
  std::uint64_t content() const { return offset + kRecordHead; }
  std::uint64_t end() const { return content() + length; }
};

/// By id.
using Schemas = std::map<std::uint16_t, McapSchema>;
using Channels = std::map<std::uint16_t, McapChannel>;

/// Adds a Schema or Channel record; ignores others. A repeated definition must be identical.
Status AddDefinition(std::uint8_t opcode, std::span<const std::uint8_t> content, Schemas* schemas,
                     Channels* channels);

/// Result of one pass over the records of a file, without looking into chunks.
struct Layout {
  std::string profile;
  std::string library;
  Schemas schemas;
  Channels channels;
  std::vector<McapMetadata> metadata;
  std::vector<McapAttachment> attachments;
  std::optional<McapStatistics> statistics;

  /// All records in this range are complete.
  std::uint64_t data_start = 0;
  std::uint64_t data_end = 0;
  /// Why the data end at data_end, if they are damaged there.
  Status damage;
  /// How the file is truncated; empty if it is complete or damaged.
  std::string truncation;

  std::optional<RecordPlace> data_end_record;
  std::optional<RecordPlace> footer_record;
};

/// Fails only if this is not an MCAP file or cannot be read.
Result<Layout> ScanLayout(InputFile* file);

/// Verifies the checksums of the data section and the summary.
Status VerifyChecksums(InputFile* file, const Layout& layout);

}  // namespace surefoot::record
