#include "surefoot/record/compression.h"

#include <lz4frame.h>
#include <zstd.h>

#include "surefoot/record/mcap_records.h"

namespace surefoot::record {
namespace {

/// A whole lz4 frame. `context` is reset before, since a damaged frame may have left it half way.
Status DecompressLz4(LZ4F_dctx* context, std::span<const std::uint8_t> in,
                     std::span<std::uint8_t> out) {
  LZ4F_resetDecompressionContext(context);
  std::size_t more = 1;
  while (more != 0 && !in.empty()) {
    std::size_t read = in.size();
    std::size_t written = out.size();
    more = LZ4F_decompress(context, out.data(), &written, in.data(), &read, nullptr);
    if (LZ4F_isError(more) != 0) {
      return Error{std::string("lz4 data are damaged: ") + LZ4F_getErrorName(more)};
    }
    if (read == 0 && written == 0) break;
    in = in.subspan(read);
    out = out.subspan(written);
  }
  if (more != 0 || !out.empty()) {
    return Error{"lz4 data do not unpack to the size that the chunk states"};
  }
  return {};
}

Status DecompressZstd(ZSTD_DCtx* context, std::span<const std::uint8_t> in,
                      std::span<std::uint8_t> out) {
  const std::size_t size =
      ZSTD_decompressDCtx(context, out.data(), out.size(), in.data(), in.size());
  if (ZSTD_isError(size) != 0) {
    return Error{std::string("zstd data are damaged: ") + ZSTD_getErrorName(size)};
  }
  if (size != out.size()) {
    return Error{"zstd data unpack to " + std::to_string(size) + " bytes, but the chunk states " +
                 std::to_string(out.size())};
  }
  return {};
}

}  // namespace

struct ZstdCompressor::Context {
  ZSTD_CCtx* zstd = ZSTD_createCCtx();
  ~Context() { ZSTD_freeCCtx(zstd); }
};

ZstdCompressor::ZstdCompressor(int level) : context_(std::make_unique<Context>()) {
  SUREFOOT_CHECK(context_->zstd != nullptr, "no memory for the compressor");
  ZSTD_CCtx_setParameter(context_->zstd, ZSTD_c_compressionLevel, level);
}

ZstdCompressor::~ZstdCompressor() = default;

std::size_t ZstdCompressor::Bound(std::size_t size) { return ZSTD_compressBound(size); }

std::size_t ZstdCompressor::Compress(std::span<const std::uint8_t> in,
                                     std::span<std::uint8_t> out) {
  const std::size_t size =
      ZSTD_compress2(context_->zstd, out.data(), out.size(), in.data(), in.size());
  // With room for the bound, only a lack of memory is left to go wrong.
  SUREFOOT_CHECK(ZSTD_isError(size) == 0, ZSTD_getErrorName(size));
  return size;
}

struct Decompressor::Context {
  ZSTD_DCtx* zstd = nullptr;
  LZ4F_dctx* lz4 = nullptr;
  ~Context() {
    ZSTD_freeDCtx(zstd);
    LZ4F_freeDecompressionContext(lz4);
  }
};

Decompressor::Decompressor() : context_(std::make_unique<Context>()) {}
Decompressor::~Decompressor() = default;

Status Decompressor::Decompress(const std::string& compression, std::span<const std::uint8_t> in,
                                std::span<std::uint8_t> out) {
  if (compression == "zstd") {
    if (context_->zstd == nullptr) context_->zstd = ZSTD_createDCtx();
    SUREFOOT_CHECK(context_->zstd != nullptr, "no memory for the decompressor");
    return DecompressZstd(context_->zstd, in, out);
  }
  if (compression == "lz4") {
    if (context_->lz4 == nullptr) LZ4F_createDecompressionContext(&context_->lz4, LZ4F_VERSION);
    SUREFOOT_CHECK(context_->lz4 != nullptr, "no memory for the decompressor");
    return DecompressLz4(context_->lz4, in, out);
  }
  return Error{"unknown compression \"" + Printable(compression) +
               "\"; accepted: none, zstd, lz4; convert the recording with another tool first"};
}

}  // namespace surefoot::record
