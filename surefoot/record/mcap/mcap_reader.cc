#include "surefoot/record/mcap/mcap_reader.h"

#include <cstring>
#include <new>
#include <utility>

#include "surefoot/record/input_file.h"
#include "surefoot/record/mcap/compression.h"
#include "surefoot/record/mcap/mcap_layout.h"
#include "surefoot/record/mcap/mcap_records.h"

namespace surefoot {

using record::Opcode;

namespace {

using Span = std::span<const std::uint8_t>;

/// What one step of reading came to.
enum class Step { kMessage, kOther, kEnd };

}  // namespace

struct McapReader::Impl {
  std::unique_ptr<record::InputFile> file;
  record::Layout layout;
  record::Decompressor decompressor;

  /// The next record outside of chunks.
  std::uint64_t offset = 0;
  /// The current chunk: where it is, and its records that are still to be read.
  std::uint64_t chunk_offset = 0;
  Span chunk;
  std::unique_ptr<std::uint8_t[]> unpacked;
  std::size_t unpacked_capacity = 0;

  Result<Step> StepInChunk(McapMessage* message);
  Result<Step> StepInFile(McapMessage* message);
  Status OpenChunk(Span content);
  Result<Step> TakeMessage(Span content, McapMessage* message) const;
  Error DamageAt(std::uint64_t place, const Error& error) const;
};

Error McapReader::Impl::DamageAt(std::uint64_t place, const Error& error) const {
  return Error{"\"" + file->path() + "\" is damaged at byte " + std::to_string(place) + ": " +
               error.message};
}

Result<Step> McapReader::Impl::TakeMessage(Span content, McapMessage* message) const {
  ByteReader reader(content.data(), content.size());
  const std::uint16_t id = reader.Get<std::uint16_t>();
  message->sequence = reader.Get<std::uint32_t>();
  message->log_time_ns = reader.Get<SimTimeNs>();
  message->publish_time_ns = reader.Get<SimTimeNs>();
  if (!reader.ok()) return Error{"a Message record's fields do not fit its length"};
  if (message->log_time_ns < 0 || message->publish_time_ns < 0) {
    return Error{"a message's time is beyond the year 2262"};
  }
  const auto channel = layout.definitions.channels.find(id);
  if (channel == layout.definitions.channels.end()) {
    return Error{"a message on channel " + std::to_string(id) + ", which is not defined"};
  }
  message->channel = &channel->second;
  message->data = content.subspan(record::kMessageHead);
  return Step::kMessage;
}

/// Unpacks and checks a chunk. The lengths were checked, the content is not trusted.
Status McapReader::Impl::OpenChunk(Span content) {
  const Result<record::ChunkParts> parts = record::ParseChunk(content);
  if (!parts) return parts.error();
  const std::uint64_t size = parts->uncompressed_size;
  if (size > record::kMaxRecordBytes) {
    return Error{"a chunk states " + std::to_string(size) + " bytes unpacked; accepted are " +
                 "at most " + std::to_string(record::kMaxRecordBytes)};
  }
  Span records = parts->records;
  if (!parts->compression.empty()) {
    if (size > unpacked_capacity) {
      unpacked.reset(new (std::nothrow) std::uint8_t[size]);
      unpacked_capacity = unpacked ? size : 0;
      if (!unpacked) return Error{"no memory for a chunk of " + std::to_string(size) + " bytes"};
    }
    const std::span<std::uint8_t> out(unpacked.get(), size);
    const Status done = decompressor.Decompress(parts->compression, records, out);
    if (!done.ok()) return done;
    records = out;
  }
  if (records.size() != size) {
    return Error{"a chunk holds " + std::to_string(records.size()) + " bytes, but states " +
                 std::to_string(size)};
  }
  if (parts->uncompressed_crc != 0 && record::Crc32(records) != parts->uncompressed_crc) {
    return Error{"a chunk's checksum does not match its content"};
  }
  chunk = records;
  return {};
}

/// Takes one record of the current chunk.
Result<Step> McapReader::Impl::StepInChunk(McapMessage* message) {
  std::uint64_t length = 0;
  if (chunk.size() >= record::kRecordHead) std::memcpy(&length, chunk.data() + 1, sizeof length);
  if (chunk.size() < record::kRecordHead || length > chunk.size() - record::kRecordHead) {
    return Error{"a record inside a chunk is longer than the chunk"};
  }
  const std::uint8_t opcode = chunk[0];
  const Span content = chunk.subspan(record::kRecordHead, length);
  chunk = chunk.subspan(record::kRecordHead + length);
  if (opcode == static_cast<std::uint8_t>(Opcode::kMessage)) return TakeMessage(content, message);
  const Status added = layout.definitions.Add(opcode, content);
  if (!added.ok()) return added.error();
  return Step::kOther;
}

/// Takes one record outside of chunks. The scan made sure that all of them are whole.
Result<Step> McapReader::Impl::StepInFile(McapMessage* message) {
  if (offset >= layout.data_end) return Step::kEnd;
  const Result<Span> head = file->View(offset, record::kRecordHead);
  if (!head) return head.error();
  record::RecordPlace place{(*head)[0], offset, 0};
  std::memcpy(&place.length, head->data() + 1, sizeof place.length);
  // The file may have been written to since the scan.
  if (place.length > layout.data_end - place.content()) {
    return Error{"the file changed while it was read"};
  }
  chunk_offset = offset;
  offset = place.end();
  if (!place.Is(Opcode::kChunk) && !place.Is(Opcode::kMessage)) return Step::kOther;

  const Result<Span> content = file->View(place.content(), place.length);
  if (!content) return content.error();
  if (place.Is(Opcode::kMessage)) return TakeMessage(*content, message);
  const Status opened = OpenChunk(*content);
  if (!opened.ok()) return opened.error();
  return Step::kOther;
}

Result<std::unique_ptr<McapReader>> McapReader::Open(const std::string& path) {
  Result<std::unique_ptr<record::InputFile>> file = record::InputFile::Open(path);
  if (!file) return file.error();
  Result<record::Layout> layout = record::ScanLayout(file->get());
  if (!layout) return layout.error();
  auto impl = std::make_unique<Impl>();
  impl->file = std::move(*file);
  impl->layout = std::move(*layout);
  std::unique_ptr<McapReader> reader(new McapReader(std::move(impl)));
  reader->Rewind();
  return reader;
}

McapReader::McapReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
McapReader::~McapReader() = default;

bool McapReader::Next(McapMessage* message) {
  while (status_.ok()) {
    const Result<Step> step =
        impl_->chunk.empty() ? impl_->StepInFile(message) : impl_->StepInChunk(message);
    if (!step) {
      impl_->chunk = {};
      status_ = impl_->DamageAt(impl_->chunk_offset, step.error());
    } else if (*step == Step::kMessage) {
      return true;
    } else if (*step == Step::kEnd) {
      status_ = impl_->layout.damage;
      return false;
    }
  }
  return false;
}

Status McapReader::ForEach(const std::function<void(const McapMessage&)>& visit) {
  McapMessage message;
  while (Next(&message)) visit(message);
  return status_;
}

void McapReader::Rewind() {
  impl_->offset = impl_->layout.data_start;
  impl_->chunk = {};
  status_ = {};
}

bool McapReader::truncated() const { return !impl_->layout.truncation.empty(); }
const std::string& McapReader::truncation() const { return impl_->layout.truncation; }
const std::string& McapReader::profile() const { return impl_->layout.profile; }
const std::string& McapReader::library() const { return impl_->layout.library; }

const std::vector<McapMetadata>& McapReader::metadata() const { return impl_->layout.metadata; }

const std::vector<McapAttachment>& McapReader::attachments() const {
  return impl_->layout.attachments;
}

const std::map<std::uint16_t, McapSchema>& McapReader::schemas() const {
  return impl_->layout.definitions.schemas;
}

const std::map<std::uint16_t, McapChannel>& McapReader::channels() const {
  return impl_->layout.definitions.channels;
}

const std::optional<McapStatistics>& McapReader::statistics() const {
  return impl_->layout.statistics;
}

const McapMetadata* McapReader::FindMetadata(const std::string& name) const {
  for (const McapMetadata& metadata : impl_->layout.metadata) {
    if (metadata.name == name) return &metadata;
  }
  return nullptr;
}

Result<Bytes> McapReader::ReadAttachment(const McapAttachment& attachment) const {
  const std::string context = "attachment \"" + record::Printable(attachment.name) + "\"";
  if (attachment.record_length > record::kMaxRecordBytes) {
    return Error{context + " takes " + std::to_string(attachment.record_length) +
                 " bytes; accepted are at most " + std::to_string(record::kMaxRecordBytes)};
  }
  Bytes bytes(attachment.record_length);
  const Status read = impl_->file->Read(attachment.record_offset, bytes);
  if (!read.ok()) return read.error().Within(context);
  const std::size_t head =
      8 + 8 + 4 + attachment.name.size() + 4 + attachment.media_type.size() + 8;
  SUREFOOT_CHECK(head + attachment.size + 4 <= bytes.size(), "not of this reader: " + context);
  const std::size_t end = head + attachment.size;
  std::uint32_t crc = 0;
  std::memcpy(&crc, bytes.data() + end, sizeof crc);
  if (crc != 0 && crc != record::Crc32(Span(bytes).first(end))) {
    return Error{context + ": its checksum does not match its content; the file is damaged"};
  }
  bytes.resize(end);
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(head));
  return bytes;
}

Status McapReader::VerifyChecksums() {
  for (const McapAttachment& attachment : attachments()) {
    const Result<Bytes> bytes = ReadAttachment(attachment);
    if (!bytes) return bytes.error();
  }
  Rewind();
  return record::VerifyChecksums(impl_->file.get(), impl_->layout);
}

}  // namespace surefoot
