#pragma once

/// The bytes of MCAP records. Private to this folder.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/record/mcap/mcap_format.h"

namespace surefoot::record {

enum class Opcode : std::uint8_t {
  kHeader = 0x01,
  kFooter = 0x02,
  kSchema = 0x03,
  kChannel = 0x04,
  kMessage = 0x05,
  kChunk = 0x06,
  kMessageIndex = 0x07,
  kChunkIndex = 0x08,
  kAttachment = 0x09,
  kAttachmentIndex = 0x0a,
  kStatistics = 0x0b,
  kMetadata = 0x0c,
  kMetadataIndex = 0x0d,
  kSummaryOffset = 0x0e,
  kDataEnd = 0x0f,
};

/// "Chunk", "Message", ...; "unknown" for an opcode that the format does not name.
const char* OpcodeName(std::uint8_t opcode);

inline constexpr std::array<std::uint8_t, 8> kMagic = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

/// Opcode and content length.
inline constexpr std::size_t kRecordHead = 1 + 8;
/// Channel, sequence and two times in front of a message's data.
inline constexpr std::size_t kMessageHead = 2 + 4 + 8 + 8;

/// The most that the records of a chunk, or any record outside of one, may take unpacked. Keeps a
/// damaged length from asking for all memory.
inline constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{256} << 20;

/// Adds one record to `out`: the head at once, the length when it goes out of scope.
class RecordScope {
 public:
  RecordScope(Bytes* out, Opcode opcode);
  ~RecordScope();
  RecordScope(const RecordScope&) = delete;
  RecordScope& operator=(const RecordScope&) = delete;

  template <typename T>
  void Put(T value) {
    ByteWriter(out_).Put<T>(value);
  }
  /// A 32-bit length and the text.
  void PutText(std::string_view text);
  void PutMap(const StringMap& map);
  void PutRaw(const void* data, std::size_t size) { ByteWriter(out_).PutRaw(data, size); }

 private:
  Bytes* out_;
  std::size_t start_;
};

void PutSchema(const McapSchema& schema, Bytes* out);
void PutChannel(const McapChannel& channel, Bytes* out);
void PutMetadata(const McapMetadata& metadata, Bytes* out);
void PutStatistics(const McapStatistics& statistics, Bytes* out);

/// The fields in front of a chunk's records, and the records as they are in the file.
struct ChunkParts {
  std::uint64_t uncompressed_size = 0;
  std::uint32_t uncompressed_crc = 0;
  std::string compression;
  std::span<const std::uint8_t> records;
};

struct FooterParts {
  std::uint64_t summary_start = 0;
  std::uint64_t summary_offset_start = 0;
  std::uint32_t summary_crc = 0;
};

// Each takes a record's content and says in its error what does not fit.
Result<McapSchema> ParseSchema(std::span<const std::uint8_t> content);
Result<McapChannel> ParseChannel(std::span<const std::uint8_t> content);
Result<McapMetadata> ParseMetadata(std::span<const std::uint8_t> content);
Result<McapStatistics> ParseStatistics(std::span<const std::uint8_t> content);
Result<ChunkParts> ParseChunk(std::span<const std::uint8_t> content);
Result<FooterParts> ParseFooter(std::span<const std::uint8_t> content);
/// `head` is the first part of the record; the data that follows it need not be in there.
Result<McapAttachment> ParseAttachment(std::span<const std::uint8_t> head, std::uint64_t length);

/// The text cut to a sensible length, with a '?' for what cannot be printed.
std::string Printable(std::string_view text);

/// The CRC-32 of MCAP, over what `crc` already covers and `data`.
std::uint32_t Crc32(std::span<const std::uint8_t> data, std::uint32_t crc = 0);
/// That of bytes with checksum `first`, and then `size` bytes with checksum `second`.
std::uint32_t JoinedCrc32(std::uint32_t first, std::uint32_t second, std::size_t size);

}  // namespace surefoot::record
