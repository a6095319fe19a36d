#include "surefoot/record/mcap/mcap_writer.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/time.h"
#include "surefoot/base/try.h"
#include "surefoot/record/files.h"
#include "surefoot/record/mcap/compression.h"
#include "surefoot/record/mcap/mcap_records.h"

// Chunks are written when they are large, old or span much simulated time, so that a killed program
// loses less than a second.

namespace surefoot {
namespace record {

/// Collects records and, for each channel, the positions of its messages. Its memory is reused from
/// chunk to chunk.
class ChunkBuilder {
 public:
  /// `compressor` may be nullptr for none. `usual_bytes` is the expected size of a chunk.
  ChunkBuilder(std::unique_ptr<Compressor> compressor, std::size_t usual_bytes)
      : compressor_(std::move(compressor)) {
    // The message that completes a chunk exceeds the limit.
    records_.reserve(usual_bytes + usual_bytes / 8);
    if (compressor_) built_.reserve(compressor_->Bound(records_.capacity()));
  }

  /// Channels are numbered from 1 in the order of addition.
  void AddChannel() { indexes_.emplace_back(); }

  /// Adds a Schema or Channel record.
  void AddRecord(const Bytes& record) {
    records_.insert(records_.end(), record.begin(), record.end());
  }

  void AddMessage(std::uint16_t channel, SimTimeNs log_time_ns, SimTimeNs publish_time_ns,
                  std::uint32_t sequence, std::span<const std::uint8_t> data) {
    if (!has_messages_) start_ns_ = end_ns_ = log_time_ns;
    has_messages_ = true;
    start_ns_ = std::min(start_ns_, log_time_ns);
    end_ns_ = std::max(end_ns_, log_time_ns);
    indexes_[channel - 1u].push_back({log_time_ns, records_.size()});

    // Encoded by hand, because this is done for every message.
    const std::uint64_t length = kMessageHead + data.size();
    std::uint8_t head[kRecordHead + kMessageHead];
    head[0] = static_cast<std::uint8_t>(Opcode::kMessage);
    std::memcpy(head + 1, &length, 8);
    std::memcpy(head + 9, &channel, 2);
    std::memcpy(head + 11, &sequence, 4);
    std::memcpy(head + 15, &log_time_ns, 8);
    std::memcpy(head + 23, &publish_time_ns, 8);
    records_.insert(records_.end(), head, head + sizeof head);
    records_.insert(records_.end(), data.begin(), data.end());
  }

  /// Size of the records before compression (bytes).
  std::size_t size() const { return records_.size(); }
  bool has_messages() const { return has_messages_; }
  /// Largest difference of the messages' log times.
  SimTimeNs span_ns() const { return end_ns_ - start_ns_; }

  /// The Chunk record followed by the MessageIndex records. Valid until the next call. Uncompressed
  /// data are not copied.
  std::span<const OutputFile::Piece> Build() {
    built_.clear();
    built_indexes_.clear();
    BuildChunkRecord();
    BuildMessageIndexes();
    pieces_[0] = {built_, std::nullopt};
    pieces_[2] = {built_indexes_, std::nullopt};
    return pieces_;
  }

  /// Adds the ChunkIndex record for the result of Build, which is at `chunk_start` in the file.
  void AppendChunkIndex(std::uint64_t chunk_start, Bytes* out) const {
    const auto used = std::count_if(indexes_.begin(), indexes_.end(),
                                    [](const auto& index) { return !index.empty(); });
    RecordScope record(out, Opcode::kChunkIndex);
    record.PutFields(start_ns_, end_ns_, chunk_start, chunk_length_,
                     static_cast<std::uint32_t>(10 * used));
    std::uint64_t offset = chunk_start + chunk_length_;
    for (std::size_t i = 0; i < indexes_.size(); ++i) {
      if (indexes_[i].empty()) continue;
      record.PutFields(static_cast<std::uint16_t>(i + 1), offset);
      offset += kRecordHead + 2 + 4 + indexes_[i].size() * sizeof(IndexEntry);
    }
    record.PutFields(std::uint64_t{built_indexes_.size()}, std::string_view(compression_name_),
                     compressed_size_, std::uint64_t{records_.size()});
  }

  void Clear() {
    records_.clear();
    has_messages_ = false;
    for (std::vector<IndexEntry>& index : indexes_) index.clear();
  }

 private:
  struct IndexEntry {
    SimTimeNs log_time_ns;
    std::uint64_t offset;
  };

  void BuildChunkRecord() {
    const bool compress = compressor_ != nullptr && compressor_->IsWorthwhile(records_);
    const std::uint32_t crc = Crc32(records_);
    compression_name_ = compress ? compressor_->name() : "";
    const std::uint64_t size = records_.size();
    RecordScope(&built_, Opcode::kChunk)
        .PutFields(start_ns_, end_ns_, size, crc, std::string_view(compression_name_), size);
    pieces_[1] = {records_, crc};
    if (compress) {
      const std::size_t start = built_.size();
      built_.resize(start + compressor_->Bound(records_.size()));
      built_.resize(start + compressor_->Compress(records_, std::span(built_).subspan(start)));
      compressed_size_ = built_.size() - start;
      std::memcpy(built_.data() + start - 8, &compressed_size_, 8);
      pieces_[1] = {};
    } else {
      compressed_size_ = records_.size();
    }
    // Sets the record's length, which the scope could not know.
    chunk_length_ = built_.size() + pieces_[1].data.size();
    const std::uint64_t length = chunk_length_ - kRecordHead;
    std::memcpy(built_.data() + 1, &length, sizeof length);
  }
  void BuildMessageIndexes() {
    static_assert(sizeof(IndexEntry) == 16, "written as it is in memory");
    for (std::size_t i = 0; i < indexes_.size(); ++i) {
      const std::vector<IndexEntry>& index = indexes_[i];
      if (index.empty()) continue;
      RecordScope record(&built_indexes_, Opcode::kMessageIndex);
      record.PutFields(static_cast<std::uint16_t>(i + 1),
                       static_cast<std::uint32_t>(index.size() * sizeof(IndexEntry)));
      record.PutRaw(index.data(), index.size() * sizeof(IndexEntry));
    }
  }

  std::unique_ptr<Compressor> compressor_;
  Bytes records_;
  std::vector<std::vector<IndexEntry>> indexes_;
  bool has_messages_ = false;
  SimTimeNs start_ns_ = 0;
  SimTimeNs end_ns_ = 0;

  // Results of Build.
  Bytes built_;
  Bytes built_indexes_;
  std::array<OutputFile::Piece, 3> pieces_;
  std::uint64_t chunk_length_ = 0;
  std::uint64_t compressed_size_ = 0;
  const char* compression_name_ = "";
};

}  // namespace record

using record::Opcode;
using record::RecordScope;

namespace {

constexpr std::size_t kMaxIds = std::numeric_limits<std::uint16_t>::max();

/// Half of a chunk's limit, so that one more record always fits.
constexpr std::uint64_t kMaxBytes = record::kMaxRecordBytes / 2;

Error TooLarge(const std::string& what, std::uint64_t size) {
  return Error{what + " takes " + std::to_string(size) + " bytes; a recording accepts at most " +
               std::to_string(kMaxBytes) + " for one"};
}

std::uint64_t MapSize(const StringMap& map) {
  std::uint64_t size = 0;
  for (const auto& [key, value] : map) size += 8 + key.size() + value.size();
  return size;
}

void Append(const Bytes& from, Bytes* to) { to->insert(to->end(), from.begin(), from.end()); }

}  // namespace

Result<std::unique_ptr<McapWriter>> McapWriter::Open(const std::string& path,
                                                     const McapWriterOptions& options) {
  Result<std::unique_ptr<record::OutputFile>> file =
      record::OutputFile::Open(path, options.follow_links);
  if (!file) return file.error();
  std::unique_ptr<McapWriter> writer(new McapWriter(options, std::move(*file)));

  Bytes start(record::kMagic.begin(), record::kMagic.end());
  RecordScope(&start, Opcode::kHeader).PutFields(options.profile, options.library);
  SUREFOOT_TRY(writer->AppendToFile(start));
  return writer;
}

McapWriter::McapWriter(const McapWriterOptions& options, std::unique_ptr<record::OutputFile> file)
    : options_(options), file_(std::move(file)) {
  if (!options_.wall_clock) options_.wall_clock = record::WallClockNs;
  options_.chunk_bytes = std::min<std::size_t>(options_.chunk_bytes, kMaxBytes);
  chunk_ = std::make_unique<record::ChunkBuilder>(
      record::MakeCompressor(options_.compression, options_.zstd_level), options_.chunk_bytes);
  chunk_index_records_.reserve(64 * 1024);
}

McapWriter::~McapWriter() { static_cast<void>(Close()); }

std::uint64_t McapWriter::file_size() const { return file_->size(); }

Status McapWriter::AppendToFile(const Bytes& block) {
  SUREFOOT_CHECK(!closed_, "the recording is closed");
  if (status_.ok()) status_ = file_->Append(block);
  return status_;
}

/// Writes a schema or channel three times: immediately to the file, so that even a killed run has
/// its channels without decompression; into the chunk, because tools that recover chunks look
/// there; and into the summary, as the format requires.
Status McapWriter::AppendDefinition(const Bytes& definition, Bytes* summary) {
  SUREFOOT_TRY(AppendToFile(definition));
  if (chunk_->size() + definition.size() <= kMaxBytes) chunk_->AddRecord(definition);
  Append(definition, summary);
  return {};
}

Result<std::uint16_t> McapWriter::AddSchema(const std::string& name, const std::string& encoding,
                                            std::string_view data) {
  SUREFOOT_CHECK(!encoding.empty() || data.empty(), "a schema without encoding has no data");
  const std::uint64_t size = name.size() + encoding.size() + data.size();
  if (size > kMaxBytes) return TooLarge("schema \"" + name + "\"", size);
  if (statistics_.schema_count == kMaxIds)
    return Error{"a recording can have at most 65535 schemas"};

  const std::uint16_t id = static_cast<std::uint16_t>(statistics_.schema_count + 1);
  Bytes definition;
  record::PutRecord(Opcode::kSchema, McapSchema{id, name, encoding, std::string(data)},
                    &definition);
  SUREFOOT_TRY(AppendDefinition(definition, &schema_records_));
  statistics_.schema_count = id;
  return id;
}

Result<std::uint16_t> McapWriter::AddChannel(const std::string& topic,
                                             const std::string& message_encoding,
                                             std::uint16_t schema_id, const StringMap& metadata) {
  SUREFOOT_CHECK(schema_id <= statistics_.schema_count, "no schema " + std::to_string(schema_id));
  const std::uint64_t size = topic.size() + message_encoding.size() + MapSize(metadata);
  if (size > kMaxBytes) return TooLarge("channel \"" + topic + "\"", size);
  if (message_counts_.size() == kMaxIds)
    return Error{"a recording can have at most 65535 channels"};

  const std::uint16_t id = static_cast<std::uint16_t>(message_counts_.size() + 1);
  Bytes definition;
  record::PutRecord(Opcode::kChannel, McapChannel{id, schema_id, topic, message_encoding, metadata},
                    &definition);
  SUREFOOT_TRY(AppendDefinition(definition, &channel_records_));
  message_counts_.push_back(0);
  chunk_->AddChannel();
  return id;
}

Status McapWriter::AddMetadata(const std::string& name, const StringMap& entries) {
  const std::uint64_t size = name.size() + MapSize(entries);
  if (size > kMaxBytes) return TooLarge("metadata \"" + name + "\"", size);

  const std::uint64_t offset = file_->size();
  Bytes metadata;
  record::PutRecord(Opcode::kMetadata, McapMetadata{name, entries}, &metadata);
  SUREFOOT_TRY(AppendToFile(metadata));
  ++statistics_.metadata_count;
  RecordScope(&metadata_index_records_, Opcode::kMetadataIndex)
      .PutFields(offset, std::uint64_t{metadata.size()}, name);
  return {};
}

/// Attachments are written immediately, because they may be larger than a chunk.
Status McapWriter::AddAttachment(const std::string& name, const std::string& media_type,
                                 std::span<const std::uint8_t> data, SimTimeNs log_time_ns) {
  SUREFOOT_CHECK(log_time_ns >= 0, "negative time of attachment " + name);
  const std::uint64_t size = name.size() + media_type.size() + data.size();
  if (size > kMaxBytes) return TooLarge("attachment \"" + name + "\"", size);

  const std::uint64_t offset = file_->size();
  const SimTimeNs created_ns = 0;  // Unknown.
  Bytes bytes;
  {
    RecordScope attachment(&bytes, Opcode::kAttachment);
    attachment.PutFields(log_time_ns, created_ns, name, media_type, std::uint64_t{data.size()});
    attachment.PutRaw(data.data(), data.size());
    attachment.Put<std::uint32_t>(record::Crc32(std::span(bytes).subspan(record::kRecordHead)));
  }
  SUREFOOT_TRY(AppendToFile(bytes));
  ++statistics_.attachment_count;
  RecordScope(&attachment_index_records_, Opcode::kAttachmentIndex)
      .PutFields(offset, std::uint64_t{bytes.size()}, log_time_ns, created_ns,
                 std::uint64_t{data.size()}, name, media_type);
  return {};
}

Status McapWriter::Write(std::uint16_t channel, SimTimeNs log_time_ns, SimTimeNs publish_time_ns,
                         std::uint32_t sequence, std::span<const std::uint8_t> data) {
  SUREFOOT_CHECK(!closed_, "the recording is closed");
  SUREFOOT_CHECK(channel >= 1 && channel <= message_counts_.size(),
                 "no channel " + std::to_string(channel));
  if (!status_.ok()) return status_;
  if (log_time_ns < 0 || publish_time_ns < 0) {
    return Error{"a message at " + std::to_string(std::min(log_time_ns, publish_time_ns)) +
                 " ns; times in recordings must not be negative"};
  }
  const std::uint64_t size = record::kRecordHead + record::kMessageHead + data.size();
  if (size > kMaxBytes) return TooLarge("a message", size);

  if (!chunk_->has_messages() && options_.max_chunk_wall_age_ns > 0) {
    chunk_wall_start_ns_ = options_.wall_clock();
  }
  chunk_->AddMessage(channel, log_time_ns, publish_time_ns, sequence, data);
  CountMessage(channel, log_time_ns);
  return ChunkIsDue() ? FinishChunk() : Status();
}

void McapWriter::CountMessage(std::uint16_t channel, SimTimeNs log_time_ns) {
  McapStatistics& all = statistics_;
  if (all.message_count++ == 0) all.message_start_time_ns = log_time_ns;
  all.message_start_time_ns = std::min(all.message_start_time_ns, log_time_ns);
  all.message_end_time_ns = std::max(all.message_end_time_ns, log_time_ns);
  ++message_counts_[channel - 1u];
}

/// The two ages bound the loss of a crash, in simulated and in wall time.
bool McapWriter::ChunkIsDue() const {
  if (chunk_->size() >= options_.chunk_bytes) return true;
  if (chunk_->span_ns() >= options_.max_chunk_age_ns) return true;
  return options_.max_chunk_wall_age_ns > 0 &&
         options_.wall_clock() - chunk_wall_start_ns_ >= options_.max_chunk_wall_age_ns;
}

Status McapWriter::Flush() {
  SUREFOOT_CHECK(!closed_, "the recording is closed");
  return FinishChunk();
}

/// The chunk and its message indexes are written with one call, so that a kill leaves as little
/// partial data as possible.
Status McapWriter::FinishChunk() {
  if (!status_.ok() || !chunk_->has_messages()) return status_;
  const std::uint64_t start = file_->size();
  status_ = file_->Append(chunk_->Build());
  if (!status_.ok()) return status_;
  ++statistics_.chunk_count;
  chunk_->AppendChunkIndex(start, &chunk_index_records_);
  chunk_->Clear();
  return {};
}

Status McapWriter::Close() {
  if (closed_) return status_;
  if (FinishChunk().ok()) status_ = AppendToFile(BuildEnd());
  closed_ = true;
  const Status closed = file_->Close();
  if (status_.ok()) status_ = closed;
  return status_;
}

/// Appends the index records by type, and then the positions of each type. `end` will follow the
/// present content of the file. Returns the position in `end` where the second part starts.
std::size_t McapWriter::AppendSummary(Bytes* end) {
  statistics_.channel_count = static_cast<std::uint32_t>(message_counts_.size());
  for (std::size_t i = 0; i < message_counts_.size(); ++i) {
    statistics_.channel_message_counts[static_cast<std::uint16_t>(i + 1)] = message_counts_[i];
  }
  Bytes statistics;
  record::PutRecord(Opcode::kStatistics, statistics_, &statistics);

  Bytes offsets;
  const auto append = [&](Opcode opcode, const Bytes& records) {
    if (records.empty()) return;
    RecordScope(&offsets, Opcode::kSummaryOffset)
        .PutFields(opcode, std::uint64_t{file_->size() + end->size()},
                   std::uint64_t{records.size()});
    Append(records, end);
  };
  append(Opcode::kSchema, schema_records_);
  append(Opcode::kChannel, channel_records_);
  append(Opcode::kStatistics, statistics);
  append(Opcode::kChunkIndex, chunk_index_records_);
  append(Opcode::kAttachmentIndex, attachment_index_records_);
  append(Opcode::kMetadataIndex, metadata_index_records_);
  const std::size_t offsets_start = end->size();
  Append(offsets, end);
  return offsets_start;
}

/// Everything after the data: DataEnd, summary, footer, magic.
Bytes McapWriter::BuildEnd() {
  Bytes end;
  RecordScope(&end, Opcode::kDataEnd).PutFields(file_->crc());
  const std::size_t summary_start = end.size();
  const std::size_t offsets_start = AppendSummary(&end);
  {
    RecordScope footer(&end, Opcode::kFooter);
    footer.PutFields(file_->size() + summary_start, file_->size() + offsets_start);
    // The checksum includes the footer's own length, which must be correct at this point.
    const std::uint64_t length = 8 + 8 + 4;
    std::memcpy(end.data() + end.size() - 16 - 8, &length, 8);
    footer.Put<std::uint32_t>(record::Crc32(std::span(end).subspan(summary_start)));
  }
  end.insert(end.end(), record::kMagic.begin(), record::kMagic.end());
  return end;
}

}  // namespace surefoot
