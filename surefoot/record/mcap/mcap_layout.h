#pragma once

/// What stands where in an MCAP file. Private to this folder.

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

/// Where one record is.
struct RecordPlace {
  std::uint8_t opcode = 0;
  std::uint64_t offset = 0;
  /// Of the content, which starts kRecordHead bytes after `offset`.
  std::uint64_t length = 0;

  bool Is(Opcode wanted) const { return opcode == static_cast<std::uint8_t>(wanted); }
  std::uint64_t content() const { return offset + kRecordHead; }
  std::uint64_t end() const { return content() + length; }
};

/// By id.
using Schemas = std::map<std::uint16_t, McapSchema>;
using Channels = std::map<std::uint16_t, McapChannel>;

/// Takes the content of a Schema or Channel record; passes over any other. Each may be defined
/// again, but only as it was.
Status AddDefinition(std::uint8_t opcode, std::span<const std::uint8_t> content, Schemas* schemas,
                     Channels* channels);

/// The result of one pass over the records of a file that looks into no chunk.
struct Layout {
  std::string profile;
  std::string library;
  Schemas schemas;
  Channels channels;
  std::vector<McapMetadata> metadata;
  std::vector<McapAttachment> attachments;
  std::optional<McapStatistics> statistics;

  /// The records in here are whole.
  std::uint64_t data_start = 0;
  std::uint64_t data_end = 0;
  /// Why the data stop at data_end, if they are damaged there.
  Status damage;
  /// How the file is cut off; empty when it is complete or damaged.
  std::string truncation;

  std::optional<RecordPlace> data_end_record;
  std::optional<RecordPlace> footer_record;
};

/// Fails only when this is no MCAP file at all or it cannot be read.
Result<Layout> ScanLayout(InputFile* file);

/// Compares the checksums of the data section and the summary with their bytes.
Status VerifyChecksums(InputFile* file, const Layout& layout);

}  // namespace surefoot::record
