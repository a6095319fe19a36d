#include "surefoot/msgs/base64.h"

#include <openssl/evp.h>

#include <array>

namespace surefoot::msgs {
namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNone = 255;

/// The value of each letter, kNone for all other bytes.
std::array<std::uint8_t, 256> MakeValues() {
  std::array<std::uint8_t, 256> values;
  values.fill(kNone);
  for (std::uint8_t i = 0; i < 64; ++i) values[static_cast<unsigned char>(kAlphabet[i])] = i;
  return values;
}

}  // namespace

void AppendBase64(const std::uint8_t* data, std::size_t size, std::string* out) {
  const std::size_t first = out->size();
  // OpenSSL appends a NUL.
  out->resize(first + (size + 2) / 3 * 4 + 1);
  EVP_EncodeBlock(reinterpret_cast<unsigned char*>(out->data() + first), data,
                  static_cast<int>(size));
  out->pop_back();
}

bool DecodeBase64(std::string_view text, Bytes* out) {
  static const std::array<std::uint8_t, 256> values = MakeValues();
  if (text.size() % 4 == 0) {
    for (int i = 0; i < 2 && !text.empty() && text.back() == '='; ++i) text.remove_suffix(1);
  }
  out->clear();
  if (text.size() % 4 == 1) return false;
  out->reserve(text.size() / 4 * 3 + 2);
  unsigned bits = 0;
  int count = 0;
  for (const char letter : text) {
    const std::uint8_t value = values[static_cast<unsigned char>(letter)];
    if (value == kNone) return false;
    bits = bits << 6 | value;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out->push_back(static_cast<std::uint8_t>(bits >> count));
    bits &= (1u << count) - 1;
  }
  // The remaining bits must be zero, so that every content has exactly one encoding.
  return bits == 0;
}

}  // namespace surefoot::msgs
