#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

namespace surefoot {

/// A PNG written by hand, chunk by chunk, so that the reader is not tested against its own library.
class Png {
 public:
  Png(std::uint32_t width, std::uint32_t height, int depth, int colour) {
    text_ = "\x89PNG\r\n\x1a\n";
    std::string header;
    Append32(width, &header);
    Append32(height, &header);
    header += static_cast<char>(depth);
    header += static_cast<char>(colour);
    header += std::string(3, '\0');
    Chunk("IHDR", header);
  }
  Png& Chunk(const std::string& name, const std::string& data) {
    Append32(static_cast<std::uint32_t>(data.size()), &text_);
    const std::string body = name + data;
    text_ += body;
    Append32(static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(body.data()),
                                              static_cast<uInt>(body.size()))),
             &text_);
    return *this;
  }
  /// Rows without their filter bytes.
  std::string Finish(const std::vector<std::string>& rows) {
    std::string raw;
    for (const std::string& row : rows) raw += std::string(1, '\0') + row;
    uLongf size = compressBound(static_cast<uLong>(raw.size()));
    std::string packed(size, '\0');
    compress(reinterpret_cast<Bytef*>(packed.data()), &size,
             reinterpret_cast<const Bytef*>(raw.data()), static_cast<uLong>(raw.size()));
    packed.resize(size);
    Chunk("IDAT", packed);
    Chunk("IEND", "");
    return text_;
  }

 private:
  static void Append32(std::uint32_t value, std::string* out) {
    for (int shift = 24; shift >= 0; shift -= 8) *out += static_cast<char>(value >> shift & 0xff);
  }
  std::string text_;
};

}  // namespace surefoot
