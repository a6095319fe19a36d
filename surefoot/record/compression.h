#pragma once

/// Compression of chunks. Private to this folder.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "surefoot/base/result.h"

namespace surefoot::record {

/// Zstandard, with work memory that is kept from chunk to chunk.
class ZstdCompressor {
 public:
  /// `level` as Zstandard counts: 1 is fast, 19 is small.
  explicit ZstdCompressor(int level);
  ~ZstdCompressor();

  /// The most bytes that `size` bytes can become.
  static std::size_t Bound(std::size_t size);

  /// Compresses `in` into `out`, which has at least Bound(in.size()) bytes; returns the bytes used.
  std::size_t Compress(std::span<const std::uint8_t> in, std::span<std::uint8_t> out);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// Reads the compressions that the format names, "zstd" and "lz4".
class Decompressor {
 public:
  Decompressor();
  ~Decompressor();

  /// Fills `out` exactly from `in`; an error says what does not fit.
  Status Decompress(const std::string& compression, std::span<const std::uint8_t> in,
                    std::span<std::uint8_t> out);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace surefoot::record
