#pragma once

/// The chunk that a McapWriter gathers. Private to this folder.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "surefoot/base/bytes.h"
#include "surefoot/base/time.h"
#include "surefoot/record/files.h"

namespace surefoot::record {

class Compressor;

/// Gathers records and, per channel, where its messages are. Its memory is kept from chunk to
/// chunk.
class ChunkBuilder {
 public:
  /// `compressor` may be null: none. `usual_bytes` is what a chunk is expected to take.
  ChunkBuilder(std::unique_ptr<Compressor> compressor, std::size_t usual_bytes);
  ~ChunkBuilder();

  /// Channels are numbered from 1 in the order they are added.
  void AddChannel() { indexes_.emplace_back(); }

  /// A Schema or Channel record.
  void AddRecord(const Bytes& record) {
    records_.insert(records_.end(), record.begin(), record.end());
  }

  void AddMessage(std::uint16_t channel, SimTimeNs log_time_ns, SimTimeNs publish_time_ns,
                  std::uint32_t sequence, std::span<const std::uint8_t> data);

  /// Bytes of the records, not compressed.
  std::size_t size() const { return records_.size(); }
  bool has_messages() const { return has_messages_; }
  /// Largest difference of the messages' log times.
  SimTimeNs span_ns() const { return end_ns_ - start_ns_; }

  /// The Chunk record and the MessageIndex records after it. Valid until the next call. What is not
  /// compressed is not copied.
  std::span<const OutputFile::Piece> Build();

  /// Adds the ChunkIndex record for what Build gave, which stands at `chunk_start` in the file.
  void AppendChunkIndex(std::uint64_t chunk_start, Bytes* out) const;

  void Clear();

 private:
  struct IndexEntry {
    SimTimeNs log_time_ns;
    std::uint64_t offset;
  };

  void BuildChunkRecord();
  void BuildMessageIndexes();

  std::unique_ptr<Compressor> compressor_;
  Bytes records_;
  std::vector<std::vector<IndexEntry>> indexes_;
  bool has_messages_ = false;
  SimTimeNs start_ns_ = 0;
  SimTimeNs end_ns_ = 0;

  // What Build made.
  Bytes built_;
  Bytes built_indexes_;
  std::array<OutputFile::Piece, 3> pieces_;
  std::uint64_t chunk_length_ = 0;
  std::uint64_t compressed_size_ = 0;
  const char* compression_name_ = "";
};

}  // namespace surefoot::record
