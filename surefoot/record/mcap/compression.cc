#include "surefoot/record/mcap/compression.h"

#include <bzlib.h>
#include <lz4.h>
#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <vector>

#include "surefoot/record/mcap/mcap_records.h"

// Compressions of MCAP chunks and of bags. Contexts are reused, because creating one takes longer
// than compressing a small chunk.

namespace surefoot::record {
namespace {

/// Decompresses a whole lz4 frame. `context` is reset first, because a damaged frame may have left
/// it in the middle.
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

/// Decompresses a whole bz2 stream.
Status DecompressBz2(std::span<const std::uint8_t> in, std::span<std::uint8_t> out) {
  auto size = static_cast<unsigned int>(out.size());
  // The library does not modify its input, but its interface is not const.
  char* source = const_cast<char*>(reinterpret_cast<const char*>(in.data()));
  const int code = BZ2_bzBuffToBuffDecompress(reinterpret_cast<char*>(out.data()), &size, source,
                                              static_cast<unsigned int>(in.size()), 0, 0);
  if (code != BZ_OK) {
    return Error{"bz2 data are damaged, or unpack to another size than the chunk states (code " +
                 std::to_string(code) + ")"};
  }
  if (size != out.size()) return Error{"bz2 data do not unpack to the size that the chunk states"};
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
    // With the bound available, only a lack of memory can fail.
    SUREFOOT_CHECK(ZSTD_isError(size) == 0, ZSTD_getErrorName(size));
    return size;
  }

 private:
  // Users of zstd want small files, at the cost of time.
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
  // lz4 is chosen for speed: it must save at least a quarter.
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
  // Samples long enough for lz4 to find repetitions, short relative to the whole.
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
  if (compression == "bz2") return DecompressBz2(in, out);
  return Error{"unknown compression \"" + Printable(compression) +
               "\"; accepted: none, zstd, lz4, bz2; convert the recording with another tool "
               "first"};
}

bool IsZstd(std::span<const std::uint8_t> data) {
  constexpr std::array<std::uint8_t, 4> kFrame = {0x28, 0xb5, 0x2f, 0xfd};
  return data.size() >= kFrame.size() && std::equal(kFrame.begin(), kFrame.end(), data.begin());
}

namespace {

constexpr std::size_t kMaxUnpacked = std::size_t{1} << 30;
/// Limit for files, which are unpacked to disk piece by piece.
constexpr std::uint64_t kMaxUnpackedFile = std::uint64_t{64} << 30;

using ZstdStream = std::unique_ptr<ZSTD_DStream, std::size_t (*)(ZSTD_DStream*)>;

Error ZstdDamage(std::size_t code) {
  return Error{std::string("zstd data are damaged: ") + ZSTD_getErrorName(code)};
}

}  // namespace

/// By streaming, because a frame need not state its size, and a stated one may be wrong.
Status UnpackZstd(std::span<const std::uint8_t> data, Bytes* out) {
  out->clear();
  const ZstdStream stream(ZSTD_createDStream(), ZSTD_freeDStream);
  ZSTD_inBuffer in{data.data(), data.size(), 0};
  std::array<std::uint8_t, 1 << 16> piece;
  while (true) {
    ZSTD_outBuffer to{piece.data(), piece.size(), 0};
    const std::size_t more = ZSTD_decompressStream(stream.get(), &to, &in);
    if (ZSTD_isError(more) != 0) return ZstdDamage(more);
    if (out->size() + to.pos > kMaxUnpacked) return Error{"zstd data unpack to more than 1 GiB"};
    out->insert(out->end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(to.pos));
    if (more == 0) return {};
    if (in.pos == in.size && to.pos < to.size) return Error{"zstd data end too early"};
  }
}

Status UnpackZstdFile(const std::string& from, const std::string& to) {
  std::ifstream in(from, std::ios::binary);
  std::ofstream out(to, std::ios::binary);
  const ZstdStream stream(ZSTD_createDStream(), ZSTD_freeDStream);
  std::vector<char> packed(ZSTD_DStreamInSize()), piece(ZSTD_DStreamOutSize());
  std::uint64_t written = 0;
  std::size_t more = 1;
  while (in.read(packed.data(), static_cast<std::streamsize>(packed.size())), in.gcount() > 0) {
    ZSTD_inBuffer source{packed.data(), static_cast<std::size_t>(in.gcount()), 0};
    while (source.pos < source.size) {
      ZSTD_outBuffer target{piece.data(), piece.size(), 0};
      more = ZSTD_decompressStream(stream.get(), &target, &source);
      if (ZSTD_isError(more) != 0) return ZstdDamage(more).Within(from);
      written += target.pos;
      if (written > kMaxUnpackedFile) return Error{from + ": unpacks to more than 64 GiB"};
      if (!out.write(piece.data(), static_cast<std::streamsize>(target.pos))) {
        return Error{"cannot write " + to + " while unpacking " + from + ": is the disk full?"};
      }
    }
  }
  out.close();
  if (!out) return Error{"cannot write " + to + " while unpacking " + from};
  // A truncated file is read as far as possible; its reader reports the truncation.
  return {};
}

}  // namespace surefoot::record
