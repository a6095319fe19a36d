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

/// Makes chunks smaller, with work memory that is kept from chunk to chunk.
class Compressor {
 public:
  virtual ~Compressor() = default;

  /// As the format calls it.
  virtual const char* name() const = 0;
  /// The most bytes that `size` bytes can become.
  virtual std::size_t Bound(std::size_t size) const = 0;
  /// Compresses `in` into `out`, which has at least Bound(in.size()) bytes; returns the bytes used.
  virtual std::size_t Compress(std::span<const std::uint8_t> in, std::span<std::uint8_t> out) = 0;

  /// Whether `data` get so much smaller that it is worth the time, told from some pieces of them.
  /// Noisy pictures, point clouds and what is compressed already cost more than they give.
  bool IsWorthwhile(std::span<const std::uint8_t> data) const;

 private:
  /// What the pieces may at most be compressed to (by lz4, which is quick).
  virtual double worthwhile_ratio() const = 0;
};

/// `zstd_level` as Zstandard counts: 1 is fast, 19 is small. nullptr for kNone.
std::unique_ptr<Compressor> MakeCompressor(McapCompression compression, int zstd_level);

/// Whether the data begin as a frame of zstd does.
bool IsZstd(std::span<const std::uint8_t> data);
/// A whole frame whatever it unpacks to, up to 1 GiB.
Status UnpackZstd(std::span<const std::uint8_t> data, Bytes* out);
/// A file into another. One that is cut off gives what is there.
Status UnpackZstdFile(const std::string& from, const std::string& to);

/// Reads the compressions that the formats name, "zstd", "lz4" and "bz2".
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
