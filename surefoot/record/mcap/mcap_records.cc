#include "surefoot/record/mcap/mcap_records.h"

#include <zlib.h>

#include <utility>

namespace surefoot::record {
namespace {

/// Sets `reader` to a failed state.
void Fail(ByteReader* reader) {
  std::uint8_t byte = 0;
  reader->GetRaw(&byte, reader->left() + 1);
}

/// Calls `entry` until the map's bytes are consumed, which must happen exactly.
template <typename Entry>
void GetEntries(ByteReader* reader, Entry entry) {
  const std::uint32_t size = reader->Get<std::uint32_t>();
  if (!reader->ok() || size > reader->left()) return Fail(reader);
  const std::size_t end = reader->left() - size;
  while (reader->ok() && reader->left() > end) entry();
  if (reader->left() != end) Fail(reader);
}

}  // namespace

const char* OpcodeName(std::uint8_t opcode) {
  static constexpr const char* kNames[] = {
      "unknown",  "Header",        "Footer",        "Schema",     "Channel",         "Message",
      "Chunk",    "MessageIndex",  "ChunkIndex",    "Attachment", "AttachmentIndex", "Statistics",
      "Metadata", "MetadataIndex", "SummaryOffset", "DataEnd"};
  return opcode < std::size(kNames) ? kNames[opcode] : kNames[0];
}

RecordScope::RecordScope(Bytes* out, Opcode opcode) : out_(out) {
  Put<Opcode>(opcode);
  Put<std::uint64_t>(0);
  start_ = out_->size();
}

RecordScope::~RecordScope() {
  const std::uint64_t length = out_->size() - start_;
  std::memcpy(out_->data() + start_ - sizeof length, &length, sizeof length);
}

void RecordScope::PutText(std::string_view text) {
  Put<std::uint32_t>(static_cast<std::uint32_t>(text.size()));
  PutRaw(text.data(), text.size());
}

void RecordScope::PutField(const StringMap& map) {
  std::uint32_t size = 0;
  for (const auto& [key, value] : map) {
    size += static_cast<std::uint32_t>(8 + key.size() + value.size());
  }
  Put<std::uint32_t>(size);
  for (const auto& [key, value] : map) {
    PutText(key);
    PutText(value);
  }
}

void RecordScope::PutField(const ChannelCounts& counts) {
  Put(static_cast<std::uint32_t>(10 * counts.size()));
  for (const auto& [channel, count] : counts) {
    Put(channel);
    Put(count);
  }
}

void GetField(ByteReader* reader, std::string* text) { *text = reader->GetString(); }

void GetField(ByteReader* reader, StringMap* map) {
  GetEntries(reader, [&] {
    std::string key = reader->GetString();
    (*map)[std::move(key)] = reader->GetString();
  });
}

void GetField(ByteReader* reader, ChannelCounts* counts) {
  GetEntries(reader, [&] {
    const std::uint16_t channel = reader->Get<std::uint16_t>();
    (*counts)[channel] = reader->Get<std::uint64_t>();
  });
}

Error LengthMismatch(Opcode opcode) {
  return Error{std::string("a ") + OpcodeName(static_cast<std::uint8_t>(opcode)) +
               " record's fields do not fit its length"};
}

Result<ChunkParts> ParseChunk(std::span<const std::uint8_t> content) {
  ByteReader reader(content.data(), content.size());
  ChunkParts chunk;
  reader.Get<std::uint64_t>();  // message_start_time
  reader.Get<std::uint64_t>();  // message_end_time
  chunk.uncompressed_size = reader.Get<std::uint64_t>();
  chunk.uncompressed_crc = reader.Get<std::uint32_t>();
  chunk.compression = reader.GetString();
  const std::uint64_t size = reader.Get<std::uint64_t>();
  if (!reader.ok() || size > reader.left()) return LengthMismatch(Opcode::kChunk);
  chunk.records = content.subspan(content.size() - reader.left(), size);
  return chunk;
}

Result<McapAttachment> ParseAttachment(std::span<const std::uint8_t> head, std::uint64_t length) {
  ByteReader reader(head.data(), head.size());
  McapAttachment attachment;
  attachment.record_length = length;
  attachment.log_time_ns = reader.Get<SimTimeNs>();
  attachment.create_time_ns = reader.Get<SimTimeNs>();
  attachment.name = reader.GetString();
  attachment.media_type = reader.GetString();
  attachment.size = reader.Get<std::uint64_t>();
  // The head is followed by the data and their 32-bit checksum.
  const std::uint64_t used = head.size() - reader.left() + sizeof(std::uint32_t);
  if (!reader.ok() || used > length || attachment.size > length - used) {
    return LengthMismatch(Opcode::kAttachment);
  }
  return attachment;
}

/// Names in a hostile file could contain control sequences for terminals.
std::string Printable(std::string_view text) {
  constexpr std::size_t kMaxPrinted = 40;
  std::string clean(text.substr(0, kMaxPrinted));
  for (char& letter : clean) {
    if (letter < ' ' || letter > '~') letter = '?';
  }
  return text.size() > kMaxPrinted ? clean + "..." : clean;
}

std::uint32_t Crc32(std::span<const std::uint8_t> data, std::uint32_t crc) {
  // zlib interprets null data as a request for the initial value.
  if (data.empty()) return crc;
  return static_cast<std::uint32_t>(crc32_z(crc, data.data(), data.size()));
}

std::uint32_t JoinedCrc32(std::uint32_t first, std::uint32_t second, std::size_t size) {
  return static_cast<std::uint32_t>(crc32_combine(first, second, static_cast<z_off_t>(size)));
}

}  // namespace surefoot::record
