#pragma once

/// Encoding of MCAP records. Private to this folder.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/record/mcap/mcap_format.h"

namespace surefoot::record {

/// Record types by their codes in the specification.
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

/// "Chunk", "Message", ...; "unknown" for other codes.
const char* OpcodeName(std::uint8_t opcode);

inline constexpr std::array<std::uint8_t, 8> kMagic = {0x89, 'M', 'C', 'A', 'P', '0', '\r', '\n'};

/// Size of a record's head: opcode and content length.
inline constexpr std::size_t kRecordHead = 1 + 8;
/// Channel, sequence and two times before a message's data.
inline constexpr std::size_t kMessageHead = 2 + 4 + 8 + 8;

/// Upper limit of the uncompressed records of a chunk, and of any other record. Prevents a damaged
/// length from exhausting the memory.
inline constexpr std::uint64_t kMaxRecordBytes = std::uint64_t{256} << 20;

/// Adds a record to `out`: the head at once, the length at the end of the scope.
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
  /// Fields in the types of the format: numbers, texts and maps.
  template <typename T>
  void PutField(const T& value) {
    Put<T>(value);
  }
  void PutField(const std::string& text) { PutText(text); }
  void PutField(std::string_view text) { PutText(text); }
  void PutField(const StringMap& map);
  void PutField(const ChannelCounts& counts);
  template <typename... T>
  void PutFields(const T&... fields) {
    (PutField(fields), ...);
  }
  void PutRaw(const void* data, std::size_t size) { ByteWriter(out_).PutRaw(data, size); }

 private:
  Bytes* out_;
  std::size_t start_;
};

/// The fields before a chunk's records, and the records as stored in the file.
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

  static auto Fields(auto& f) {
    return std::tie(f.summary_start, f.summary_offset_start, f.summary_crc);
  }
};

// Reads one field as RecordScope::PutField writes it.
template <typename T>
void GetField(ByteReader* reader, T* value) {
  *value = reader->Get<T>();
}
void GetField(ByteReader* reader, std::string* text);
void GetField(ByteReader* reader, StringMap* map);
void GetField(ByteReader* reader, ChannelCounts* counts);

/// An error such as "a Chunk record's fields do not fit its length".
Error LengthMismatch(Opcode opcode);

/// Adds a record with all fields of `value` to `out`.
template <typename T>
void PutRecord(Opcode opcode, const T& value, Bytes* out) {
  RecordScope record(out, opcode);
  std::apply([&](const auto&... fields) { record.PutFields(fields...); }, T::Fields(value));
}

/// Parses a record's content. Additional fields are ignored, because the format allows to append
/// fields in new versions.
template <typename T>
Result<T> ParseRecord(Opcode opcode, std::span<const std::uint8_t> content) {
  ByteReader reader(content.data(), content.size());
  T value;
  std::apply([&](auto&... field) { (GetField(&reader, &field), ...); }, T::Fields(value));
  if (!reader.ok()) return LengthMismatch(opcode);
  return value;
}

Result<ChunkParts> ParseChunk(std::span<const std::uint8_t> content);
/// `head` is the first part of the record; it need not contain the data that follow.
Result<McapAttachment> ParseAttachment(std::span<const std::uint8_t> head, std::uint64_t length);

/// The text limited to a reasonable length, with '?' for unprintable characters.
std::string Printable(std::string_view text);

/// The CRC-32 of MCAP (that of zlib), continuing from `crc`.
std::uint32_t Crc32(std::span<const std::uint8_t> data, std::uint32_t crc = 0);
/// The CRC-32 of a concatenation: bytes with checksum `first`, followed by `size` bytes with
/// checksum `second`. Avoids reading data twice.
std::uint32_t JoinedCrc32(std::uint32_t first, std::uint32_t second, std::size_t size);

}  // namespace surefoot::record
