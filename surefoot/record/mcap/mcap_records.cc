#include "surefoot/record/mcap/mcap_records.h"

#include <zlib.h>

#include <utility>

namespace surefoot::record {
namespace {

Error Misfit(const char* record) {
  return Error{std::string("a ") + record + " record's fields do not fit its length"};
}

/// A record that holds more fields than we know is fine: the format may grow at the end.
template <typename T>
Result<T> Checked(const ByteReader& reader, const char* record, T value) {
  if (!reader.ok()) return Misfit(record);
  return value;
}

/// Moves `reader` to a state that is not ok.
void Fail(ByteReader* reader) {
  std::uint8_t byte = 0;
  reader->GetRaw(&byte, reader->left() + 1);
}

/// Calls `entry` until the map's bytes are used up, which must come out even.
template <typename Entry>
void GetEntries(ByteReader* reader, Entry entry) {
  const std::uint32_t size = reader->Get<std::uint32_t>();
  if (!reader->ok() || size > reader->left()) return Fail(reader);
  const std::size_t end = reader->left() - size;
  while (reader->ok() && reader->left() > end) entry();
  if (reader->left() != end) Fail(reader);
}

StringMap GetMap(ByteReader* reader) {
  StringMap map;
  GetEntries(reader, [&] {
    std::string key = reader->GetString();
    map[std::move(key)] = reader->GetString();
  });
  return map;
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

void RecordScope::PutMap(const StringMap& map) {
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

void PutSchema(const McapSchema& schema, Bytes* out) {
  RecordScope record(out, Opcode::kSchema);
  record.Put(schema.id);
  record.PutText(schema.name);
  record.PutText(schema.encoding);
  record.PutText(schema.data);
}

void PutChannel(const McapChannel& channel, Bytes* out) {
  RecordScope record(out, Opcode::kChannel);
  record.Put(channel.id);
  record.Put(channel.schema_id);
  record.PutText(channel.topic);
  record.PutText(channel.message_encoding);
  record.PutMap(channel.metadata);
}

void PutMetadata(const McapMetadata& metadata, Bytes* out) {
  RecordScope record(out, Opcode::kMetadata);
  record.PutText(metadata.name);
  record.PutMap(metadata.entries);
}

void PutStatistics(const McapStatistics& statistics, Bytes* out) {
  RecordScope record(out, Opcode::kStatistics);
  record.Put(statistics.message_count);
  record.Put(statistics.schema_count);
  record.Put(statistics.channel_count);
  record.Put(statistics.attachment_count);
  record.Put(statistics.metadata_count);
  record.Put(statistics.chunk_count);
  record.Put(statistics.message_start_time_ns);
  record.Put(statistics.message_end_time_ns);
  record.Put(static_cast<std::uint32_t>(10 * statistics.channel_message_counts.size()));
  for (const auto& [channel, count] : statistics.channel_message_counts) {
    record.Put(channel);
    record.Put(count);
  }
}

Result<McapSchema> ParseSchema(std::span<const std::uint8_t> content) {
  ByteReader reader(content.data(), content.size());
  McapSchema schema;
  schema.id = reader.Get<std::uint16_t>();
  schema.name = reader.GetString();
  schema.encoding = reader.GetString();
  schema.data = reader.GetString();
  return Checked(reader, "Schema", std::move(schema));
}

Result<McapChannel> ParseChannel(std::span<const std::uint8_t> content) {
  ByteReader reader(content.data(), content.size());
  McapChannel channel;
  channel.id = reader.Get<std::uint16_t>();
  channel.schema_id = reader.Get<std::uint16_t>();
  channel.topic = reader.GetString();
  channel.message_encoding = reader.GetString();
  channel.metadata = GetMap(&reader);
  return Checked(reader, "Channel", std::move(channel));
}

Result<McapMetadata> ParseMetadata(std::span<const std::uint8_t> content) {
  ByteReader reader(content.data(), content.size());
  McapMetadata metadata;
  metadata.name = reader.GetString();
  metadata.entries = GetMap(&reader);
  return Checked(reader, "Metadata", std::move(metadata));
}

Result<McapStatistics> ParseStatistics(std::span<const std::uint8_t> content) {
  ByteReader reader(content.data(), content.size());
  McapStatistics statistics;
  statistics.message_count = reader.Get<std::uint64_t>();
  statistics.schema_count = reader.Get<std::uint16_t>();
  statistics.channel_count = reader.Get<std::uint32_t>();
  statistics.attachment_count = reader.Get<std::uint32_t>();
  statistics.metadata_count = reader.Get<std::uint32_t>();
  statistics.chunk_count = reader.Get<std::uint32_t>();
  statistics.message_start_time_ns = reader.Get<SimTimeNs>();
  statistics.message_end_time_ns = reader.Get<SimTimeNs>();
  GetEntries(&reader, [&] {
    const std::uint16_t channel = reader.Get<std::uint16_t>();
    statistics.channel_message_counts[channel] = reader.Get<std::uint64_t>();
  });
  return Checked(reader, "Statistics", std::move(statistics));
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
  if (!reader.ok() || size > reader.left()) return Misfit("Chunk");
  chunk.records = content.subspan(content.size() - reader.left(), size);
  return chunk;
}

Result<FooterParts> ParseFooter(std::span<const std::uint8_t> content) {
  ByteReader reader(content.data(), content.size());
  FooterParts footer;
  footer.summary_start = reader.Get<std::uint64_t>();
  footer.summary_offset_start = reader.Get<std::uint64_t>();
  footer.summary_crc = reader.Get<std::uint32_t>();
  return Checked(reader, "Footer", footer);
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
  // After the head come the data and their 32-bit checksum.
  const std::uint64_t used = head.size() - reader.left() + sizeof(std::uint32_t);
  if (!reader.ok() || used > length || attachment.size > length - used) {
    return Misfit("Attachment");
  }
  return attachment;
}

std::string Printable(std::string_view text) {
  constexpr std::size_t kMost = 40;
  std::string clean(text.substr(0, kMost));
  for (char& letter : clean) {
    if (letter < ' ' || letter > '~') letter = '?';
  }
  return text.size() > kMost ? clean + "..." : clean;
}

std::uint32_t Crc32(std::span<const std::uint8_t> data, std::uint32_t crc) {
  // zlib takes no data for a start.
  if (data.empty()) return crc;
  return static_cast<std::uint32_t>(crc32_z(crc, data.data(), data.size()));
}

std::uint32_t JoinedCrc32(std::uint32_t first, std::uint32_t second, std::size_t size) {
  return static_cast<std::uint32_t>(crc32_combine(first, second, static_cast<z_off_t>(size)));
}

}  // namespace surefoot::record
