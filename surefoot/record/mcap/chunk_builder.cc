#include "surefoot/record/mcap/chunk_builder.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "surefoot/record/mcap/compression.h"
#include "surefoot/record/mcap/mcap_records.h"

namespace surefoot::record {

ChunkBuilder::ChunkBuilder(std::unique_ptr<Compressor> compressor, std::size_t usual_bytes)
    : compressor_(std::move(compressor)) {
  // The message that fills a chunk overshoots.
  records_.reserve(usual_bytes + usual_bytes / 8);
  if (compressor_) built_.reserve(compressor_->Bound(records_.capacity()));
}

ChunkBuilder::~ChunkBuilder() = default;

void ChunkBuilder::AddMessage(std::uint16_t channel, SimTimeNs log_time_ns,
                              SimTimeNs publish_time_ns, std::uint32_t sequence,
                              std::span<const std::uint8_t> data) {
  if (!has_messages_) start_ns_ = end_ns_ = log_time_ns;
  has_messages_ = true;
  start_ns_ = std::min(start_ns_, log_time_ns);
  end_ns_ = std::max(end_ns_, log_time_ns);
  indexes_[channel - 1u].push_back({log_time_ns, records_.size()});

  // By hand, since every message comes through here.
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

std::span<const OutputFile::Piece> ChunkBuilder::Build() {
  built_.clear();
  built_indexes_.clear();
  BuildChunkRecord();
  BuildMessageIndexes();
  pieces_[0] = {built_, std::nullopt};
  pieces_[2] = {built_indexes_, std::nullopt};
  return pieces_;
}

void ChunkBuilder::BuildChunkRecord() {
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
  // The record's length, which its scope did not see to the end.
  chunk_length_ = built_.size() + pieces_[1].data.size();
  const std::uint64_t length = chunk_length_ - kRecordHead;
  std::memcpy(built_.data() + 1, &length, sizeof length);
}

void ChunkBuilder::BuildMessageIndexes() {
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

void ChunkBuilder::AppendChunkIndex(std::uint64_t chunk_start, Bytes* out) const {
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

void ChunkBuilder::Clear() {
  records_.clear();
  has_messages_ = false;
  for (std::vector<IndexEntry>& index : indexes_) index.clear();
}

}  // namespace surefoot::record
