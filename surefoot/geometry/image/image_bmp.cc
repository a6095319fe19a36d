#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>

#include "surefoot/geometry/image/image_readers.h"

namespace surefoot {
namespace {

unsigned ByteAt(const std::string& bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}
std::uint32_t LongAt(const std::string& bytes, std::size_t at) {
  return ByteAt(bytes, at) | ByteAt(bytes, at + 1) << 8 | ByteAt(bytes, at + 2) << 16 |
         ByteAt(bytes, at + 3) << 24;
}

// The structure is that of the Windows bitmap headers: BITMAPFILEHEADER, then one of several info
// headers, known by their size.
constexpr std::size_t kFileHeaderBytes = 14;
/// Values of the field `compression`: BI_RGB, BI_BITFIELDS, BI_ALPHABITFIELDS.
constexpr std::uint32_t kPlain = 0;
constexpr std::uint32_t kMasks = 3;
constexpr std::uint32_t kMasksWithAlpha = 6;

struct Header {
  std::size_t pixels_at = 0;
  std::size_t palette_at = 0;
  std::size_t palette_count = 0;
  std::size_t palette_entry_bytes = 4;
  std::int64_t width = 0;
  std::int64_t height = 0;
  bool top_to_bottom = false;
  unsigned bits = 0;
  std::uint32_t compression = kPlain;
  /// Masks of red, green, blue, alpha.
  std::array<std::uint32_t, 4> masks = {0, 0, 0, 0};

  /// Rows are padded to four bytes.
  std::size_t row_bytes() const { return (static_cast<std::size_t>(width) * bits + 31) / 32 * 4; }
};

/// The oldest header (BITMAPCOREHEADER) has 16-bit sizes and palette entries of three bytes.
void ReadSizes(const std::string& bytes, std::size_t info_bytes, Header* header) {
  if (info_bytes == 12) {
    header->width = LongAt(bytes, 16) & 0xffffu;
    header->height = LongAt(bytes, 18) & 0xffffu;
    header->bits = LongAt(bytes, 22) >> 16;
    header->palette_entry_bytes = 3;
    return;
  }
  header->width = static_cast<std::int32_t>(LongAt(bytes, 18));
  header->height = static_cast<std::int32_t>(LongAt(bytes, 22));
  header->bits = LongAt(bytes, 26) >> 16;
  header->compression = LongAt(bytes, 30);
  header->palette_count = LongAt(bytes, 46);
}

void ReadMasks(const std::string& bytes, std::size_t info_bytes, Header* header) {
  if (header->bits == 16) header->masks = {0x7c00, 0x3e0, 0x1f, 0};
  if (header->bits == 32) header->masks = {0xff0000, 0xff00, 0xff, 0};
  if (header->compression == kPlain) return;
  // The masks are part of the longer headers, or follow the short one.
  const std::size_t count = header->compression == kMasksWithAlpha || info_bytes >= 56 ? 4 : 3;
  for (std::size_t i = 0; i < count && bytes.size() >= 58 + 4 * i; ++i) {
    header->masks[i] = LongAt(bytes, 54 + 4 * i);
  }
  if (info_bytes == 40) header->palette_at += 4 * count;
}

Result<Header> ReadHeader(const std::string& bytes) {
  const std::size_t info_bytes = LongAt(bytes, kFileHeaderBytes);
  if ((info_bytes != 12 && info_bytes < 40) || info_bytes > 1024 ||
      bytes.size() < kFileHeaderBytes + info_bytes) {
    return Error{"the BMP has an unknown type of header; convert it to PNG"};
  }
  Header header;
  header.pixels_at = LongAt(bytes, 10);
  header.palette_at = kFileHeaderBytes + info_bytes;
  ReadSizes(bytes, info_bytes, &header);
  header.top_to_bottom = header.height < 0;
  header.height = std::abs(header.height);
  const Status size = CheckImageSize(header.width, header.height);
  if (!size) return size.error();
  const bool masked = header.compression == kMasks || header.compression == kMasksWithAlpha;
  const unsigned bits = header.bits;
  const bool plain_depth =
      bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32;
  if (!(header.compression == kPlain && plain_depth) && !(masked && (bits == 16 || bits == 32))) {
    return Error{"the BMP has " + std::to_string(bits) + " bits per pixel and compression " +
                 std::to_string(header.compression) +
                 "; accepted are 1, 4, 8, 16, 24 and 32 bits without compression: convert it to "
                 "PNG"};
  }
  ReadMasks(bytes, info_bytes, &header);
  if (bits <= 8) {
    const std::size_t max = std::size_t{1} << bits;
    if (header.palette_count == 0 || header.palette_count > max) header.palette_count = max;
    if (header.palette_at + header.palette_count * header.palette_entry_bytes > bytes.size()) {
      return Error{"the BMP is damaged: its palette is cut off"};
    }
  }
  return header;
}

/// The value under a mask, scaled to 8 bits.
std::uint8_t Masked(std::uint32_t value, std::uint32_t mask, std::uint8_t fallback) {
  if (mask == 0) return fallback;
  const int shift = std::countr_zero(mask);
  const std::uint64_t max = mask >> shift;
  return static_cast<std::uint8_t>(std::uint64_t{(value & mask) >> shift} * 255 / max);
}

/// Pixels are stored blue first; those below a byte start at the most significant bits.
void ReadPixel(const std::string& bytes, const Header& header, std::size_t row_at, std::size_t col,
               std::uint8_t* out) {
  out[3] = 255;
  if (header.bits <= 8) {
    const std::size_t per_byte = 8 / header.bits;
    const std::size_t shift = (per_byte - 1 - col % per_byte) * header.bits;
    std::size_t index =
        ByteAt(bytes, row_at + col / per_byte) >> shift & ((1u << header.bits) - 1u);
    if (index >= header.palette_count) index = 0;
    const std::size_t entry = header.palette_at + index * header.palette_entry_bytes;
    for (std::size_t i = 0; i < 3; ++i) {
      out[i] = static_cast<std::uint8_t>(ByteAt(bytes, entry + 2 - i));
    }
  } else if (header.bits == 24) {
    for (std::size_t i = 0; i < 3; ++i) {
      out[i] = static_cast<std::uint8_t>(ByteAt(bytes, row_at + 3 * col + 2 - i));
    }
  } else {
    const std::size_t size = header.bits / 8;
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < size; ++i) {
      value |= ByteAt(bytes, row_at + size * col + i) << (8 * i);
    }
    for (std::size_t i = 0; i < 4; ++i) {
      out[i] = Masked(value, header.masks[i], i == 3 ? 255 : 0);
    }
  }
}

}  // namespace

bool IsBmp(const std::string& bytes) {
  return bytes.size() >= 58 && bytes[0] == 'B' && bytes[1] == 'M';
}

Result<Image> ReadBmp(const std::string& bytes) {
  const Result<Header> read = ReadHeader(bytes);
  if (!read) return read.error();
  const Header& header = *read;
  const auto height = static_cast<std::size_t>(header.height);
  const auto width = static_cast<std::size_t>(header.width);
  if (header.pixels_at > bytes.size() ||
      bytes.size() - header.pixels_at < header.row_bytes() * height) {
    return Error{"the BMP is damaged: its pixels are cut off"};
  }
  Image image;
  image.width = static_cast<int>(header.width);
  image.height = static_cast<int>(header.height);
  image.rgba.resize(4 * width * height);
  for (std::size_t row = 0; row < height; ++row) {
    const std::size_t stored = header.top_to_bottom ? row : height - 1 - row;
    const std::size_t row_at = header.pixels_at + stored * header.row_bytes();
    for (std::size_t col = 0; col < width; ++col) {
      ReadPixel(bytes, header, row_at, col, image.rgba.data() + 4 * (row * width + col));
    }
  }
  return image;
}

}  // namespace surefoot
