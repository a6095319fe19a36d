#include "surefoot/record/mcap/mcap_reader.h"

#include <cstring>
#include <new>
#include <utility>

#include "surefoot/base/try.h"
#include "surefoot/record/mcap/mcap_records.h"

// Reads MCAP files in order, without the index: a file of a killed program has none.

namespace surefoot {

using record::Opcode;

Result<McapReader::Step> McapReader::TakeMessage(Span content, McapMessage* message) const {
  ByteReader reader(content.data(), content.size());
  const std::uint16_t id = reader.Get<std::uint16_t>();
  message->sequence = reader.Get<std::uint32_t>();
  message->log_time_ns = reader.Get<SimTimeNs>();
  message->publish_time_ns = reader.Get<SimTimeNs>();
  if (!reader.ok()) return record::LengthMismatch(Opcode::kMessage);
  if (message->log_time_ns < 0 || message->publish_time_ns < 0) {
    return Error{"a message's time is beyond the year 2262"};
  }
  const auto channel = channels_.find(id);
  if (channel == channels_.end()) {
    return Error{"a message on channel " + std::to_string(id) + ", which is not defined"};
  }
  message->channel = &channel->second;
  message->data = content.subspan(record::kMessageHead);
  return Step::kMessage;
}

/// Decompresses and verifies a chunk. Its lengths were checked, its content is not trusted.
Status McapReader::OpenChunk(Span content) {
  const Result<record::ChunkParts> parts = record::ParseChunk(content);
  if (!parts) return parts.error();
  const std::uint64_t size = parts->uncompressed_size;
  if (size > record::kMaxRecordBytes) {
    return Error{"a chunk states " + std::to_string(size) + " bytes unpacked; accepted are " +
                 "at most " + std::to_string(record::kMaxRecordBytes)};
  }
  Span records = parts->records;
  if (!parts->compression.empty()) {
    if (size > unpacked_capacity_) {
      unpacked_.reset(new (std::nothrow) std::uint8_t[size]);
      unpacked_capacity_ = unpacked_ ? size : 0;
      if (!unpacked_) return Error{"no memory for a chunk of " + std::to_string(size) + " bytes"};
    }
    const std::span<std::uint8_t> out(unpacked_.get(), size);
    SUREFOOT_TRY(decompressor_.Decompress(parts->compression, records, out));
    records = out;
  }
  if (records.size() != size) {
    return Error{"a chunk holds " + std::to_string(records.size()) + " bytes, but states " +
                 std::to_string(size)};
  }
  if (parts->uncompressed_crc != 0 && record::Crc32(records) != parts->uncompressed_crc) {
    return Error{"a chunk's checksum does not match its content"};
  }
  chunk_ = records;
  return {};
}

/// Processes one record of the current chunk.
Result<McapReader::Step> McapReader::StepInChunk(McapMessage* message) {
  std::uint64_t length = 0;
  if (chunk_.size() >= record::kRecordHead) std::memcpy(&length, chunk_.data() + 1, sizeof length);
  if (chunk_.size() < record::kRecordHead || length > chunk_.size() - record::kRecordHead) {
    return Error{"a record inside a chunk is longer than the chunk"};
  }
  const std::uint8_t opcode = chunk_[0];
  const Span content = chunk_.subspan(record::kRecordHead, length);
  chunk_ = chunk_.subspan(record::kRecordHead + length);
  if (opcode == static_cast<std::uint8_t>(Opcode::kMessage)) return TakeMessage(content, message);
  SUREFOOT_TRY(record::AddDefinition(opcode, content, &schemas_, &channels_));
  return Step::kOther;
}

/// Processes one record outside of chunks. The scan has verified that all of them are complete.
Result<McapReader::Step> McapReader::StepInFile(McapMessage* message) {
  if (offset_ >= layout_.data_end) return Step::kEnd;
  const Result<Span> head = file_->View(offset_, record::kRecordHead);
  if (!head) return head.error();
  record::RecordPlace place{(*head)[0], offset_, 0};
  std::memcpy(&place.length, head->data() + 1, sizeof place.length);
  // The file may have been modified since the scan.
  if (place.length > layout_.data_end - place.content()) {
    return Error{"the file changed while it was read"};
  }
  chunk_offset_ = offset_;
  offset_ = place.end();
  if (!place.Is(Opcode::kChunk) && !place.Is(Opcode::kMessage)) return Step::kOther;

  const Result<Span> content = file_->View(place.content(), place.length);
  if (!content) return content.error();
  if (place.Is(Opcode::kMessage)) return TakeMessage(*content, message);
  SUREFOOT_TRY(OpenChunk(*content));
  return Step::kOther;
}

Result<std::unique_ptr<McapReader>> McapReader::Open(const std::string& path) {
  Result<std::unique_ptr<record::InputFile>> file = record::InputFile::Open(path);
  if (!file) return file.error();
  Result<record::Layout> layout = record::ScanLayout(file->get());
  if (!layout) return layout.error();
  return std::unique_ptr<McapReader>(new McapReader(std::move(*file), std::move(*layout)));
}

McapReader::McapReader(std::unique_ptr<record::InputFile> file, record::Layout layout)
    : RecordingSource(layout.profile, layout.library),
      file_(std::move(file)),
      layout_(std::move(layout)) {
  schemas_ = std::move(layout_.schemas);
  channels_ = std::move(layout_.channels);
  truncation_ = layout_.truncation;
  Rewind();
}

bool McapReader::Next(McapMessage* message) {
  while (status_.ok()) {
    const Result<Step> step = chunk_.empty() ? StepInFile(message) : StepInChunk(message);
    if (!step) {
      chunk_ = {};
      status_ = Error{"\"" + file_->path() + "\" is damaged at byte " +
                      std::to_string(chunk_offset_) + ": " + step.error().message};
    } else if (*step == Step::kMessage) {
      return true;
    } else if (*step == Step::kEnd) {
      status_ = layout_.damage;
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
  offset_ = layout_.data_start;
  chunk_ = {};
  status_ = {};
}

const McapMetadata* McapReader::FindMetadata(const std::string& name) const {
  for (const McapMetadata& metadata : layout_.metadata) {
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
  const Status read = file_->Read(attachment.record_offset, bytes);
  if (!read.ok()) return read.error().Within(context);
  const std::size_t head =
      8 + 8 + 4 + attachment.name.size() + 4 + attachment.media_type.size() + 8;
  SUREFOOT_CHECK(head + attachment.size + 4 <= bytes.size(), "not of this reader: " + context);
  const std::size_t end = head + attachment.size;
  std::uint32_t crc = 0;
  std::memcpy(&crc, bytes.data() + end, sizeof crc);
  // A checksum of 0 means that there is none.
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
  return record::VerifyChecksums(file_.get(), layout_);
}

}  // namespace surefoot
