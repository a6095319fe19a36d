#include "surefoot/msgs/md5.h"

#include <array>
#include <cmath>
#include <cstdint>

namespace surefoot::msgs {
namespace {

using Sums = std::array<std::uint32_t, 4>;
using Constants = std::array<std::uint32_t, 64>;

Constants MakeConstants() {
  Constants constants{};
  for (std::size_t i = 0; i < 64; ++i) {
    const double part = std::abs(std::sin(static_cast<double>(i + 1)));
    constants[i] = static_cast<std::uint32_t>(part * 4294967296.0);
  }
  return constants;
}

std::uint32_t TurnedLeft(std::uint32_t value, int bits) {
  return (value << bits) | (value >> (32 - bits));
}

std::uint32_t WordAt(const char* at) {
  std::uint32_t word = 0;
  for (int i = 3; i >= 0; --i) word = (word << 8) | static_cast<std::uint8_t>(at[i]);
  return word;
}

void AddBlock(const char* block, const Constants& constants, Sums* sums) {
  static constexpr int kTurns[4][4] = {
      {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  auto [a, b, c, d] = *sums;
  for (std::uint32_t i = 0; i < 64; ++i) {
    std::uint32_t mixed = 0;
    std::uint32_t word = 0;
    switch (i / 16) {
      case 0:
        mixed = (b & c) | (~b & d);
        word = i;
        break;
      case 1:
        mixed = (d & b) | (~d & c);
        word = 5 * i + 1;
        break;
      case 2:
        mixed = b ^ c ^ d;
        word = 3 * i + 5;
        break;
      default:
        mixed = c ^ (b | ~d);
        word = 7 * i;
    }
    const std::uint32_t sum = a + mixed + constants[i] + WordAt(block + 4 * (word % 16));
    a = d;
    d = c;
    c = b;
    b += TurnedLeft(sum, kTurns[i / 16][i % 4]);
  }
  (*sums)[0] += a;
  (*sums)[1] += b;
  (*sums)[2] += c;
  (*sums)[3] += d;
}

}  // namespace

std::string Md5(std::string_view text) {
  std::string padded(text);
  padded += '\x80';
  while (padded.size() % 64 != 56) padded += '\0';
  const std::uint64_t bits = 8 * static_cast<std::uint64_t>(text.size());
  for (int i = 0; i < 8; ++i) padded += static_cast<char>((bits >> (8 * i)) & 0xff);

  const Constants constants = MakeConstants();
  Sums sums{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  for (std::size_t at = 0; at < padded.size(); at += 64) AddBlock(&padded[at], constants, &sums);

  std::string digits;
  for (const std::uint32_t sum : sums) {
    for (int i = 0; i < 4; ++i) {
      const std::uint32_t byte = (sum >> (8 * i)) & 0xff;
      digits += "0123456789abcdef"[byte >> 4];
      digits += "0123456789abcdef"[byte & 15];
    }
  }
  return digits;
}

}  // namespace surefoot::msgs
