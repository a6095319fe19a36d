#include "surefoot/record/compression.h"

#include <lz4.h>
#include <lz4frame.h>
#include <zstd.h>

#include <array>

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

class ZstdCompressor final : public Compressor {
 public:
  explicit ZstdCompressor(int level) : zstd_(ZSTD_createCCtx()) {
    SUREFOOT_CHECK(zstd_ != nullptr, "no memory for the compressor");
    ZSTD_CCtx_setParameter(zstd_, ZSTD_c_compressionLevel, level);
  }
  ~ZstdCompressor() override { ZSTD_freeCCtx(zstd_); }

  const char* name() const override { return "zstd"; }
  std::size_t Bound(std::size_t size) const override { return ZSTD_compressBound(size); }
  std::size_t Compress(std::span<const std::uint8_t> in, std::span<std::uint8_t> out) override {
    const std::size_t size = ZSTD_compress2(zstd_, out.data(), out.size(), in.data(), in.size());
    // With room for the bound, only a lack of memory is left to go wrong.
    SUREFOOT_CHECK(ZSTD_isError(size) == 0, ZSTD_getErrorName(size));
    return size;
  }

 private:
  // Who asks for zstd wants small files.
  double worthwhile_ratio() const override { return 0.99; }

  ZSTD_CCtx* zstd_;
};

class Lz4Compressor final : public Compressor {
 public:
  Lz4Compressor() { preferences_.frameInfo.blockSizeID = LZ4F_max4MB; }

  const char* name() const override { return "lz4"; }
  std::size_t Bound(std::size_t size) const override {
    return LZ4F_compressFrameBound(size, &preferences_);
  }
  std::size_t Compress(std::span<const std::uint8_t> in, std::span<std::uint8_t> out) override {
    const std::size_t size =
        LZ4F_compressFrame(out.data(), out.size(), in.data(), in.size(), &preferences_);
    SUREFOOT_CHECK(LZ4F_isError(size) == 0, LZ4F_getErrorName(size));
    return size;
  }

 private:
  double worthwhile_ratio() const override { return 0.75; }

  LZ4F_preferences_t preferences_{};
};

}  // namespace

std::unique_ptr<Compressor> MakeCompressor(McapCompression compression, int zstd_level) {
  switch (compression) {
    case McapCompression::kZstd:
      return std::make_unique<ZstdCompressor>(zstd_level);
    case McapCompression::kLz4:
      return std::make_unique<Lz4Compressor>();
    case McapCompression::kNone:
      break;
  }
  return nullptr;
}

bool Compressor::IsWorthwhile(std::span<const std::uint8_t> data) const {
  // Long enough for lz4 to find what repeats, small against the whole.
  constexpr std::size_t kPiece = 4096;
  constexpr std::size_t kPieces = 6;
  if (data.size() < 4 * kPiece * kPieces) return true;
  std::array<char, kPiece + kPiece / 255 + 16> out;
  std::size_t packed = 0;
  for (std::size_t i = 0; i < kPieces; ++i) {
    const std::size_t at = i * (data.size() - kPiece) / (kPieces - 1);
    const char* piece = reinterpret_cast<const char*>(data.data() + at);
    packed += static_cast<std::size_t>(
        LZ4_compress_default(piece, out.data(), kPiece, static_cast<int>(out.size())));
  }
  return static_cast<double>(packed) < worthwhile_ratio() * kPiece * kPieces;
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
