#include "surefoot/msgs/utf8.h"

namespace surefoot::msgs {

std::size_t Utf8Length(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) -> unsigned {
    return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0u;
  };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0) == 0x80; };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first < 0xe0) return follows(1) ? 2 : 0;
  if (first >= 0xe0 && first < 0xf0) {
    // Neither longer than needed nor half of a pair.
    if ((first == 0xe0 && byte(1) < 0xa0) || (first == 0xed && byte(1) >= 0xa0)) return 0;
    return follows(1) && follows(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first < 0xf5) {
    if ((first == 0xf0 && byte(1) < 0x90) || (first == 0xf4 && byte(1) >= 0x90)) return 0;
    return follows(1) && follows(2) && follows(3) ? 4 : 0;
  }
  return 0;
}

void AppendUtf8(unsigned code, std::string* out) {
  const auto put = [out](unsigned byte) { *out += static_cast<char>(byte); };
  const auto follow = [&](int shift) { put(0x80 | (code >> shift & 0x3f)); };
  if (code < 0x80) {
    put(code);
  } else if (code < 0x800) {
    put(0xc0 | code >> 6);
    follow(0);
  } else if (code < 0x10000) {
    put(0xe0 | code >> 12);
    follow(6);
    follow(0);
  } else {
    put(0xf0 | code >> 18);
    follow(12);
    follow(6);
    follow(0);
  }
}

}  // namespace surefoot::msgs
