#pragma once

/// Compression of chunks. Private to this folder.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "surefoot/base/bytes.h"
#include "surefoot/base/result.h"
#include "surefoot/record/mcap/mcap_format.h"

namespace surefoot::record {

/// Compresses chunks, with working memory that is reused from chunk to chunk.
class Compressor {
 public:
  virtual ~Compressor() = default;

  /// Name in the MCAP format.
  virtual const char* name() const = 0;
  /// Upper limit of the compressed size of `size` bytes.
  virtual std::size_t Bound(std::size_t size) const = 0;
  /// Compresses `in` into `out`, which has at least Bound(in.size()) bytes; returns the number of
  /// bytes used.
  virtual std::size_t Compress(std::span<const std::uint8_t> in, std::span<std::uint8_t> out) = 0;

  /// Whether compression is worth its time, estimated from samples. Noisy pictures, point clouds
  /// and compressed data are hardly reduced.
  bool IsWorthwhile(std::span<const std::uint8_t> data) const;

 private:
  /// Ratio to which lz4, which is fast, must compress the samples.
  virtual double worthwhile_ratio() const = 0;
};

/// `zstd_level`: 1 is fast, 19 is small. nullptr for kNone.
std::unique_ptr<Compressor> MakeCompressor(McapCompression compression, int zstd_level);

/// Whether the data start with the magic number of a zstd frame.
bool IsZstd(std::span<const std::uint8_t> data);
/// Unpacks a whole frame of unknown size, up to 1 GiB.
Status UnpackZstd(std::span<const std::uint8_t> data, Bytes* out);
/// Unpacks a file into another one. If it is truncated, writes what is there.
Status UnpackZstdFile(const std::string& from, const std::string& to);

/// Decompresses "zstd", "lz4" and "bz2", the algorithms of the supported formats.
class Decompressor {
 public:
  Decompressor();
  ~Decompressor();

  /// Fills `out` exactly from `in`; the error states what does not fit.
  Status Decompress(const std::string& compression, std::span<const std::uint8_t> in,
                    std::span<std::uint8_t> out);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace surefoot::record
