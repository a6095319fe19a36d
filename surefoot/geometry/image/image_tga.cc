#include <array>
#include <cstddef>

#include "surefoot/geometry/image/image_readers.h"

// TGA files without or with run lengths and palettes. The format has no signature, so plausibility
// of the header decides.

namespace surefoot {
namespace {

constexpr std::size_t kHeaderBytes = 18;

using Pixel = std::array<std::uint8_t, 4>;

unsigned ByteAt(const std::string& bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}
unsigned ShortAt(const std::string& bytes, std::size_t at) {
  return ByteAt(bytes, at) | ByteAt(bytes, at + 1) << 8;
}

/// Image types; 8 more for run-length encoding.
constexpr unsigned kPalette = 1;
constexpr unsigned kColour = 2;
constexpr unsigned kGrey = 3;

/// The fields of the 18 byte header (Truevision TGA specification 2.0).
struct Header {
  explicit Header(const std::string& bytes)
      : has_palette(ByteAt(bytes, 1)),
        kind(ByteAt(bytes, 2) & 7u),
        packed(ByteAt(bytes, 2) >= 9),
        palette_first(ShortAt(bytes, 3)),
        palette_count(ShortAt(bytes, 5)),
        palette_bits(ByteAt(bytes, 7)),
        width(static_cast<int>(ShortAt(bytes, 12))),
        height(static_cast<int>(ShortAt(bytes, 14))),
        bits(ByteAt(bytes, 16)),
        alpha_bits(ByteAt(bytes, 17) & 15u),
        right_to_left((ByteAt(bytes, 17) & 16u) != 0),
        top_to_bottom((ByteAt(bytes, 17) & 32u) != 0),
        palette_at(kHeaderBytes + ByteAt(bytes, 0)) {}

  std::size_t palette_entry_bytes() const { return (palette_bits + 7) / 8; }
  std::size_t pixels_at() const {
    return palette_at + (has_palette != 0 ? palette_count * palette_entry_bytes() : 0);
  }

  /// Lower limit of the file's size, so that a small damaged file cannot request a large image: one
  /// packet of the run-length encoding covers up to 128 pixels.
  std::size_t MinBytes() const {
    const auto count = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    const std::size_t size = (bits + 7) / 8;
    return pixels_at() + (packed ? (count + 127) / 128 * (1 + size) : count * size);
  }

  unsigned has_palette;
  unsigned kind;
  bool packed;
  unsigned palette_first;
  unsigned palette_count;
  unsigned palette_bits;
  int width;
  int height;
  unsigned bits;
  unsigned alpha_bits;
  bool right_to_left;
  bool top_to_bottom;
  std::size_t palette_at;
};

bool IsColourDepth(unsigned bits) { return bits == 15 || bits == 16 || bits == 24 || bits == 32; }

/// A colour of 15 to 32 bits; the caller has checked that the position is within the file.
Pixel ColourAt(const std::string& bytes, std::size_t at, unsigned bits, bool has_alpha) {
  if (bits <= 16) {
    const unsigned value = ShortAt(bytes, at);
    const auto wide = [](unsigned five) { return static_cast<std::uint8_t>(five * 255 / 31); };
    const bool opaque = !has_alpha || bits == 15 || (value & 0x8000u) != 0;
    return {wide(value >> 10 & 31u), wide(value >> 5 & 31u), wide(value & 31u),
            static_cast<std::uint8_t>(opaque ? 255 : 0)};
  }
  const unsigned alpha = bits == 32 && has_alpha ? ByteAt(bytes, at + 3) : 255u;
  return {static_cast<std::uint8_t>(ByteAt(bytes, at + 2)),
          static_cast<std::uint8_t>(ByteAt(bytes, at + 1)),
          static_cast<std::uint8_t>(ByteAt(bytes, at)), static_cast<std::uint8_t>(alpha)};
}

/// Reads pixels one after another, decoding runs.
class PixelReader {
 public:
  PixelReader(const std::string& bytes, const Header& header)
      : bytes_(bytes), header_(header), at_(header.pixels_at()), size_((header.bits + 7) / 8) {}

  /// Returns false if the file ends too early or an index is outside the palette.
  bool Next(Pixel* pixel) {
    if (header_.packed && left_ == 0) {
      if (at_ >= bytes_.size()) return false;
      const unsigned packet = ByteAt(bytes_, at_++);
      left_ = (packet & 127u) + 1;
      repeats_ = (packet & 128u) != 0;
      if (repeats_ && !Take(&run_)) return false;
    }
    if (header_.packed) --left_;
    if (header_.packed && repeats_) {
      *pixel = run_;
      return true;
    }
    return Take(pixel);
  }

 private:
  bool Take(Pixel* pixel) {
    if (at_ > bytes_.size() || bytes_.size() - at_ < size_) return false;
    const std::size_t at = at_;
    at_ += size_;
    const bool has_alpha = header_.alpha_bits != 0;
    if (header_.kind == kColour) {
      *pixel = ColourAt(bytes_, at, header_.bits, has_alpha);
    } else if (header_.kind == kGrey) {
      const auto grey = static_cast<std::uint8_t>(ByteAt(bytes_, at));
      *pixel = {grey, grey, grey, 255};
      if (size_ == 2) (*pixel)[3] = static_cast<std::uint8_t>(ByteAt(bytes_, at + 1));
    } else {
      const unsigned index = size_ == 2 ? ShortAt(bytes_, at) : ByteAt(bytes_, at);
      if (index < header_.palette_first) return false;
      if (index - header_.palette_first >= header_.palette_count) return false;
      const std::size_t entry =
          header_.palette_at + (index - header_.palette_first) * header_.palette_entry_bytes();
      *pixel = ColourAt(bytes_, entry, header_.palette_bits, has_alpha);
    }
    return true;
  }

  const std::string& bytes_;
  const Header& header_;
  std::size_t at_;
  std::size_t size_;
  unsigned left_ = 0;
  bool repeats_ = false;
  Pixel run_ = {0, 0, 0, 255};
};

}  // namespace

bool IsTga(const std::string& bytes) {
  if (bytes.size() <= kHeaderBytes) return false;
  const Header header(bytes);
  const unsigned kind = ByteAt(bytes, 2);
  if (kind != 1 && kind != 2 && kind != 3 && kind != 9 && kind != 10 && kind != 11) return false;
  if (header.has_palette > 1 || header.width == 0 || header.height == 0) return false;
  if (ByteAt(bytes, 17) > 63) return false;  // Interleaved; not in use.
  if (header.has_palette == 1 && !IsColourDepth(header.palette_bits)) return false;
  if (header.kind == kPalette) {
    return header.has_palette == 1 && (header.bits == 8 || header.bits == 16);
  }
  return header.kind == kGrey ? header.bits == 8 || header.bits == 16 : IsColourDepth(header.bits);
}

/// The header states which of the four corners comes first.
Result<Image> ReadTga(const std::string& bytes) {
  const Header header(bytes);
  const Status size = CheckImageSize(header.width, header.height);
  if (!size) return size.error();
  const Error cut_off{
      "the TGA is damaged: it is truncated or refers to a colour outside its palette"};
  if (header.MinBytes() > bytes.size()) return cut_off;
  Image image;
  image.width = header.width;
  image.height = header.height;
  const auto width = static_cast<std::size_t>(header.width);
  const auto height = static_cast<std::size_t>(header.height);
  image.rgba.resize(4 * width * height);
  PixelReader pixels(bytes, header);
  for (std::size_t i = 0; i < height; ++i) {
    const std::size_t row = header.top_to_bottom ? i : height - 1 - i;
    for (std::size_t j = 0; j < width; ++j) {
      Pixel pixel;
      if (!pixels.Next(&pixel)) return cut_off;
      const std::size_t col = header.right_to_left ? width - 1 - j : j;
      std::copy(pixel.begin(), pixel.end(),
                image.rgba.begin() + static_cast<std::ptrdiff_t>(4 * (row * width + col)));
    }
  }
  return image;
}

}  // namespace surefoot
